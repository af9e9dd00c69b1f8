// Counts runs as they settle, and writes all metrics of the agent and its fleet when they are scraped.
import { Registry } from 'prom-client';
import type { Settlement } from '../model/belief.ts';
import type { Deployment } from '../model/deployment.ts';
import type { BeatCause, Walk } from '../model/round.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { type AgentMetrics, createAgentMetrics } from './agent-metrics.ts';
import { checkFamilies } from './check-families.ts';
import { deploymentFamilies } from './deployment-families.ts';
import { expose } from './exposition.ts';
import { type FleetFamily, targetsOf } from './family.ts';
import type { MetricsFormat } from './openmetrics.ts';
import { type OwnFamily, ownFamilies, ownGauge } from './own-families.ts';
import { createArena } from './page-bytes.ts';
import { componentStateSet, partFamilies } from './part-families.ts';
import { countRun, countWalk, type Tally } from './tally.ts';
import { walkFamilies } from './walk-families.ts';

export interface Metrics extends Omit<AgentMetrics, 'rechecked'> {
  /** Counts the runs of a settled round; call it once for each settlement. */
  readonly record: (deployment: Deployment, cause: BeatCause, settlement: Settlement) => void;
  /** Counts what a walk that was taken in found; once for each. */
  readonly walked: (deployment: Deployment, walk: Walk) => void;
  /** Drops the counts of a deployment that was removed or changed. */
  readonly forget: (deploymentId: string) => void;
  /** The page as bytes, in pieces; written in short turns, so that nothing waits for a large fleet. */
  readonly render: (snapshot: Snapshot, format: MetricsFormat) => Promise<readonly Buffer[]>;
  /** Takes back a page that nobody reads any more: the next is written over it. */
  readonly recycle: (page: readonly Buffer[]) => void;
}

interface MetricsOptions {
  readonly version: string;
  /** Whether components are shown as a StateSet too. */
  readonly stateSet: boolean;
}

/** Every family of the fleet, in the order of the rendering. */
export function fleetFamilies(stateSet: boolean): readonly FleetFamily[] {
  const asked = stateSet ? [componentStateSet] : [];
  return [...checkFamilies, ...walkFamilies, ...deploymentFamilies, ...partFamilies, ...asked];
}

/** Counts itself. */
export const seriesGauge = (series: number): OwnFamily =>
  ownGauge('picket_series', 'Series in this rendering.', series);

export function createMetrics({ version, stateSet }: MetricsOptions): Metrics {
  const registry = new Registry();
  const tallies = new Map<string, Tally>();
  const families = fleetFamilies(stateSet);
  const arena = createArena();
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
    recycle: arena.giveBack,
    render: async (snapshot, format) => {
      // One target that cannot be read must not take every other down with it.
      const failed = () => agent.errors('publish');
      const fleet = await expose(families, targetsOf(snapshot, tallies), format, failed, arena);
      const ofAgent = (own: readonly OwnFamily[]) => expose(own, [null], format, failed, arena);
      const own = await ofAgent(await ownFamilies(registry));
      const count = await ofAgent([seriesGauge(fleet.series + own.series + 1)]);
      const end = format === 'openmetrics' ? [Buffer.from('# EOF\n')] : [];
      return [...fleet.chunks, ...own.chunks, ...count.chunks, ...end];
    },
  };
}
