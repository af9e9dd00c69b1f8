// What readers are handed: the whole fleet at an instant, composed at most once in a while, however many read.
import { fleetState } from './judge/rollup.ts';
import type { AgentComponent, Deployment, DeploymentState, DeploymentView, Incident, Snapshot, State, Vantage } from './model.ts';

/** Readers see what was settled at most this long ago. */
const maxAgeMs = 500;
const maxIncidents = 1_000;
/** Runs missed this recently show the agent's own prober as degraded. */
const lateMemoryMs = 60_000;

export interface FleetSources {
  readonly vantage: Vantage;
  readonly deployments: () => Iterable<Deployment>;
  readonly state: (deployment: string) => DeploymentState | null;
  readonly nextRuns: (deployment: string) => DeploymentView['nextRunMs'];
  readonly incidents: (limit: number) => readonly Incident[];
  readonly health: () => AgentHealth;
}

/** How the agent itself is. */
export interface AgentHealth {
  readonly tickFresh: boolean;
  readonly lastLateMs: number;
  readonly storeHealthy: boolean;
}

/** Composes a snapshot; the same object while it is young enough, or until `refresh`. */
export function createSnapshots(sources: FleetSources): {
  current: (nowMs: number) => Snapshot;
  refresh: () => void;
} {
  let cached: Snapshot | null = null;
  return {
    current(nowMs) {
      if (cached === null || Math.abs(nowMs - cached.atMs) > maxAgeMs) cached = compose(sources, nowMs);
      return cached;
    },
    refresh() {
      cached = null;
    },
  };
}

function compose(sources: FleetSources, nowMs: number): Snapshot {
  const deployments: DeploymentView[] = [];
  for (const deployment of sources.deployments()) {
    const state = sources.state(deployment.id);
    if (state !== null) deployments.push({ deployment, state, nextRunMs: { ...sources.nextRuns(deployment.id) } });
  }
  return {
    atMs: nowMs,
    vantage: sources.vantage,
    fleet: fleetState(
      deployments.map(({ deployment, state }) => ({ critical: deployment.critical, status: state.status })),
    ),
    deployments,
    incidents: sources.incidents(maxIncidents),
    self: selfComponents(sources.health(), nowMs),
  };
}

/** The agent under the component names of the `monitoring` kind (API document, "Status document"). */
function selfComponents(health: AgentHealth, nowMs: number): AgentComponent[] {
  const late = nowMs - health.lastLateMs < lateMemoryMs;
  const monitoring: State = !health.tickFresh ? 'major_outage' : late ? 'degraded_performance' : 'operational';
  return [
    { name: 'Status API', state: 'operational' },
    { name: 'Monitoring', state: monitoring },
    // Nothing is sent yet, so nothing can be overdue.
    { name: 'Notifications', state: 'operational' },
    { name: 'Incident History', state: health.storeHealthy ? 'operational' : 'partial_outage' },
  ];
}
