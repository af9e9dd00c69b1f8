// What one deployment has coming: the next slot of each of its checks, and whether a re-check fits in before it.
import type { CheckName, Deployment } from '../model/deployment.ts';
import { firstRunAt, phaseHash, slotAfter, slotsMissed } from './beat.ts';

export interface Plan {
  readonly deployment: Deployment;
  readonly hash: number;
  /** Instants of the next slots, epoch ms. */
  readonly nextMs: Partial<Record<CheckName, number>>;
  /** Checks of a re-check that came due while a round was under way. */
  readonly waiting: Set<CheckName>;
  underWay: boolean;
  removed: boolean;
}

/** Each check runs once soon, then at its slots. */
export function createPlan(deployment: Deployment, region: string, nowMs: number): Plan {
  const hash = phaseHash(deployment.id, region);
  const nextMs: Plan['nextMs'] = {};
  for (const { endpoint, intervalMs } of deployment.checks) {
    nextMs[endpoint] = firstRunAt(hash, intervalMs, nowMs);
  }
  return { deployment, hash, nextMs, waiting: new Set(), underWay: false, removed: false };
}

/** The instant of the deployment's next round. */
export function nextRoundMs({ nextMs }: Plan): number {
  return Math.min(...Object.values(nextMs));
}

/** The checks due at `atMs`, in the order of the deployment. */
export function dueAt({ deployment, nextMs }: Plan, atMs: number): readonly CheckName[] {
  return deployment.checks
    .map(({ endpoint }) => endpoint)
    .filter((endpoint) => (nextMs[endpoint] ?? atMs) <= atMs);
}

/** Moves checks to their first slots after `nowMs`; how many slots of each that passed, its old next one included. */
export function moveOn(plan: Plan, checks: readonly CheckName[], nowMs: number): Map<CheckName, number> {
  const passed = new Map<CheckName, number>();
  for (const { endpoint, intervalMs } of plan.deployment.checks) {
    if (!checks.includes(endpoint)) continue;
    const dueMs = plan.nextMs[endpoint] ?? nowMs;
    passed.set(endpoint, dueMs > nowMs ? 0 : 1 + slotsMissed(plan.hash, intervalMs, dueMs, nowMs));
    plan.nextMs[endpoint] = slotAfter(plan.hash, intervalMs, nowMs);
  }
  return passed;
}

/** Those of `checks` that a re-check at `atMs` is over with, at their timeouts, before their own next slots. */
export function before(plan: Plan, checks: readonly CheckName[], atMs: number): readonly CheckName[] {
  return namesOf(plan, checks, ({ endpoint, timeoutMs }) => (plan.nextMs[endpoint] ?? 0) > atMs + timeoutMs);
}

/** Those of `checks` that a round from `fromMs` is over with, one after the other, before any slot it would block. */
export function fitting(plan: Plan, checks: readonly CheckName[], fromMs: number): readonly CheckName[] {
  const untilMs = nextRoundMs(plan);
  let endMs = fromMs;
  return namesOf(plan, checks, ({ timeoutMs }) => {
    const fits = endMs + timeoutMs < untilMs;
    if (fits) endMs += timeoutMs;
    return fits;
  });
}

function namesOf(
  { deployment }: Plan,
  checks: readonly CheckName[],
  wanted: (check: Deployment['checks'][number]) => boolean,
): readonly CheckName[] {
  return deployment.checks
    .filter((check) => checks.includes(check.endpoint) && wanted(check))
    .map(({ endpoint }) => endpoint);
}
