// What readers are handed: the fleet at an instant, its history, and a round on request; nothing that can change it.
import type { EndpointName } from './contract/endpoints.ts';
import { fleetState } from './judge/rollup.ts';
import type { Deployment, Vantage } from './model/deployment.ts';
import type { Result } from './model/round.ts';
import type { AgentComponent, DeploymentView, Snapshot } from './model/snapshot.ts';
import type { State } from './model/states.ts';
import { examine, type Surroundings } from './pipeline.ts';
import type { Sources } from './publish/sources.ts';
import { beatOf } from './schedule/beat.ts';
import type { Store } from './store/store.ts';

/** Readers see what was settled at most this long ago. */
const maxAgeMs = 500;
const maxIncidents = 1_000;
/** Runs missed this recently show the agent's own prober as degraded. */
const lateMemoryMs = 60_000;

/** What reading needs of the agent. */
export interface Readable {
  readonly vantage: Vantage;
  /** In the order of the configuration. */
  readonly deployments: () => Iterable<Deployment>;
  readonly nextRuns: (deployment: string) => DeploymentView['nextRunMs'];
  readonly health: () => AgentHealth;
  readonly ready: () => boolean;
}

/** How the agent itself is. */
export interface AgentHealth {
  readonly tickFresh: boolean;
  readonly lastLateMs: number;
}

/** Snapshots are composed at most once in a while, however many read. */
export function createSources(fleet: Readable, store: Store, around: Surroundings): Sources {
  let cached: Snapshot | null = null;
  return {
    snapshot() {
      const nowMs = around.now();
      if (cached === null || Math.abs(nowMs - cached.atMs) > maxAgeMs) cached = compose(fleet, store, nowMs);
      return cached;
    },
    history: store.history,
    uptime: () => store.uptime(around.now()),
    examine: createExaminer(fleet.vantage, around),
    healthy: () => fleet.health().tickFresh,
    ready: fleet.ready,
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

function compose(fleet: Readable, store: Store, nowMs: number): Snapshot {
  const deployments: DeploymentView[] = [];
  for (const deployment of fleet.deployments()) {
    const state = store.get(deployment.id);
    if (state !== null)
      deployments.push({ deployment, state, nextRunMs: { ...fleet.nextRuns(deployment.id) } });
  }
  return {
    atMs: nowMs,
    vantage: fleet.vantage,
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
  const late = nowMs - health.lastLateMs < lateMemoryMs;
  const monitoring: State = !health.tickFresh
    ? 'major_outage'
    : late
      ? 'degraded_performance'
      : 'operational';
  return [
    { name: 'Status API', state: 'operational' },
    { name: 'Monitoring', state: monitoring },
    // Nothing is sent yet, so nothing can be overdue.
    { name: 'Notifications', state: 'operational' },
    { name: 'Incident History', state: storeHealthy ? 'operational' : 'partial_outage' },
  ];
}
