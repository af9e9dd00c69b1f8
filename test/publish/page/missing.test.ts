// How much of the time of a bucket nothing is known of: what is covered counts, to an interval.
import { describe, expect, it } from 'vitest';
import { frameAt } from '../../../src/browser/series.js';
import { missingMs, passedOf, sumOf } from '../../../src/publish/page/missing.ts';

const minuteMs = 60_000;

it.each([
  [300_000, 300_000, 30_000, 0],
  [300_000, 270_001, 30_000, 0],
  [300_000, 270_000, 30_000, 30_000],
  [300_000, 330_000, 30_000, 0],
  [300_000, 0, 900_000, 0],
])('of %d ms, %d of them covered by runs each %d: %d', (lengthMs, coveredMs, intervalMs, expected) => {
  expect(missingMs(lengthMs, coveredMs, intervalMs)).toBe(expected);
});

describe('of the buckets of a frame', () => {
  const startMs = Date.UTC(2026, 10, 21, 10);
  const covered = (seconds: number) => ({ covered_seconds: seconds });
  const of = (buckets: Parameters<typeof passedOf>[0], atMs: number, intervalMs = 30_000) =>
    passedOf(buckets, frameAt(atMs, 15 * minuteMs, 5 * minuteMs), intervalMs, atMs);
  const missing = (...given: Parameters<typeof of>) => of(...given).map((each) => each.missingMs);

  it('the one under way has passed in part', () => {
    const passed = of([covered(300), null, covered(0)], startMs + 12 * minuteMs);
    expect(passed).toEqual([
      { passedMs: 5 * minuteMs, missingMs: 0 },
      { passedMs: 5 * minuteMs, missingMs: 5 * minuteMs },
      { passedMs: 2 * minuteMs, missingMs: 2 * minuteMs },
    ]);
    expect(sumOf(passed)).toEqual({ passedMs: 12 * minuteMs, missingMs: 7 * minuteMs });
  });

  it('waits for a run that is due beside one that is under way, in the bucket under way and the one before', () => {
    const twoIntervals = 59_999;
    const full = covered(300);
    expect(missing([full, full, null], startMs + 10 * minuteMs + twoIntervals)).toEqual([0, 0, 0]);
    expect(missing([full, full, null], startMs + 11 * minuteMs)).toEqual([0, 0, minuteMs]);
    expect(missing([covered(270), covered(270), null], startMs + 10 * minuteMs)).toEqual([30_000, 0, 0]);
    expect(missing([full, covered(270), null], startMs + 10 * minuteMs + 30_000)).toEqual([0, 30_000, 0]);
  });

  it('counts one without runs however far they are apart', () => {
    expect(missing([null, covered(0), covered(0)], startMs + 14 * minuteMs, 15 * minuteMs)).toEqual([
      5 * minuteMs,
      0,
      0,
    ]);
  });
});
