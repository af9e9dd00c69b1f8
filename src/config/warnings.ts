// What is allowed and probably not meant; how many runs are under way at once in the worst case.
import type { Deployment } from '../model/deployment.ts';

/** One line each, ready to print. */
export function warningsOf(deployments: readonly Deployment[], maxInFlight: number): string[] {
  const warnings: string[] = [];
  if (deployments.length === 0) warnings.push('deployments: none is enabled, so nothing is checked');
  const needed = estimateInFlight(deployments);
  if (needed > maxInFlight) {
    const remedy = `raise it to ${needed}, or lengthen intervals`;
    const blackout = `when every target hangs, up to ${needed} runs are under way at once`;
    warnings.push(`agent.max_in_flight: ${blackout}, and ${maxInFlight} are allowed: ${remedy}`);
  }
  return warnings;
}

/** Runs under way when every run lasts its whole timeout: the sum of timeout / interval over all checks. */
export function estimateInFlight(deployments: readonly Deployment[]): number {
  let runs = 0;
  for (const { checks } of deployments) {
    for (const { timeoutMs, intervalMs } of checks) runs += timeoutMs / intervalMs;
  }
  return Math.ceil(runs);
}
