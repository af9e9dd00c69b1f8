// What the runs of a round count for: the samples they add to history.

import type { Settlement } from '../model/belief.ts';
import type { Deployment } from '../model/deployment.ts';
import type { Sample } from '../model/history.ts';
import type { CheckResult, Result } from '../model/round.ts';
import { stateCode } from '../model/states.ts';
import { isInFull, isReachable } from './check.ts';
import { claimsOf } from './words.ts';

/** Runs at their slot only (re-checks and asked-for ones are not counted), and only those that were taken in. */
export function sampleOf(deployment: Deployment, result: Result, { state, runs }: Settlement): Sample[] {
  if (result.beat.cause !== 'slot') return [];
  const { checks } = deployment;
  return runs.map((run) => ({
    deployment: deployment.id,
    endpoint: run.endpoint,
    atMs: result.beat.atMs,
    failed: run.reason !== null,
    bad: run.endpoint === 'status' && isBad(run, state.overall),
    status: state.status,
    durationMs: isInFull(run.observation) ? run.observation.durationMs : null,
    phases: run.observation.phases,
    coveredMs: checks.find(({ endpoint }) => endpoint === run.endpoint)?.intervalMs ?? 0,
  }));
}

/** Availability is of the status check alone; an answer without a word of its own stands by the one held. */
function isBad(run: CheckResult, held: Settlement['state']['overall']): boolean {
  const word = claimsOf(run)?.overall ?? held;
  return (
    !isReachable(run.reason, run.observation.status) || stateCode(word.state) >= stateCode('partial_outage')
  );
}
