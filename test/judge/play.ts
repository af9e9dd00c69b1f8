// Plays rounds against the judge, 30 s apart, named by what the status check meets in them.
import { judge } from '../../src/judge/judge.ts';
import type { Change, DeploymentState } from '../../src/model/belief.ts';
import type { Deployment } from '../../src/model/deployment.ts';
import type { CheckResult } from '../../src/model/round.ts';
import type { State } from '../../src/model/states.ts';
import {
  aBrokenRun,
  aDeployment,
  aFinding,
  anErrorRun,
  anObservation,
  aResult,
  aRun,
  saying,
} from '../fixtures/model.ts';

export const roundMs = 30_000;

type Meets = (atMs: number) => CheckResult;

const storageSays = (state: State): Meets => {
  return (atMs) =>
    aRun('status', atMs, { claims: saying('operational', { API: 'operational', Storage: state }) });
};
const overallSays = (state: State): Meets => {
  return (atMs) =>
    aRun('status', atMs, { claims: saying(state, { API: 'operational', Storage: 'operational' }) });
};

/** What a status check can meet. Words of one component or of the whole stand alone, all else being well. */
export const meetings = {
  ok: (atMs) => aRun('status', atMs),
  dns: (atMs) => aBrokenRun('status', atMs, 'dns', 'ENOTFOUND'),
  timeout: (atMs) => aBrokenRun('status', atMs),
  500: (atMs) => anErrorRun('status', atMs, 500),
  404: (atMs) => anErrorRun('status', atMs, 404),
  wrong_version: (atMs) => aRun('status', atMs, { reason: 'version', findings: [aFinding()] }),
  no_storage: (atMs) =>
    aRun('status', atMs, {
      reason: 'components',
      claims: saying('operational', { API: 'operational' }),
      findings: [
        aFinding({
          rule: 'meaning.components_missing',
          path: 'components',
          expected: 'Storage',
          observed: 'nothing',
        }),
      ],
    }),
  unreadable: (atMs) => aRun('status', atMs, { claims: null }),
  slow: (atMs) =>
    aRun('status', atMs, {
      observation: anObservation(atMs, { phases: { first_byte: 400, transfer: 200 } }),
    }),
  storage_maintenance: storageSays('under_maintenance'),
  storage_unknown: storageSays('unknown'),
  storage_degraded: storageSays('degraded_performance'),
  storage_partial: storageSays('partial_outage'),
  storage_major: storageSays('major_outage'),
  overall_maintenance: overallSays('under_maintenance'),
  overall_unknown: overallSays('unknown'),
  overall_partial: overallSays('partial_outage'),
} satisfies Record<string, Meets>;

export type Meeting = keyof typeof meetings;

export interface Played {
  readonly state: DeploymentState;
  /** The confirmed state after each round. */
  readonly states: readonly State[];
  readonly changes: readonly Change[];
  /** Instant of the last round. */
  readonly nowMs: number;
}

/** `ok timeout timeout`: one word a round. Goes on from `after`, where there is one. */
export function play(rounds: string, deployment: Deployment = aDeployment(), after?: Played): Played {
  const words = rounds.split(' ') as Meeting[];
  return playRuns(
    words.map((word) => (atMs) => [meetings[word](atMs)]),
    deployment,
    after,
  );
}

export function playRuns(
  rounds: readonly ((atMs: number) => readonly CheckResult[])[],
  deployment: Deployment = aDeployment(),
  after?: Played,
): Played {
  let state = after?.state ?? null;
  let nowMs = after?.nowMs ?? 0;
  const states: State[] = [];
  const changes: Change[] = [];
  for (const round of rounds) {
    nowMs += roundMs;
    const settlement = judge(deployment, state, aResult(nowMs, round(nowMs)), nowMs);
    state = settlement.state;
    states.push(state.status);
    changes.push(...settlement.changes);
  }
  if (state === null) throw new Error('nothing to play');
  return { state, states, changes, nowMs };
}
