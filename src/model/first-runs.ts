// How soon checks run for the first time.

const leastMs = 10_000;
/** Checks a second: somewhat less than one process keeps up with, which then has slots to run besides. */
const mostASecond = 2_000;

/**
 * Every check runs once within this long (ms) after the start, or its interval where that is shorter: ten seconds, or
 * as long as so many checks take at the pace that one process can keep.
 */
export function firstRunsMs(checks: number): number {
  return Math.max(leastMs, Math.ceil((1000 * checks) / mostASecond));
}
