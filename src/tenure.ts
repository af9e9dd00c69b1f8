// What the store holds of a deployment from when it is taken up until it is let go.
import { initialState, resume, retire, unmoved } from './judge/judge.ts';
import type { Settlement } from './model/belief.ts';
import type { Deployment } from './model/deployment.ts';
import type { Store } from './store/store.ts';

/** Unknown until its first run, with the streaks and the incident it had. */
export function takeUp(store: Store, deployment: Deployment, nowMs: number): void {
  store.advance(deployment.id, (known) => {
    const left = store.unresolved().get(deployment.id) ?? null;
    return unmoved(known === null ? initialState(deployment, nowMs, left) : resume(known, nowMs));
  });
}

/** Its state is forgotten, its open incident resolved; null where there was no state. */
export function letGo(store: Store, deployment: string, nowMs: number): Settlement | null {
  const settlement = store.advance(deployment, (state) => state && retire(state, nowMs));
  store.remove(deployment);
  return settlement;
}

/** Ids of deployments that the store holds something of, and that are not among these. */
export function leftBehind(store: Store, deployments: readonly Deployment[]): readonly string[] {
  const configured = new Set(deployments.map(({ id }) => id));
  const held = new Set([...store.load().map(({ deployment }) => deployment), ...store.unresolved().keys()]);
  return [...held].filter((id) => !configured.has(id));
}
