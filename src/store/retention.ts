// What is past its retention goes, in parts: a large fleet's old history holds up nothing.
import type { History } from './history.ts';
import type { Incidents } from './incidents.ts';

/** It is looked for this often at most. */
const sweepEveryMs = 60_000;
/** Of one sweep: after a long stop history goes little by little, and the next flush is not kept waiting. */
const maxParts = 1_000;

interface Retention {
  /** A part, in a transaction of its own, when it is time; whether there is more of this sweep. */
  readonly sweep: (nowMs: number) => boolean;
  /** A sweep has begun and is not over. */
  readonly underWay: () => boolean;
}

export function createRetention(
  incidents: Incidents,
  history: History,
  historyMs: number,
  commit: (write: () => void) => boolean,
): Retention {
  let sweptMs = Number.NEGATIVE_INFINITY;
  let partsLeft = 0;

  function part(nowMs: number): boolean {
    let hasMore = false;
    const isDone = commit(() => {
      hasMore = [incidents.sweep(nowMs - historyMs), history.sweep(nowMs)].includes(true);
    });
    return isDone && hasMore;
  }

  return {
    sweep: (nowMs) => {
      if (partsLeft === 0) {
        if (Math.abs(nowMs - sweptMs) < sweepEveryMs) return false;
        sweptMs = nowMs;
        partsLeft = maxParts;
      }
      partsLeft = part(nowMs) ? partsLeft - 1 : 0;
      return partsLeft > 0;
    },
    underWay: () => partsLeft > 0,
  };
}
