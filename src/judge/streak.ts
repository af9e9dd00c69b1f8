// Confirmation: a cause counts only after as many readings in a row as `confirm` asks for.

import type { Streak } from '../model/belief.ts';
import type { Deployment } from '../model/deployment.ts';

export type Thresholds = Pick<Deployment['confirm'], 'failures' | 'successes'>;

export const emptyStreak: Streak = Object.freeze({ recent: Object.freeze([]), confirmed: null });

/**
 * Takes in one reading (a severity; larger is worse). Returns the same object when nothing changed, which is how
 * callers know that there is nothing to write.
 */
export function advanceStreak(streak: Streak, severity: number, thresholds: Thresholds): Streak {
  const longest = Math.max(thresholds.failures, thresholds.successes);
  if (isSettled(streak, severity, longest)) return streak;
  const recent = [...streak.recent, severity].slice(-longest);
  const confirmed = confirm(recent, streak.confirmed, thresholds);
  return confirmed === streak.confirmed && sameItems(recent, streak.recent) ? streak : { recent, confirmed };
}

/** Whether one more such reading changes nothing: as many of them stand already, and are confirmed. */
function isSettled({ recent, confirmed }: Streak, severity: number, longest: number): boolean {
  return (
    confirmed === severity && recent.length === longest && recent.every((reading) => reading === severity)
  );
}

/**
 * Whether the latest reading says worse than what is confirmed, or nothing is confirmed yet: not enough to lose a
 * green state, too much to take one up.
 */
export function isPending({ recent, confirmed }: Streak): boolean {
  return confirmed === null || (recent.at(-1) ?? 0) > confirmed;
}

/**
 * Worse: the mildest of the last `failures` readings, for each was at least that bad. Better: the worst of the last
 * `successes`. The two cannot hold at once, since the latest reading is in both windows.
 */
function confirm(
  recent: readonly number[],
  confirmed: number | null,
  { failures, successes }: Thresholds,
): number | null {
  // A first good reading contradicts nothing; a first bad one waits for company.
  if (confirmed === null && recent.at(-1) === 0) return 0;
  if (recent.length >= failures) {
    const worse = Math.min(...recent.slice(-failures));
    if (confirmed === null || worse > confirmed) return worse;
  }
  if (confirmed !== null && recent.length >= successes) {
    return Math.min(confirmed, Math.max(...recent.slice(-successes)));
  }
  return confirmed;
}

/** The same items in the same order. */
export function sameItems<Item>(left: readonly Item[], right: readonly Item[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}
