// Random histories of a deployment with two checks: rounds, pauses and restarts, and what an oracle sees of them.
import fc from 'fast-check';
import { cutOff, initialState, judge, resume, sweep } from '../../src/judge/judge.ts';
import type { Change, DeploymentState } from '../../src/model/belief.ts';
import type { Deployment } from '../../src/model/deployment.ts';
import type { CheckResult, Comparison, Result } from '../../src/model/round.ts';
import type { State } from '../../src/model/states.ts';
import { states } from '../../src/model/states.ts';
import {
  aBrokenRun,
  aCheck,
  aDeployment,
  aFinding,
  anErrorRun,
  anObservation,
  aResult,
  aRun,
  saying,
} from '../fixtures/model.ts';

type Kind = 'well' | 'timeout' | 404 | 500 | 'components' | 'version' | 'unreadable';

export interface Round {
  readonly gapMs: number;
  readonly status: Kind | null;
  readonly files: Kind | null;
  readonly overall: State;
  readonly api: State;
  readonly storage: State | null;
  readonly slowStatus: boolean;
  readonly slowFiles: boolean;
  readonly cause: 'slot' | 'recheck';
  readonly region: string | null;
  readonly updatedAtMs: number | null;
  /** Of unknown fields, by number. */
  readonly fields: readonly number[];
  /** Whether the status document was contradicted; null where that was not decided. */
  readonly contradicted: boolean | null;
}
export type Event = Round | { readonly gapMs: number; readonly pause: 'sweep' | 'restart' | 'cut' };

const staleMs = 90_000;
const gapMs = fc.constantFrom(5_000, 30_000, 30_000, 60_000, 95_000);
const often = <T>(usual: T, ...others: T[]) => fc.constantFrom(usual, usual, usual, ...others);
export const round: fc.Arbitrary<Round> = fc.record({
  gapMs,
  status: often<Kind | null>('well', 'timeout', 404, 500, 'components', 'version', 'unreadable', null),
  files: often<Kind | null>('well', null, 'timeout', 404),
  overall: often<State>('operational', ...states),
  api: often<State>('operational', ...states),
  storage: often<State | null>('operational', 'major_outage', 'degraded_performance', null),
  slowStatus: often(false, true),
  slowFiles: often(false, true),
  cause: often<Round['cause']>('slot', 'recheck'),
  region: often<string | null>('fra1', 'ams1', null),
  updatedAtMs: fc.constantFrom(1_000, 2_000, null),
  fields: fc.oneof(fc.constant([]), fc.constant([7]), fc.array(fc.nat(200), { maxLength: 9 })),
  contradicted: fc.constantFrom(true, true, false, null),
});
const pause = fc.record({
  gapMs,
  pause: fc.constantFrom('sweep' as const, 'restart' as const, 'cut' as const),
});
export const history = fc.array(fc.oneof({ arbitrary: round, weight: 6 }, pause), {
  minLength: 1,
  maxLength: 25,
});
export const watched = fc
  .record({
    failures: fc.integer({ min: 1, max: 3 }),
    successes: fc.integer({ min: 1, max: 3 }),
    degradedAboveMs: fc.constantFrom(null, 500),
  })
  .map(({ degradedAboveMs, ...confirm }) =>
    aDeployment({
      checks: [aCheck('status', { staleAfterMs: staleMs }), aCheck('files', { staleAfterMs: staleMs })],
      confirm: { ...confirm, recheckAfterMs: 5_000 },
      degradedAboveMs,
    }),
  );

function runOf(
  endpoint: 'status' | 'files',
  kind: Kind,
  atMs: number,
  { overall, api, storage, slowStatus, slowFiles, region, updatedAtMs, fields }: Round,
): CheckResult {
  if (kind === 'timeout') return aBrokenRun(endpoint, atMs);
  if (kind === 404 || kind === 500) return anErrorRun(endpoint, atMs, kind);
  const slow = endpoint === 'status' ? slowStatus : slowFiles;
  const phases = { first_byte: slow ? 501 : 15 };
  const findings = fields.map((field) =>
    aFinding({
      rule: 'drift.unknown_field',
      severity: 'info',
      check: endpoint,
      path: `data[${field}].f${field}`,
    }),
  );
  const well = aRun(endpoint, atMs, { observation: anObservation(atMs, { phases }), findings });
  if (endpoint === 'files') return well;
  if (kind === 'unreadable') return { ...well, claims: null };
  const words = saying(overall, storage === null ? { API: api } : { API: api, Storage: storage });
  const claims = { ...words, region, updatedAtMs };
  return { ...well, claims, reason: kind === 'well' ? null : kind };
}

/** Of a round without the status check, too: it must not count. */
function comparisonsOf({ contradicted }: Round): Comparison[] {
  if (contradicted === null) return [];
  const rule = 'contradiction.status_vs_checks';
  return [{ rule, finding: contradicted ? aFinding({ rule, severity: 'warning' }) : null }];
}

export interface Step {
  readonly nowMs: number;
  /** null for a pause. */
  readonly result: Result | null;
  readonly before: DeploymentState;
  readonly after: DeploymentState;
  readonly changes: readonly Change[];
  readonly durable: boolean;
  readonly restart: boolean;
  /** Our own network was found cut. */
  readonly cut: boolean;
}

export function replay(deployment: Deployment, events: readonly Event[]): Step[] {
  let nowMs = 1_000_000;
  let state = initialState(deployment, nowMs);
  return events.map((event) => {
    nowMs += event.gapMs;
    const before = state;
    const base = { nowMs, before, restart: false, cut: false, changes: [], durable: false };
    if ('pause' in event) {
      const restart = event.pause === 'restart';
      const cut = event.pause === 'cut';
      const swept = restart ? null : (cut ? cutOff : sweep)(deployment, before, nowMs);
      state = restart ? resume(before, nowMs) : (swept?.state ?? before);
      return { ...base, ...swept, restart, cut, result: null, after: state };
    }
    const runs: CheckResult[] = [];
    if (event.status !== null) runs.push(runOf('status', event.status, nowMs, event));
    if (event.files !== null) runs.push(runOf('files', event.files, nowMs, event));
    const result = { ...aResult(nowMs, runs, event.cause), comparisons: comparisonsOf(event) };
    const { changes, durable, state: after } = judge(deployment, before, result, nowMs);
    state = after;
    return { ...base, result, after, changes, durable };
  });
}

/** All runs of a check up to a step, oldest first, with whether anything has made them stale since. */
export function seen(steps: readonly Step[], endpoint: 'status' | 'files') {
  const runs = steps.flatMap(({ result }) => result?.checks.filter((run) => run.endpoint === endpoint) ?? []);
  const lastRun = steps.findLastIndex(({ result }) =>
    result?.checks.some((run) => run.endpoint === endpoint),
  );
  const nowMs = steps.at(-1)?.nowMs ?? 0;
  const restarted = steps.slice(lastRun + 1).some((step) => step.restart || step.cut);
  // Between events time is taken in by the next one only; a pause that sweeps and a round both do.
  const fresh = lastRun >= 0 && !restarted && nowMs - (steps[lastRun]?.nowMs ?? 0) <= staleMs;
  return { runs, fresh };
}

/** The steps up to each one at which time was taken in, a restart or a round without runs being none. */
export const prefixes = (steps: readonly Step[]) =>
  steps
    .map((step, index) => ({ step, past: steps.slice(0, index + 1) }))
    .filter(({ step }) => step.restart || step.result === null || step.result.checks.length > 0);

/** Holds a statement against random histories. */
export const always = (check: (deployment: Deployment, steps: readonly Step[]) => void) =>
  fc.assert(
    fc.property(watched, history, (deployment, events) => check(deployment, replay(deployment, events))),
    { numRuns: 200 },
  );

export const lastOnes = <T>(items: readonly T[], count: number, all: (item: T) => boolean) =>
  items.length >= count && items.slice(-count).every(all);
