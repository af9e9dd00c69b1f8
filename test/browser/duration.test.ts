// Lengths of time as people say them.
import { expect, it } from 'vitest';
import { duration } from '../../src/browser/duration.js';

it.each([
  [-1, '0 s'],
  [999, '0 s'],
  [1_000, '1 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [754_000, '12 min'],
  [3_599_999, '59 min'],
  [3_600_000, '1 h'],
  [3_659_999, '1 h'],
  [3_900_000, '1 h 5 min'],
  [86_399_999, '23 h 59 min'],
  [86_400_000, '1 d'],
  [89_999_999, '1 d'],
  [100 * 86_400_000 + 7_200_000, '100 d 2 h'],
  [Number.NaN, '0 s'],
])('tells %d ms as %s', (ms, told) => {
  expect(duration(ms)).toBe(told);
});
