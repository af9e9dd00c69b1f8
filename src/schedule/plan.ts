// What one deployment has coming: the next slot of each of its checks, and which a re-check may ask before it.
import type { CheckName, Deployment } from '../model/deployment.ts';
import { firstRunAt, phaseHash, slotAfter, slotsMissed } from './beat.ts';

export interface Plan {
  readonly deployment: Deployment;
  readonly hash: number;
  /** Instants of the next slots, epoch ms. */
  readonly nextMs: Partial<Record<CheckName, number>>;
  /** A round of a slot; a re-check holds up nothing. */
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
  return { deployment, hash, nextMs, underWay: false, removed: false };
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

/** Those of `checks` whose next slot is further away than `atMs`, in the order of the deployment. */
export function before(
  { deployment, nextMs }: Plan,
  checks: readonly CheckName[],
  atMs: number,
): readonly CheckName[] {
  return deployment.checks
    .map(({ endpoint }) => endpoint)
    .filter((endpoint) => checks.includes(endpoint) && (nextMs[endpoint] ?? 0) > atMs);
}
