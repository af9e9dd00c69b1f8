// What a round shows of our own network: which of its runs a cut may have taken, and whether anything was carried.
import type { Deployment } from '../model/deployment.ts';
import type { CheckResult, Result } from '../model/round.ts';
import { isLocalCause, isLost, networkOf } from './local-cause.ts';
import type { Reading } from './readings.ts';

/** Whether nothing of it came from beyond our own network. */
export function isAllLocal(deployment: Deployment, runs: readonly CheckResult[]): boolean {
  return runs.every(({ observation }) => isLocalCause(observation, isProxied(deployment)));
}

export function firstStartOf(runs: readonly CheckResult[]): number {
  return runs.reduce(
    (first, { observation }) => Math.min(first, observation.startedMs),
    Number.POSITIVE_INFINITY,
  );
}

export function lastStartOf(runs: readonly CheckResult[]): number {
  return runs.reduce(
    (last, { observation }) => Math.max(last, observation.startedMs),
    Number.NEGATIVE_INFINITY,
  );
}

export function lastEndOf(runs: readonly CheckResult[]): number {
  return runs.reduce(
    (last, { observation }) => Math.max(last, observation.endedMs),
    Number.NEGATIVE_INFINITY,
  );
}

/** Of a round what a cut may have taken, and what tells of the target however that was; null for neither. */
export function partsOf(
  deployment: Deployment,
  result: Result,
): { lost: Result | null; told: Result | null } {
  const { checks } = result;
  if (checks.every(({ observation }) => observation.failure === null)) return { lost: null, told: result };
  const [lost, told] = [true, false].map((which) =>
    checks.filter(({ observation }) => isLost(observation, isProxied(deployment)) === which),
  );
  const of = (runs: readonly CheckResult[] = []) => (runs.length === 0 ? null : { ...result, checks: runs });
  return { lost: of(lost), told: of(told) };
}

/**
 * null where nothing shows whether the network carried it: a deadline that was hit while a proxy's answer was waited for.
 * Where the target took the connection, and said no more until the deadline, the network worked as it began.
 */
export function readingOf(deployment: Deployment, told: Result | null, { checks }: Result): Reading | null {
  const isLocal = isAllLocal(deployment, checks);
  if (told === null && !isLocal && isProxied(deployment)) return null;
  const runs = told?.checks ?? (isLocal ? checks : checks.filter((run) => !isAllLocal(deployment, [run])));
  const last = runs.at(-1)?.observation;
  return {
    deployment: deployment.id,
    network: last?.remoteAddress ? networkOf(last.remoteAddress) : null,
    beganMs: lastStartOf(runs),
    endedMs: last?.endedMs ?? 0,
    isLocal,
    everyMs: Math.min(...deployment.checks.map(({ intervalMs }) => intervalMs)),
  };
}

function isProxied({ connection }: Deployment): boolean {
  return connection.proxy !== null;
}
