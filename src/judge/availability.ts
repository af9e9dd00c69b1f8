// What the runs of a round count for: the samples they add to history.

import type { Settlement } from '../model/belief.ts';
import type { CheckName, Deployment } from '../model/deployment.ts';
import type { Sample } from '../model/history.ts';
import type { CheckResult, Result } from '../model/round.ts';
import { stateCode } from '../model/states.ts';
import { isInFull, isReachable } from './check.ts';
import { claimsOf } from './words.ts';

/** A first run stands for no time yet, but 0 is of runs of which that is not known. */
const firstMs = 1;

/**
 * Runs at their slot only (re-checks and asked-for ones are not counted), and only those that were taken in. `countedMs` is
 * when each check was counted last.
 */
export function sampleOf(
  deployment: Deployment,
  result: Result,
  { state, runs }: Settlement,
  countedMs: ReadonlyMap<CheckName, number>,
): Sample[] {
  if (result.beat.cause !== 'slot') return [];
  const { atMs } = result.beat;
  return runs.map((run) => ({
    deployment: deployment.id,
    endpoint: run.endpoint,
    atMs,
    failed: run.reason !== null,
    bad: run.endpoint === 'status' && isBad(run, state.overall),
    status: state.status,
    durationMs: isInFull(run.observation) ? run.observation.durationMs : null,
    phases: run.observation.phases,
    coveredMs: coveredMs(deployment, run.endpoint, atMs - (countedMs.get(run.endpoint) ?? atMs)),
  }));
}

/** A run stands for the time since the one before it, at most for an interval: what lies before that nobody saw. */
function coveredMs({ checks }: Deployment, name: CheckName, sinceMs: number): number {
  const intervalMs = checks.find(({ endpoint }) => endpoint === name)?.intervalMs ?? 0;
  return Math.max(firstMs, Math.min(sinceMs, intervalMs));
}

/** Availability is of the status check alone; an answer without a word of its own stands by the one held. */
function isBad(run: CheckResult, held: Settlement['state']['overall']): boolean {
  const word = claimsOf(run)?.overall ?? held;
  return (
    !isReachable(run.reason, run.observation.status) || stateCode(word.state) >= stateCode('partial_outage')
  );
}
