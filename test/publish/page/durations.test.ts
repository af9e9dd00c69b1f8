// Lengths of time in two units, and shares that are never rounded up.
import { expect, it } from 'vitest';
import { lasting, percent } from '../../../src/publish/page/durations.ts';

it.each([
  [0, '0 s'],
  [-5_000, '0 s'],
  [999, '0 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [7_500_000, '2 h 5 min'],
  [86_400_000 + 1_800_000, '1 d'],
  [90 * 86_400_000 + 5 * 3_600_000, '90 d 5 h'],
  [Number.NaN, '0 s'],
])('%d ms is %s', (ms, expected) => {
  expect(lasting(ms)).toBe(expected);
});

it.each([
  [1, '100 %'],
  [0.999999999, '99.99 %'],
  [0.9995, '99.95 %'],
  [0.99999, '99.99 %'],
  [0.29, '29.00 %'],
  [0, '0.00 %'],
])('a share of %d is %s', (share, expected) => {
  expect(percent(share)).toBe(expected);
});
