// Uptime of every deployment over four windows, from few rows: fine buckets only at a window's old edge.
import type { Uptime } from '../model/history.ts';
import { ceilTo, dayMs, lengths, type Range, startOf } from './buckets.ts';
import { inOrder } from './in-order.ts';
import type { Rollups, Slot, Total } from './rollups.ts';
import type { StoreEvents } from './store.ts';
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
/** No id comes after it: they are ASCII. */
const endOfIds = '\uffff';

export interface UptimeCount {
  /** As the last count that was finished found it; empty before the first. */
  readonly shares: () => ReadonlyMap<string, Uptime>;
  /** Counts a part, of a new count when none is under way; whether there is more of it. */
  readonly recount: (nowMs: number) => boolean;
}

/** A count under way: some deployments after others, each in one part with all that is written and waits of it. */
interface Count {
  readonly slots: ReadonlyMap<string, Slot>;
  /** Whoever has a run in a window has one in these. */
  readonly days: Range;
  readonly shares: Map<string, Uptime>;
  /** Of whom something waited when it began; `next` are the first of them still to be counted. */
  readonly unwritten: Iterator<string, undefined>;
  next: readonly string[];
  after: string;
}

type Tally = { runs: number; bad: number }[];

/** Of deployments with a run of their status check in any window. A file that cannot be read ends a count. */
export function openUptime(
  rollups: Rollups,
  waiting: WaitingRollups,
  most: number,
  onError: StoreEvents['onError'],
): UptimeCount {
  let last: ReadonlyMap<string, Uptime> = new Map();
  let underWay: Count | null = null;

  /** Whether there is more. */
  function part(count: Count): boolean {
    const { slots, days, after, shares } = count;
    const next = [...count.next, ...take(count.unwritten, most - count.next.length)];
    const lastWritten = rollups.lastOf(days, after, most) ?? endOfIds;
    const lastWaiting = next[most - 1] ?? endOfIds;
    const to = lastWritten < lastWaiting ? lastWritten : lastWaiting;
    const totals = rollups.totals([...slots.values()], { after, to });
    const known = new Set([...totals.map(({ deployment }) => deployment), ...next.filter((id) => id <= to)]);
    const more = [...known].flatMap((deployment) => waitingTotals(waiting, deployment, slots));
    for (const [deployment, tally] of tallies([...totals, ...more])) shares.set(deployment, sharesOf(tally));
    count.next = next.filter((id) => id > to);
    count.after = to;
    return to !== endOfIds;
  }

  return {
    shares: () => last,
    recount: (nowMs) => {
      try {
        underWay ??= begin(nowMs, inOrder(waiting.deployments()));
        if (part(underWay)) return true;
        last = underWay.shares;
      } catch (error) {
        onError(error);
      }
      underWay = null;
      return false;
    },
  };
}

function begin(nowMs: number, unwritten: Count['unwritten']): Count {
  const days = { lengthMs: dayMs, fromMs: startOf(nowMs - longestMs, dayMs), toMs: endOf(nowMs, dayMs) };
  return { slots: slotsOf(nowMs), days, shares: new Map(), unwritten, next: [], after: '' };
}

function take(ids: Iterator<string, undefined>, most: number): readonly string[] {
  const taken: string[] = [];
  while (taken.length < most) {
    const { value } = ids.next();
    if (value === undefined) break;
    taken.push(value);
  }
  return taken;
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
  let fromMs = startOf(nowMs - spanMs, lengthsMs[0] ?? fineMs);
  return lengthsMs.map((lengthMs, index) => {
    const coarserMs = lengthsMs[index + 1];
    const toMs = coarserMs === undefined ? endOf(nowMs, lengthMs) : ceilTo(fromMs, coarserMs);
    const range = { lengthMs, fromMs, toMs };
    fromMs = toMs;
    return range;
  });
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
    return slot === undefined
      ? []
      : [{ deployment, windows: slot.windows, runs: bucket.runs, bad: bucket.bad }];
  });
}

function tallies(totals: readonly Total[]): ReadonlyMap<string, Tally> {
  const found = new Map<string, Tally>();
  for (const { deployment, windows: counted, runs, bad } of totals) {
    const tally = found.get(deployment) ?? windows.map(() => ({ runs: 0, bad: 0 }));
    found.set(deployment, tally);
    for (const [index, sum] of tally.entries()) {
      if ((counted & (1 << index)) === 0) continue;
      sum.runs += runs;
      sum.bad += bad;
    }
  }
  return found;
}

function sharesOf(tally: Tally): Uptime {
  const [day, week, month, quarter] = tally.map(({ runs, bad }) => (runs === 0 ? null : 1 - bad / runs));
  return { '24h': day ?? null, '7d': week ?? null, '30d': month ?? null, '90d': quarter ?? null };
}
