// What one deployment has coming: the next slot of each of its checks, and what a re-check may ask before it.
import type { CheckName, Deployment } from '../model/deployment.ts';
import { firstRunAt, phaseHash, slotAfter, slotsMissed } from './beat.ts';

export interface Plan {
  readonly deployment: Deployment;
  readonly hash: number;
  /** Instants of the next slots, epoch ms; another object whenever one of them is another. */
  nextMs: Readonly<Partial<Record<CheckName, number>>>;
  /** The round of a slot, until it settles; a re-check holds up nothing. */
  underWay: Promise<void> | null;
  removed: boolean;
}

/** Each check runs once within `soonMs`, then at its slots. */
export function createPlan(deployment: Deployment, region: string, nowMs: number, soonMs: number): Plan {
  const hash = phaseHash(deployment.id, region);
  const intervalsMs = deployment.checks.map(({ intervalMs }) => intervalMs);
  const firstMs = firstRunAt(hash, intervalsMs, nowMs, soonMs);
  const nextMs = Object.fromEntries(deployment.checks.map(({ endpoint }) => [endpoint, firstMs]));
  return { deployment, hash, nextMs, underWay: null, removed: false };
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
  const nextMs = { ...plan.nextMs };
  for (const { endpoint, intervalMs } of plan.deployment.checks) {
    if (!checks.includes(endpoint)) continue;
    const dueMs = plan.nextMs[endpoint] ?? nowMs;
    passed.set(endpoint, dueMs > nowMs ? 0 : 1 + slotsMissed(plan.hash, intervalMs, dueMs, nowMs));
    nextMs[endpoint] = slotAfter(plan.hash, intervalMs, nowMs);
  }
  plan.nextMs = nextMs;
  return passed;
}

/** A run of some checks between their slots. */
export interface Recheck {
  readonly atMs: number;
  /** In the order of the deployment. */
  readonly checks: readonly CheckName[];
  /** Some of them may be asked at slots of their own meanwhile. */
  readonly hasCompany: boolean;
}

/**
 * Of `checks` at `atMs`, those whose next slot is further away; where there are any, `company` with them, whenever its
 * next slot is. That is a moment later than a slot of the company: of two runs of one instant one would be lost.
 */
export function recheckOf(
  plan: Plan,
  checks: readonly CheckName[],
  company: readonly CheckName[],
  atMs: number,
): Recheck | null {
  const all = plan.deployment.checks;
  const further = new Set(checks.filter((check) => (plan.nextMs[check] ?? 0) > atMs));
  if (further.size === 0) return null;
  const isAtSlot = all.some(
    ({ endpoint, intervalMs }) =>
      company.includes(endpoint) && slotAfter(plan.hash, intervalMs, atMs - 1) === atMs,
  );
  return {
    atMs: isAtSlot ? atMs + 1 : atMs,
    checks: all.map(({ endpoint }) => endpoint).filter((name) => further.has(name) || company.includes(name)),
    hasCompany: company.length > 0,
  };
}
