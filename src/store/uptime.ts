// Uptime and coverage of every deployment over four windows: counted anew now and then, from few rows, and run by run between.
import type { Coverage, Sample, Uptime } from '../model/history.ts';
import { dayMs, startOf, type Writable } from './buckets.ts';
import type { Rollups, Slot, Total } from './rollups.ts';
import type { StoreEvents } from './store.ts';
import { endOfIds, type Part, stretches } from './stretches.ts';
import { edgeOf, endOf, keyOf, longestMs, slotsOf, windows } from './uptime-windows.ts';
import type { WaitingRollups } from './waiting-rollups.ts';

/** Deployments that one part counts: some 3 ms with months of history, in which nothing else happens. */
export const uptimesAtOnce = 40;

export interface UptimeCount {
  /** A run that was recorded: a first and a bad one show at once, a good one in the next count or with the next bad one. */
  readonly add: (sample: Sample) => void;
  /** As the last count that was finished found it, and the bad runs since; empty before the first. */
  readonly shares: () => ReadonlyMap<string, Uptime>;
  readonly coverage: () => ReadonlyMap<string, Coverage>;
  /** Counts a part, of a new count when none is under way; whether there is more of it. */
  readonly recount: (nowMs: number) => boolean;
}

interface Shares {
  /** When the count began. */
  readonly nowMs: number;
  /** A sum for each window. */
  readonly sums: Map<string, Sums>;
  readonly uptime: Map<string, Uptime>;
  readonly coverage: Map<string, Coverage>;
}

/** A count under way: some deployments after others, each in one part with all that is written and waits of it. */
interface Count extends Shares {
  readonly slots: ReadonlyMap<string, Slot>;
  readonly parts: Iterator<Part, undefined>;
}

type Tally = Pick<Total, 'runs' | 'bad' | 'coveredMs'>;
type Sums = readonly Writable<Tally>[];
const noSums = (): Sums => windows.map(() => ({ runs: 0, bad: 0, coveredMs: 0 }));

/** Of deployments with a run of their status check in any window. A file that cannot be read ends a count. */
export function openUptime(
  rollups: Rollups,
  waiting: WaitingRollups,
  most: number,
  onError: StoreEvents['onError'],
): UptimeCount {
  let last: Shares = { nowMs: 0, sums: new Map(), uptime: new Map(), coverage: new Map() };
  let underWay: Count | null = null;

  function begin(nowMs: number): Count {
    // Whoever has a run in a window has one in these.
    const days = { lengthMs: dayMs, fromMs: startOf(nowMs - longestMs, dayMs), toMs: endOf(nowMs, dayMs) };
    const parts = stretches(rollups, days, waiting.deployments(), most);
    return { nowMs, slots: slotsOf(nowMs), parts, sums: new Map(), uptime: new Map(), coverage: new Map() };
  }

  /** Whether there is more. */
  function countPart(count: Count): boolean {
    const { slots, parts } = count;
    const { value: part } = parts.next();
    if (part === undefined) return false;
    const totals = rollups.totals([...slots.values()], part);
    const known = new Set([...totals.map(({ deployment }) => deployment), ...part.unwritten]);
    const more = [...known].flatMap((deployment) => waitingTotals(waiting, deployment, slots));
    for (const [deployment, sums] of tallies([...totals, ...more])) {
      count.sums.set(deployment, sums);
      show(count, deployment, sums, count.nowMs);
    }
    return part.to !== endOfIds;
  }

  return {
    add: (sample) => {
      if (sample.endpoint !== 'status') return;
      const isCounted = last.nowMs > 0;
      // Who is not in a count that is whole had no run.
      if (isCounted && !last.sums.has(sample.deployment)) last.sums.set(sample.deployment, noSums());
      addTo(last, sample);
      if (underWay !== null) addTo(underWay, sample);
    },
    shares: () => last.uptime,
    coverage: () => last.coverage,
    recount: (nowMs) => {
      try {
        underWay ??= begin(nowMs);
        if (countPart(underWay)) return true;
        last = underWay;
      } catch (error) {
        onError(error);
      }
      underWay = null;
      return false;
    },
  };
}

/** Of who is counted: whose part of a count is still to come has the run in it. In place, as at every check. */
function addTo(shares: Shares, { deployment, atMs, bad, coveredMs }: Sample): void {
  const sums = shares.sums.get(deployment);
  if (sums === undefined) return;
  for (const sum of sums) {
    sum.runs += 1;
    if (bad) sum.bad += 1;
    sum.coveredMs += coveredMs;
  }
  if (bad || !shares.uptime.has(deployment)) show(shares, deployment, sums, atMs);
}

function show({ nowMs, uptime, coverage }: Shares, deployment: string, sums: Sums, atMs: number): void {
  uptime.set(deployment, uptimeOf(sums));
  coverage.set(deployment, coverageOf(sums, nowMs, atMs));
}

function waitingTotals(
  waiting: WaitingRollups,
  deployment: string,
  slots: ReadonlyMap<string, Slot>,
): readonly Total[] {
  return waiting.ofCheck(deployment, 'status').flatMap((bucket) => {
    const slot = slots.get(keyOf(bucket));
    if (slot === undefined) return [];
    const { runs, bad, coveredMs } = bucket;
    return [{ deployment, windows: slot.windows, runs, bad, coveredMs }];
  });
}

function tallies(totals: readonly Total[]): ReadonlyMap<string, Sums> {
  const found = new Map<string, Sums>();
  for (const { deployment, windows: counted, runs, bad, coveredMs } of totals) {
    const sums = found.get(deployment) ?? noSums();
    found.set(deployment, sums);
    for (const [index, sum] of sums.entries()) {
      if ((counted & (1 << index)) === 0) continue;
      sum.runs += runs;
      sum.bad += bad;
      sum.coveredMs += coveredMs;
    }
  }
  return found;
}

/** Of the time from a window's old edge at the count to `atMs`. The last run stands for time that has not passed. */
function coverageOf(sums: Sums, nowMs: number, atMs: number): Coverage {
  const covered = windows.map(({ spanMs, lengthsMs }, index) => {
    const lengthMs = Math.max(nowMs, atMs) - edgeOf(nowMs, spanMs, lengthsMs);
    return Math.min(1, (sums[index]?.coveredMs ?? 0) / lengthMs);
  });
  const [day = 0, week = 0, month = 0, quarter = 0] = covered;
  return { '24h': day, '7d': week, '30d': month, '90d': quarter };
}

function uptimeOf(sums: Sums): Uptime {
  const [day, week, month, quarter] = sums.map(({ runs, bad }) => (runs === 0 ? null : 1 - bad / runs));
  return { '24h': day ?? null, '7d': week ?? null, '30d': month ?? null, '90d': quarter ?? null };
}
