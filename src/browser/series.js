// Rollups of history as what a chart draws: buckets of a window, stacks of phases, and incidents over them; pure.

/**
 * What a chart needs of a rollup, as the API tells it.
 * @typedef {object} Item
 * @property {string} start
 * @property {number} length_seconds
 * @property {{ readonly mean: number, readonly max: number } | null} latency_ms null where no answer was had
 * @property {Readonly<Record<string, number | undefined>>} phases mean ms; what did not happen is absent
 */

/**
 * A stretch of time cut into buckets of one length; `toMs` is the end of the bucket that is under way.
 * @typedef {{ readonly fromMs: number, readonly toMs: number, readonly lengthMs: number }} Frame
 */

/**
 * @param {number} atMs
 * @param {number} windowMs a multiple of lengthMs
 * @param {number} lengthMs
 * @returns {Frame}
 */
export function frameAt(atMs, windowMs, lengthMs) {
  const toMs = (Math.floor(atMs / lengthMs) + 1) * lengthMs;
  return { fromMs: toMs - windowMs, toMs, lengthMs };
}

/**
 * An item for each bucket of the frame, oldest first; null where there is none. Runs that are further apart than a bucket
 * is long leave no gaps: an item holds until the next run is due.
 * @template {{ readonly start: string }} Of
 * @param {readonly Of[]} items
 * @param {Frame} frame
 * @param {number} intervalMs of the runs
 * @returns {(Of | null)[]}
 */
export function bucketsOf(items, { fromMs, toMs, lengthMs }, intervalMs) {
  const byStart = new Map(items.map((item) => [Date.parse(item.start), item]));
  const count = Math.round((toMs - fromMs) / lengthMs);
  const held = Math.max(1, Math.ceil(intervalMs / lengthMs));
  return Array.from({ length: count }, (_, index) => {
    for (let ago = 0; ago < held; ago += 1) {
      const item = byStart.get(fromMs + (index - ago) * lengthMs);
      if (item !== undefined) return item;
    }
    return null;
  });
}

/**
 * Upper edges of the bands of its phases, ms, each on top of the one before; null where nothing was answered.
 * @param {Item | null} item
 * @param {readonly string[]} phases from the bottom up
 * @returns {number[] | null}
 */
export function stackOf(item, phases) {
  if (item === null || item.latency_ms === null) return null;
  let sum = 0;
  return phases.map((phase) => {
    sum += item.phases[phase] ?? 0;
    return sum;
  });
}

/** A step is two points: the second stands just before the next step, s. */
const beforeNextS = 0.001;

/**
 * Rows as uPlot takes them: times in s, then the upper edges of each phase; two points a bucket, so that a bucket alone
 * is as wide as it is long. A bucket without an answer is a gap.
 * @param {readonly (Item | null)[]} buckets
 * @param {Frame} frame
 * @param {readonly string[]} phases
 * @returns {(number | null)[][]}
 */
export function alignedOf(buckets, { fromMs, lengthMs }, phases) {
  const stacks = buckets.map((item) => stackOf(item, phases));
  const times = buckets.flatMap((_, index) => {
    const startS = (fromMs + index * lengthMs) / 1000;
    return [startS, startS + lengthMs / 1000 - beforeNextS];
  });
  return [
    times,
    ...phases.map((_, row) => stacks.flatMap((stack) => [stack?.[row] ?? null, stack?.[row] ?? null])),
  ];
}

/** The bucket that a point of `alignedOf` is of.
 * @param {number} point
 */
export const bucketAt = (point) => Math.floor(point / 2);

/**
 * A stretch `by` times as long about an instant, as far as there is data; not shorter than `least`. Any unit.
 * @param {{ readonly min: number, readonly max: number }} shown
 * @param {{ readonly min: number, readonly max: number }} whole
 * @param {{ readonly about: number, readonly by: number, readonly least: number }} how
 */
export function zoomed(shown, whole, { about, by, least }) {
  const all = whole.max - whole.min;
  const length = Math.max(least, (shown.max - shown.min) * by);
  // What is computed may be another by the last bit.
  if (length >= all) return whole;
  const min = Math.min(whole.max - length, Math.max(whole.min, about - length / 2));
  return { min, max: min + length };
}

/**
 * The smallest round number that is not less: 1, 2, 2.5 or 5 of a power of ten; 1 for none.
 * @param {number} most
 */
export function roundTop(most) {
  if (!(most > 0)) return 1;
  const unit = 10 ** Math.floor(Math.log10(most));
  const factor = [1, 2, 2.5, 5].find((each) => each * unit >= most) ?? 10;
  return factor * unit;
}

/**
 * The parts of these stretches that lie in the frame; an open one ends with it.
 * @template {{ readonly fromMs: number, readonly toMs: number | null }} Stretch
 * @param {readonly Stretch[]} stretches
 * @param {{ readonly fromMs: number, readonly toMs: number }} frame
 * @returns {{ readonly fromMs: number, readonly toMs: number }[]}
 */
export function within(stretches, frame) {
  return stretches
    .map((one) => ({
      fromMs: Math.max(one.fromMs, frame.fromMs),
      toMs: Math.min(one.toMs ?? frame.toMs, frame.toMs),
    }))
    .filter(({ fromMs, toMs }) => fromMs < toMs);
}
