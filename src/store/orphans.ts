// Incidents whose state is gone or could not be read: the next state of the deployment takes one over, or it ends.
import type { Incident } from '../model/belief.ts';
import type { Incidents } from './incidents.ts';
import type { States } from './states.ts';

interface Orphans {
  /** By deployment; live. */
  readonly all: () => ReadonlyMap<string, Incident>;
  /** The deployment is settled or forgotten: its orphan as it ends, unless it is among those that go on. */
  readonly release: (deployment: string, goOn: readonly Incident[]) => readonly Incident[];
}

/** At the start: the newest one of each deployment without a state waits for it, every other one ends now. */
export function openOrphans(states: States, incidents: Incidents, nowMs: number): Orphans {
  const orphans = new Map<string, Incident>();
  for (const incident of incidents.unresolved()) {
    const { id, deployment } = incident;
    const state = states.get(deployment);
    if (state?.incident?.id === id) continue;
    if (state === null && !orphans.has(deployment)) orphans.set(deployment, incident);
    else incidents.put(ended(incident, nowMs));
  }
  return {
    all: () => orphans,
    release: (deployment, goOn) => {
      if (orphans.size === 0) return [];
      const orphan = orphans.get(deployment);
      orphans.delete(deployment);
      return orphan === undefined || goOn.some(({ id }) => id === orphan.id) ? [] : [ended(orphan, nowMs)];
    },
  };
}

function ended(incident: Incident, nowMs: number): Incident {
  const resolvedMs = Math.max(nowMs, incident.createdMs);
  const update = { atMs: resolvedMs, state: 'unknown', text: 'resolved: what it stood in was lost' } as const;
  return { ...incident, status: 'resolved', resolvedMs, updates: [...incident.updates, update] };
}
