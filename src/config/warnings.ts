// What is allowed and probably not meant; how many runs are under way at once in the worst case.
import type { Check, Deployment } from '../model/deployment.ts';
import { firstRunsMs } from '../model/first-runs.ts';

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

/** Runs under way at once at the worst time: every target hangs from the start on, while first runs crowd. */
export function estimateInFlight(deployments: readonly Deployment[]): number {
  const soonMs = firstRunsMs(deployments.reduce((sum, { checks }) => sum + checks.length, 0));
  const shares = deployments.flatMap(({ checks, confirm: { recheckAfterMs } }) => {
    // All of a deployment's checks run first within this, status alone and then the others at once.
    const crowdMs = Math.min(soonMs, ...checks.map(({ intervalMs }) => intervalMs));
    const [first = 0, ...others] = checks.map(({ timeoutMs }) => timeoutMs);
    const roundMs = first + Math.max(0, ...others);
    return checks.map((check) =>
      Math.max(shareAtFirst(check, crowdMs, roundMs, recheckAfterMs), shareLater(check, recheckAfterMs)),
    );
  });
  return Math.ceil(shares.reduce((sum, share) => sum + share, 0));
}

/**
 * How many runs of a check are under way while first runs crowd. Where it is run again, which holds up no slot: of the
 * first runs and those after them, what fits into the crowd with the pause between the two, and slots beside them.
 */
function shareAtFirst(
  { intervalMs, timeoutMs }: Check,
  crowdMs: number,
  roundMs: number,
  recheckAfterMs: number,
): number {
  if (roundMs + recheckAfterMs >= intervalMs) return Math.min(1, timeoutMs / crowdMs);
  const pauseMs = roundMs - timeoutMs + recheckAfterMs;
  const runsMs = Math.max(timeoutMs, Math.min(2 * timeoutMs, crowdMs - pauseMs));
  return Math.min(1, runsMs / crowdMs) + timeoutMs / intervalMs;
}

/** Later on its slots follow each other alone, with a run between two of them where there is time for one. */
function shareLater({ intervalMs, timeoutMs }: Check, recheckAfterMs: number): number {
  const runs = timeoutMs + recheckAfterMs < intervalMs ? 2 : 1;
  return (runs * timeoutMs) / intervalMs;
}
