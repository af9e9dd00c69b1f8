// Counts runs as they settle, and writes all metrics of the agent and its fleet when they are scraped.
import { Gauge, type Metric, Registry } from 'prom-client';
import type { Settlement } from '../model/belief.ts';
import type { Deployment } from '../model/deployment.ts';
import type { BeatCause, Walk } from '../model/round.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { type AgentMetrics, createAgentMetrics } from './agent-metrics.ts';
import { checkFamilies } from './check-families.ts';
import { componentStateSet, deploymentFamilies } from './deployment-families.ts';
import { type Family, type Target, targetsOf } from './family.ts';
import { countSeries, type MetricsFormat, toOpenMetrics } from './openmetrics.ts';
import { countRun, countWalk, type Tally } from './tally.ts';

export interface Metrics extends Omit<AgentMetrics, 'rechecked'> {
  /** Counts the runs of a settled round; call it once for each settlement. */
  readonly record: (deployment: Deployment, cause: BeatCause, settlement: Settlement) => void;
  /** Counts what a walk that was taken in found; once for each. */
  readonly walked: (deployment: Deployment, walk: Walk) => void;
  /** Drops the counts of a deployment that was removed or changed. */
  readonly forget: (deploymentId: string) => void;
  readonly render: (snapshot: Snapshot, format: MetricsFormat) => Promise<string>;
}

interface MetricsOptions {
  readonly version: string;
  /** Whether components are shown as a StateSet too. */
  readonly stateSet: boolean;
}

/** Every family of the fleet, in the order of the rendering. */
export function fleetFamilies(stateSet: boolean): readonly Family[] {
  return [...checkFamilies, ...deploymentFamilies, ...(stateSet ? [componentStateSet] : [])];
}

export function createMetrics({ version, stateSet }: MetricsOptions): Metrics {
  const registry = new Registry();
  const tallies = new Map<string, Tally>();
  const families = fleetFamilies(stateSet);
  const collect = (family: Family, targets: readonly Target[]) => {
    try {
      return targets.flatMap((target) => family.samples(target));
    } catch {
      // One throwing family would take every other down with it.
      agent.errors('publish');
      return [];
    }
  };
  const tallyOf = ({ id }: Deployment): Tally => {
    const tally = tallies.get(id) ?? new Map();
    tallies.set(id, tally);
    return tally;
  };
  const { rechecked, ...agent } = createAgentMetrics(registry, version);

  return {
    ...agent,
    record: (deployment, cause, { runs }) => {
      if (cause === 'asked') return;
      if (cause === 'recheck') return rechecked(runs.length);
      const tally = tallyOf(deployment);
      for (const run of runs) countRun(tally, run);
    },
    walked: (deployment, walk) => countWalk(tallyOf(deployment), walk),
    forget: (deploymentId) => {
      tallies.delete(deploymentId);
    },
    render: async (snapshot, format) => {
      const targets = targetsOf(snapshot, tallies);
      // A registry of its own for each rendering: another one under way has other targets.
      const fleet = new Registry();
      for (const family of families) register(fleet, family, () => collect(family, targets));
      const text = await withSeries(`${await fleet.metrics()}\n${await registry.metrics()}`);
      return format === 'openmetrics' ? toOpenMetrics(text) : text;
    },
  };
}

/** prom-client asks a registered object only for these; its type wants one of its own classes. */
function register(registry: Registry, { name, type, help }: Family, collect: () => unknown[]): void {
  const collector = { name, type, help, get: () => ({ name, type, help, values: collect() }) };
  registry.registerMetric(collector as unknown as Metric);
}

/** Adds picket_series, which counts the rendering it is in, itself included. */
async function withSeries(text: string): Promise<string> {
  const registry = new Registry();
  const series = new Gauge({
    name: 'picket_series',
    help: 'Series in this rendering.',
    registers: [registry],
  });
  series.set(countSeries(text) + 1);
  return `${text}\n${await registry.metrics()}`;
}
