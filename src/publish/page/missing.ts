// The time of which history knows nothing: what the runs of its buckets do not stand for.
import type { Frame } from '../../browser/series.js';

/** Of a stretch of time, ms. What is less than the interval of the runs is none: they tell no more finely. */
export function missingMs(lengthMs: number, coveredMs: number, intervalMs: number): number {
  const leftMs = lengthMs - coveredMs;
  return leftMs < intervalMs ? 0 : leftMs;
}

interface Covered {
  readonly covered_seconds: number;
}

/** What has passed of a stretch of time by now, and of how much of that nothing is known; ms. */
export interface Passed {
  readonly passedMs: number;
  readonly missingMs: number;
}

/**
 * Of each bucket of a frame; null is without data. `intervalMs` is that of the runs in it. At its end one may be due while the
 * one before it is under way: that is not without data yet.
 */
export function passedOf(
  buckets: readonly (Covered | null)[],
  { fromMs, lengthMs }: Frame,
  intervalMs: number,
  atMs: number,
): Passed[] {
  return buckets.map((bucket, index) => {
    const passedMs = Math.max(0, Math.min(lengthMs, atMs - fromMs - index * lengthMs));
    if (bucket === null && passedMs === lengthMs) return { passedMs, missingMs: passedMs };
    const isOver = atMs - fromMs - (index + 1) * lengthMs >= intervalMs;
    const coveredMs = (bucket?.covered_seconds ?? 0) * 1_000;
    return { passedMs, missingMs: missingMs(passedMs, coveredMs, isOver ? intervalMs : 2 * intervalMs) };
  });
}

/** All of them together. */
export function sumOf(all: readonly Passed[]): Passed {
  return all.reduce(
    (sum, each) => ({
      passedMs: sum.passedMs + each.passedMs,
      missingMs: sum.missingMs + each.missingMs,
    }),
    { passedMs: 0, missingMs: 0 },
  );
}
