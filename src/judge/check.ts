// What is believed of each check: which runs are taken in, their streaks, and whether they are still fresh.

import type { CheckState, LastRun, Streak } from '../model/belief.ts';
import type { Check, CheckName, Deployment } from '../model/deployment.ts';
import type { CheckResult, Comparison, Observation, Result } from '../model/round.ts';
import type { Reason } from '../model/states.ts';
import { advanceStreak, emptyStreak } from './streak.ts';

export type Checks = Readonly<Partial<Record<CheckName, CheckState>>>;

/** Earlier than any Beat. */
const neverMs = -1;
/** A timer may fire this much before the clock says so; a Beat further ahead tells that the clock was set back. */
const maxBeatAheadMs = 1_000;

const unreachable: ReadonlySet<Reason> = new Set(['dns', 'connect', 'tls', 'timeout', 'reset', 'protocol']);

/** There was an answer, and it was not a 5xx. */
export function isReachable(reason: Reason | null, httpStatus: number | null): boolean {
  if (reason === null) return true;
  const isServerError = httpStatus !== null && httpStatus >= 500 && httpStatus <= 599;
  return !unreachable.has(reason) && !(reason === 'http_status' && isServerError);
}

/** A whole answer came. */
export function isInFull({ failure }: Observation): boolean {
  return failure === null;
}

/** Slower than `degraded_above`; never where that is off. */
export function isSlow({ degradedAboveMs }: Deployment, { phases }: Observation): boolean {
  const { first_byte = 0, transfer = 0 } = phases;
  return degradedAboveMs !== null && first_byte + transfer > degradedAboveMs;
}

/** Whether what a check said may still be shown: a fresh run, and not confirmed failing. */
export function isTrusted(check: CheckState | undefined): boolean {
  return check?.fresh === true && check.up.confirmed !== 1;
}

/** The runs of a result that are news, and the deployment's checks with them taken in. */
export interface Intake {
  readonly checks: Checks;
  /** In the order of the deployment's checks. */
  readonly runs: readonly CheckResult[];
  /** Of the status document; none where its run is no news. */
  readonly comparisons: readonly Comparison[];
}

/** Checks the deployment no longer has are left out; runs that are late, repeated or only asked for are no news. */
export function takeIn(deployment: Deployment, before: Checks, result: Result, nowMs: number): Intake {
  const checks: Partial<Record<CheckName, CheckState>> = {};
  const runs: CheckResult[] = [];
  for (const check of deployment.checks) {
    let state = before[check.endpoint] ?? neverRun(check.endpoint);
    const run = result.checks.find(({ endpoint }) => endpoint === check.endpoint);
    if (run !== undefined && result.beat.cause !== 'asked' && !isLate(state, result, nowMs)) {
      runs.push(run);
      state = advance(deployment, state, run, result.beat.atMs);
    }
    checks[check.endpoint] = isOverdue(check, state, nowMs) ? { ...state, fresh: false } : state;
  }
  const isStatusNews = runs.some(({ endpoint }) => endpoint === 'status');
  return { checks, runs, comparisons: isStatusNews ? result.comparisons : [] };
}

/** The checks with those that lost their freshness; the same object when none did. */
export function expire(deployment: Deployment, before: Checks, nowMs: number): Checks {
  let checks = before;
  for (const check of deployment.checks) {
    const state = before[check.endpoint];
    if (state?.fresh && isOverdue(check, state, nowMs)) {
      checks = { ...checks, [check.endpoint]: { ...state, fresh: false } };
    }
  }
  return checks;
}

/** None of the checks fresh, as our own network is cut; the same object when that was so already. */
export function cut(before: Checks): Checks {
  let checks = before;
  for (const check of Object.values(before)) {
    if (!check.cut) checks = { ...checks, [check.endpoint]: { ...check, fresh: false, cut: true } };
  }
  return checks;
}

/** After a restart: whatever made it so, nothing is known of it. */
export function forgotten({ cut: _, ...check }: CheckState): CheckState {
  return { ...check, fresh: false };
}

/** Before this instant nothing of the deployment goes stale that is fresh, or is so by a run until then; epoch ms. */
export function staleFromMs(deployment: Deployment, checks: Checks, nowMs: number): number {
  const instants = deployment.checks.map(({ endpoint, staleAfterMs }) => {
    const check = checks[endpoint];
    const sinceMs = check?.fresh ? (check.lastRunMs ?? nowMs) : nowMs;
    return sinceMs + staleAfterMs + 1;
  });
  return Math.max(nowMs + 1, Math.min(...instants));
}

export function neverRun(endpoint: CheckName): CheckState {
  return {
    endpoint,
    fresh: false,
    up: emptyStreak,
    reachable: emptyStreak,
    slow: emptyStreak,
    lastBeatMs: neverMs,
    lastRunMs: null,
    lastSuccessMs: null,
    last: null,
    listed: null,
    walk: null,
  };
}

/** A latest Beat that is still to come means that the clock went back: it holds up nothing that comes after it. */
function isLate({ lastBeatMs }: CheckState, { beat }: Result, nowMs: number): boolean {
  return beat.atMs <= lastBeatMs && lastBeatMs <= nowMs + maxBeatAheadMs;
}

/** A run far ahead of the clock (it went back) is no more an answer of now than one long ago. */
function isOverdue(check: Check, { fresh, lastRunMs }: CheckState, nowMs: number): boolean {
  return fresh && lastRunMs !== null && Math.abs(nowMs - lastRunMs) > check.staleAfterMs;
}

function advance(deployment: Deployment, before: CheckState, run: CheckResult, atMs: number): CheckState {
  const { confirm } = deployment;
  const { reason, observation } = run;
  const reached = isReachable(reason, observation.status);
  return {
    endpoint: run.endpoint,
    fresh: true,
    up: advanceStreak(before.up, reason === null ? 0 : 1, confirm),
    reachable: advanceStreak(before.reachable, reached ? 0 : 1, confirm),
    slow: slowAfter(deployment, before.slow, observation),
    lastBeatMs: atMs,
    lastRunMs: observation.endedMs,
    lastSuccessMs: reason === null ? observation.endedMs : before.lastSuccessMs,
    last: lastRun(run),
    listed: run.claims?.items ?? before.listed,
    walk: deployment.pagination === null ? null : before.walk,
  };
}

/** What was not had in full says nothing of speed, and connecting is not the service's own time. */
function slowAfter(deployment: Deployment, before: Streak, observation: Observation): Streak {
  if (deployment.degradedAboveMs === null) return before.recent.length === 0 ? before : emptyStreak;
  if (!isInFull(observation)) return before;
  return advanceStreak(before, isSlow(deployment, observation) ? 1 : 0, deployment.confirm);
}

function lastRun({ reason, observation, claims, findings }: CheckResult): LastRun {
  return {
    reason,
    failure: observation.failure,
    httpStatus: observation.status,
    phases: observation.phases,
    durationMs: observation.durationMs,
    bodyBytes: observation.bodyBytes,
    remoteAddress: observation.remoteAddress,
    items: claims?.items ?? null,
    findings,
  };
}
