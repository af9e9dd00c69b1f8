// How many runs are under way at once in the worst case.
import type { Deployment } from '../model/deployment.ts';

/** Runs under way when every run lasts its whole timeout: the sum of timeout / interval over all checks. */
export function estimateInFlight(deployments: readonly Deployment[]): number {
  let runs = 0;
  for (const { checks } of deployments) {
    for (const { timeoutMs, intervalMs } of checks) runs += timeoutMs / intervalMs;
  }
  return Math.ceil(runs);
}
