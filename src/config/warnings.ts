// What is allowed and probably not meant; how many runs are under way at once in the worst case.
import type { Check, Deployment } from '../model/deployment.ts';

/** One line each, ready to print. */
export function warningsOf(deployments: readonly Deployment[], maxInFlight: number): string[] {
  const warnings: string[] = [];
  if (deployments.length === 0) warnings.push('deployments: none is enabled, so nothing is checked');
  const needed = estimateInFlight(deployments);
  if (needed > maxInFlight) {
    const remedy = `raise it to ${needed}, or lengthen intervals`;
    const blackout = `when every target hangs, about ${needed} runs are under way at once`;
    warnings.push(`agent.max_in_flight: ${blackout}, and ${maxInFlight} are allowed: ${remedy}`);
  }
  return warnings;
}

/** Every check runs once within this long after the start, or its interval where that is shorter. */
const firstRunsMs = 10_000;

/** Runs under way at once at the worst time: every target hangs from the start on, while first runs crowd. */
export function estimateInFlight(deployments: readonly Deployment[]): number {
  const shares = deployments.flatMap(({ checks, confirm }) => {
    // All of a deployment's checks run first within this.
    const crowdMs = Math.min(firstRunsMs, ...checks.map(({ intervalMs }) => intervalMs));
    return checks.map((check) => shareUnderWay(check, crowdMs, confirm.recheckAfterMs));
  });
  return Math.ceil(shares.reduce((sum, share) => sum + share, 0));
}

/**
 * How many runs of a check are under way at that time: a re-check holds up no slot. Never less than later on, when its run
 * and the one after it take 2 * timeout of each interval: the crowd is no longer than that.
 */
function shareUnderWay({ intervalMs, timeoutMs }: Check, crowdMs: number, recheckAfterMs: number): number {
  const isRunAgain = recheckAfterMs + timeoutMs < intervalMs;
  // Of the first runs and those after them, what fits into the crowd with the pause between the two.
  const againMs = isRunAgain ? Math.min(2 * timeoutMs, crowdMs - recheckAfterMs) : 0;
  return Math.min(1, Math.max(timeoutMs, againMs) / crowdMs) + timeoutMs / intervalMs;
}
