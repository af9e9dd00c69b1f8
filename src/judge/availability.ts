// What the runs of a round count for: slowness, and the samples they add to history.

import type { Settlement, Streak } from '../model/belief.ts';
import type { Deployment } from '../model/deployment.ts';
import type { Sample } from '../model/history.ts';
import type { CheckResult, Observation, Result } from '../model/round.ts';
import { stateCode } from '../model/states.ts';
import { isReachable } from './check.ts';
import { advanceStreak, emptyStreak } from './streak.ts';
import { claimsOf } from './words.ts';

/**
 * One reading a round: whether any answer had in full was slower than `degraded_above`. A round without one says
 * nothing of speed, and connecting is not the service's own time.
 */
export function slowAfter(deployment: Deployment, before: Streak, runs: readonly CheckResult[]): Streak {
  const { degradedAboveMs, confirm } = deployment;
  if (degradedAboveMs === null) return before.recent.length === 0 ? before : emptyStreak;
  const answers = runs.map((run) => run.observation).filter(isInFull);
  if (answers.length === 0) return before;
  const slow = answers.some(
    ({ phases }) => (phases.first_byte ?? 0) + (phases.transfer ?? 0) > degradedAboveMs,
  );
  return advanceStreak(before, slow ? 1 : 0, confirm);
}

/** Runs at their slot only (re-checks and asked-for ones are not counted), and only those that were taken in. */
export function sampleOf(deployment: Deployment, result: Result, { state, applied }: Settlement): Sample[] {
  if (result.beat.cause !== 'slot') return [];
  const runs = applied.flatMap((endpoint) => result.checks.find((run) => run.endpoint === endpoint) ?? []);
  return runs.map((run) => ({
    deployment: deployment.id,
    endpoint: run.endpoint,
    atMs: result.beat.atMs,
    failed: run.reason !== null,
    bad: run.endpoint === 'status' && isBad(run, state.overall),
    status: state.status,
    durationMs: isInFull(run.observation) ? run.observation.durationMs : null,
    phases: run.observation.phases,
  }));
}

function isInFull({ failure }: Observation): boolean {
  return failure === null;
}

/** interfaces.md section 3, "Availability"; an answer without a word of its own stands by the one held. */
function isBad(run: CheckResult, held: Settlement['state']['overall']): boolean {
  const word = claimsOf(run)?.overall ?? held;
  return (
    !isReachable(run.reason, run.observation.status) || stateCode(word.state) >= stateCode('partial_outage')
  );
}
