// Paths of steps: one unit a bucket, closed areas, gaps between them.
import { describe, expect, it } from 'vitest';
import { band, runsOf } from '../../../src/publish/page/steps.ts';

it('joins what is alike and next to each other', () => {
  expect(runsOf(['a', 'a', 'b', 'a'], (key) => key)).toEqual([
    { key: 'a', from: 0, to: 2 },
    { key: 'b', from: 2, to: 3 },
    { key: 'a', from: 3, to: 4 },
  ]);
  expect(runsOf([], (key) => key)).toEqual([]);
});

describe('an area', () => {
  it('goes forth along the upper edge and back along the lower', () => {
    expect(band([10, 20], [90, 80])).toBe('M0 90V10H1V20H2V80H1V90H0Z');
  });

  it('of a bucket alone is as wide as a bucket', () => {
    expect(band([null, 10, null], [null, 90, null])).toBe('M1 90V10H2V90H1Z');
  });

  it('has gaps where there is nothing, and is nothing of nothing', () => {
    expect(band([10, null, 10], [90, null, 90])).toBe('M0 90V10H1V90H0ZM2 90V10H3V90H2Z');
    expect(band([null, null], [null, null])).toBe('');
  });

  it('is written with two digits', () => {
    expect(band([100 / 3], [100])).toBe('M0 100V33.33H1V100H0Z');
  });
});
