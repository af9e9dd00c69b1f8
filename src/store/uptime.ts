// Uptime and coverage of every deployment over four windows, from few rows: fine buckets only at a window's old edge.
import type { Coverage, Uptime } from '../model/history.ts';
import { ceilTo, dayMs, lengths, type Range, startOf, type Writable } from './buckets.ts';
import type { Rollups, Slot, Total } from './rollups.ts';
import type { StoreEvents } from './store.ts';
import { endOfIds, type Part, stretches } from './stretches.ts';
import type { WaitingRollups } from './waiting-rollups.ts';

interface Window {
  readonly name: keyof Uptime;
  readonly spanMs: number;
  /** Finest first; the first is how sharp the old edge is. */
  readonly lengthsMs: readonly number[];
}

const { fineMs, hourMs } = lengths;
const windows: readonly Window[] = [
  { name: '24h', spanMs: dayMs, lengthsMs: [fineMs, hourMs, dayMs] },
  { name: '7d', spanMs: 7 * dayMs, lengthsMs: [hourMs, dayMs] },
  { name: '30d', spanMs: 30 * dayMs, lengthsMs: [hourMs, dayMs] },
  { name: '90d', spanMs: 90 * dayMs, lengthsMs: [hourMs, dayMs] },
];
const longestMs = 90 * dayMs;

/** Deployments that one part counts: some 3 ms with months of history, in which nothing else happens. */
export const uptimesAtOnce = 40;

export interface UptimeCount {
  /** As the last count that was finished found it; empty before the first. */
  readonly shares: () => ReadonlyMap<string, Uptime>;
  readonly coverage: () => ReadonlyMap<string, Coverage>;
  /** Counts a part, of a new count when none is under way; whether there is more of it. */
  readonly recount: (nowMs: number) => boolean;
}

interface Shares {
  readonly uptime: Map<string, Uptime>;
  readonly coverage: Map<string, Coverage>;
}

/** A count under way: some deployments after others, each in one part with all that is written and waits of it. */
interface Count extends Shares {
  readonly nowMs: number;
  readonly slots: ReadonlyMap<string, Slot>;
  readonly parts: Iterator<Part, undefined>;
}

type Tally = Pick<Total, 'runs' | 'bad' | 'coveredMs'>;

/** Of deployments with a run of their status check in any window. A file that cannot be read ends a count. */
export function openUptime(
  rollups: Rollups,
  waiting: WaitingRollups,
  most: number,
  onError: StoreEvents['onError'],
): UptimeCount {
  let last: Shares = { uptime: new Map(), coverage: new Map() };
  let underWay: Count | null = null;

  function begin(nowMs: number): Count {
    // Whoever has a run in a window has one in these.
    const days = { lengthMs: dayMs, fromMs: startOf(nowMs - longestMs, dayMs), toMs: endOf(nowMs, dayMs) };
    const parts = stretches(rollups, days, waiting.deployments(), most);
    return { nowMs, slots: slotsOf(nowMs), parts, uptime: new Map(), coverage: new Map() };
  }

  /** Whether there is more. */
  function countPart({ nowMs, slots, parts, uptime, coverage }: Count): boolean {
    const { value: part } = parts.next();
    if (part === undefined) return false;
    const totals = rollups.totals([...slots.values()], part);
    const known = new Set([...totals.map(({ deployment }) => deployment), ...part.unwritten]);
    const more = [...known].flatMap((deployment) => waitingTotals(waiting, deployment, slots));
    for (const [deployment, sums] of tallies([...totals, ...more])) {
      uptime.set(deployment, uptimeOf(sums));
      coverage.set(deployment, coverageOf(sums, nowMs));
    }
    return part.to !== endOfIds;
  }

  return {
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

/** Every bucket that counts in a window, once. */
function slotsOf(nowMs: number): ReadonlyMap<string, Slot> {
  const slots = new Map<string, Slot>();
  for (const [index, { spanMs, lengthsMs }] of windows.entries()) {
    for (const { lengthMs, fromMs, toMs } of cover(nowMs, spanMs, lengthsMs)) {
      for (let startMs = fromMs; startMs < toMs; startMs += lengthMs) {
        const key = keyOf({ lengthMs, startMs });
        const known = slots.get(key)?.windows ?? 0;
        slots.set(key, { lengthMs, startMs, windows: known | (1 << index) });
      }
    }
  }
  return slots;
}

const keyOf = ({ lengthMs, startMs }: Pick<Slot, 'lengthMs' | 'startMs'>) => `${lengthMs}/${startMs}`;

/**
 * Ranges that hold every run since `nowMs - spanMs` (to the finest length) exactly once: each run is in a
 * bucket of every length, so whole hours and days stand for the finer buckets in them.
 */
export function cover(nowMs: number, spanMs: number, lengthsMs: readonly number[]): readonly Range[] {
  let fromMs = edgeOf(nowMs, spanMs, lengthsMs);
  return lengthsMs.map((lengthMs, index) => {
    const coarserMs = lengthsMs[index + 1];
    const toMs = coarserMs === undefined ? endOf(nowMs, lengthMs) : ceilTo(fromMs, coarserMs);
    const range = { lengthMs, fromMs, toMs };
    fromMs = toMs;
    return range;
  });
}

/** Where a window begins, to its finest length. */
function edgeOf(nowMs: number, spanMs: number, lengthsMs: readonly number[]): number {
  return startOf(nowMs - spanMs, lengthsMs[0] ?? fineMs);
}

/** The bucket after now's belongs to it: runs may be counted a little out of order. */
function endOf(nowMs: number, lengthMs: number): number {
  return startOf(nowMs, lengthMs) + 2 * lengthMs;
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

/** A sum for each window. */
function tallies(totals: readonly Total[]): ReadonlyMap<string, readonly Tally[]> {
  const found = new Map<string, Writable<Tally>[]>();
  for (const { deployment, windows: counted, runs, bad, coveredMs } of totals) {
    const sums = found.get(deployment) ?? windows.map(() => ({ runs: 0, bad: 0, coveredMs: 0 }));
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

/** Of the time from a window's old edge. The last run stands for time that has not passed. */
function coverageOf(sums: readonly Tally[], nowMs: number): Coverage {
  const covered = windows.map(({ spanMs, lengthsMs }, index) => {
    const lengthMs = nowMs - edgeOf(nowMs, spanMs, lengthsMs);
    return Math.min(1, (sums[index]?.coveredMs ?? 0) / lengthMs);
  });
  const [day = 0, week = 0, month = 0, quarter = 0] = covered;
  return { '24h': day, '7d': week, '30d': month, '90d': quarter };
}

function uptimeOf(sums: readonly Tally[]): Uptime {
  const [day, week, month, quarter] = sums.map(({ runs, bad }) => (runs === 0 ? null : 1 - bad / runs));
  return { '24h': day ?? null, '7d': week ?? null, '30d': month ?? null, '90d': quarter ?? null };
}
