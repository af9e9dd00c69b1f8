// Which buckets count in which window of uptime: few of them, fine ones only at a window's old edge.
import type { Uptime } from '../model/history.ts';
import { ceilTo, dayMs, lengths, type Range, startOf } from './buckets.ts';
import type { Slot } from './rollups.ts';

interface Window {
  readonly name: keyof Uptime;
  readonly spanMs: number;
  /** Finest first; the first is how sharp the old edge is. */
  readonly lengthsMs: readonly number[];
}

const { fineMs, hourMs } = lengths;
export const windows: readonly Window[] = [
  { name: '24h', spanMs: dayMs, lengthsMs: [fineMs, hourMs, dayMs] },
  { name: '7d', spanMs: 7 * dayMs, lengthsMs: [hourMs, dayMs] },
  { name: '30d', spanMs: 30 * dayMs, lengthsMs: [hourMs, dayMs] },
  { name: '90d', spanMs: 90 * dayMs, lengthsMs: [hourMs, dayMs] },
];
export const longestMs = 90 * dayMs;

/** Every bucket that counts in a window, once. */
export function slotsOf(nowMs: number): ReadonlyMap<string, Slot> {
  const slots = new Map<string, Slot>();
  for (const [index, { spanMs, lengthsMs }] of windows.entries()) {
    for (const { lengthMs, fromMs, toMs } of cover(nowMs, spanMs, lengthsMs)) {
      for (let startMs = fromMs; startMs < toMs; startMs += lengthMs) {
        const key = keyOf({ lengthMs, startMs });
        const known = slots.get(key)?.windows ?? 0;
        slots.set(key, { lengthMs, startMs, windows: known | (1 << index) });
      }
    }
  }
  return slots;
}

export const keyOf = ({ lengthMs, startMs }: Pick<Slot, 'lengthMs' | 'startMs'>) => `${lengthMs}/${startMs}`;

/**
 * Ranges that hold every run since `nowMs - spanMs` (to the finest length) exactly once: each run is in a
 * bucket of every length, so whole hours and days stand for the finer buckets in them.
 */
export function cover(nowMs: number, spanMs: number, lengthsMs: readonly number[]): readonly Range[] {
  let fromMs = edgeOf(nowMs, spanMs, lengthsMs);
  return lengthsMs.map((lengthMs, index) => {
    const coarserMs = lengthsMs[index + 1];
    const toMs = coarserMs === undefined ? endOf(nowMs, lengthMs) : ceilTo(fromMs, coarserMs);
    const range = { lengthMs, fromMs, toMs };
    fromMs = toMs;
    return range;
  });
}

/** Where a window begins, to its finest length. */
export function edgeOf(nowMs: number, spanMs: number, lengthsMs: readonly number[]): number {
  return startOf(nowMs - spanMs, lengthsMs[0] ?? fineMs);
}

/** The bucket after now's belongs to it: runs may be counted a little out of order. */
export function endOf(nowMs: number, lengthMs: number): number {
  return startOf(nowMs, lengthMs) + 2 * lengthMs;
}
