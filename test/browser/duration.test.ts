// Lengths of time as people say them.
import { expect, it } from 'vitest';
import { duration } from '../../src/browser/duration.js';

it.each([
  [-1, 'less than 1 s'],
  [999, 'less than 1 s'],
  [1_000, '1 s'],
  [17_400, '17 s'],
  [59_499, '59 s'],
  [59_500, '1 min'],
  [60_000, '1 min'],
  [176_000, '2 min 56 s'],
  [3_599_499, '59 min 59 s'],
  [3_599_500, '1 h'],
  [3_629_999, '1 h'],
  [3_630_000, '1 h 1 min'],
  [3_900_000, '1 h 5 min'],
  [86_369_999, '23 h 59 min'],
  [86_370_000, '1 d'],
  [86_400_000 + 1_799_999, '1 d'],
  [86_400_000 + 1_800_000, '1 d 1 h'],
  [100 * 86_400_000 + 7_200_000, '100 d 2 h'],
  [Number.NaN, 'less than 1 s'],
])('tells %d ms as %s', (ms, told) => {
  expect(duration(ms)).toBe(told);
});

it.each([
  [86_399_999, 86_400_000, '23 h 59 min'],
  [86_400_000, 86_400_000, '1 d'],
  [90 * 86_400_000 - 1, 90 * 86_400_000, '89 d 23 h'],
  [3_599_999, 3_600_000, '59 min 59 s'],
  [1_800_000, 3_600_000, '30 min'],
])('tells %d ms of %d as %s: a part is not the whole', (ms, wholeMs, told) => {
  expect(duration(ms, wholeMs)).toBe(told);
});
