// What readers are handed: the fleet at an instant, its history, and a round on request; nothing that can change it.
import type { EndpointName } from './contract/endpoints.ts';
import { fleetState } from './judge/rollup.ts';
import type { Deployment, Vantage } from './model/deployment.ts';
import type { Result } from './model/round.ts';
import type { AgentComponent, DeploymentView, Snapshot } from './model/snapshot.ts';
import type { State } from './model/states.ts';
import { examine, type Surroundings } from './pipeline.ts';
import type { Events } from './publish/events.ts';
import type { Sources } from './publish/sources.ts';
import { beatOf } from './schedule/beat.ts';
import type { Store } from './store/store.ts';

/** Readers see what was settled at most this long ago. */
const maxAgeMs = 500;
const maxIncidents = 1_000;
/** Runs missed, or failed by ourselves, this recently show the agent's own prober as degraded. */
const troubleMs = 60_000;

/** What reading needs of the fleet. */
export interface Readable {
  /** In the order of the configuration. */
  readonly deployments: () => Iterable<Deployment>;
  /** Another one whenever the deployments are others. */
  readonly revision: number;
  /** Of one that is watched, the same object as long as they are the same. */
  readonly nextRuns: (deployment: string) => DeploymentView['nextRunMs'];
  readonly health: () => AgentHealth;
}

/** How the agent itself is. */
export interface AgentHealth {
  readonly tickFresh: boolean;
  /** When a run was last missed, or failed by ourselves; epoch ms. */
  readonly troubledMs: number;
  /** Our own network is cut. */
  readonly cut: boolean;
}

/** What readers are handed of a process: its fleet, its store, a way to ask, and whether it is ready. */
export interface Reading {
  readonly vantage: Vantage;
  readonly fleet: Readable;
  readonly store: Store;
  readonly around: Surroundings;
  readonly events: Events;
  readonly ready: () => boolean;
}

/** Snapshots are composed at most once in a while, however many read; anew when the fleet is another. */
export function createSources(reading: Reading): Sources {
  const { fleet, store, around } = reading;
  const viewOf = createViews(reading);
  let cached: Snapshot | null = null;
  let revision = fleet.revision;
  return {
    snapshot() {
      const nowMs = around.now();
      if (cached === null || revision !== fleet.revision || Math.abs(nowMs - cached.atMs) > maxAgeMs) {
        cached = compose(reading, viewOf, nowMs);
        revision = fleet.revision;
      }
      return cached;
    },
    history: store.historyInParts,
    incident: store.incident,
    evidence: store.evidence,
    uptime: store.uptime,
    events: reading.events,
    coverage: store.coverage,
    chronicles: () => store.chronicles(around.now()),
    chronicle: (deployment) => store.chronicle(deployment, around.now()),
    incidentsOf: store.incidentsOf,
    examine: createExaminer(reading.vantage, around),
    healthy: () => fleet.health().tickFresh,
    ready: reading.ready,
  };
}

/** A round somebody asked for: one at a time for each deployment, and nothing is remembered of it. */
function createExaminer(vantage: Vantage, around: Surroundings): Sources['examine'] {
  const underWay = new Set<string>();
  return async (deployment: Deployment, checks: readonly EndpointName[]): Promise<Result | null> => {
    if (underWay.has(deployment.id)) return null;
    underWay.add(deployment.id);
    try {
      return await examine(
        deployment,
        beatOf(deployment, vantage.code, around.now(), 'asked', checks),
        around,
      );
    } finally {
      underWay.delete(deployment.id);
    }
  };
}

type View = (deployment: Deployment) => DeploymentView | null;

/** A deployment as readers see it; the same object as long as nothing of it is another. */
function createViews({ fleet, store }: Reading): View {
  const views = new WeakMap<Deployment, DeploymentView>();
  return (deployment) => {
    const state = store.get(deployment.id);
    if (state === null) return null;
    const nextRunMs = fleet.nextRuns(deployment.id);
    const known = views.get(deployment);
    if (known?.state === state && known.nextRunMs === nextRunMs) return known;
    const view = { deployment, state, nextRunMs };
    views.set(deployment, view);
    return view;
  };
}

function compose({ vantage, fleet, store }: Reading, viewOf: View, nowMs: number): Snapshot {
  const deployments: DeploymentView[] = [];
  for (const deployment of fleet.deployments()) {
    const view = viewOf(deployment);
    if (view !== null) deployments.push(view);
  }
  return {
    atMs: nowMs,
    vantage,
    fleet: fleetState(
      deployments.map(({ deployment, state }) => ({ critical: deployment.critical, status: state.status })),
    ),
    deployments,
    incidents: store.incidents(maxIncidents),
    self: selfComponents(fleet.health(), store.healthy(), nowMs),
  };
}

/** The agent under the component names of the `monitoring` kind (API document, "Status document"). */
function selfComponents(health: AgentHealth, storeHealthy: boolean, nowMs: number): AgentComponent[] {
  const troubled = Math.abs(nowMs - health.troubledMs) < troubleMs;
  return [
    { name: 'Status API', state: 'operational' },
    { name: 'Monitoring', state: monitoringState(health, troubled) },
    // Nothing is sent yet, so nothing can be overdue.
    { name: 'Notifications', state: 'operational' },
    { name: 'Incident History', state: storeHealthy ? 'operational' : 'partial_outage' },
  ];
}

function monitoringState({ tickFresh, cut }: AgentHealth, troubled: boolean): State {
  if (!tickFresh) return 'major_outage';
  if (cut) return 'partial_outage';
  return troubled ? 'degraded_performance' : 'operational';
}
