// Uptime of every deployment over four windows, from few rows: fine buckets only at a window's old edge.
import type { Uptime } from '../model/history.ts';
import { ceilTo, dayMs, lengths, type Range, startOf } from './buckets.ts';
import type { Rollups, Slot, Span, Total } from './rollups.ts';
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
export const uptimesAtOnce = 50;
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
    const lastWritten = rollups.lastOf(days, after, most) ?? endOfIds;
    const { unwritten, to } = firstOf(waiting.deployments(), { after, to: lastWritten }, most);
    const totals = rollups.totals([...slots.values()], { after, to });
    const more = unwritten.flatMap((deployment) => waitingTotals(waiting, deployment, slots));
    for (const [deployment, tally] of tallies([...totals, ...more])) shares.set(deployment, sharesOf(tally));
    count.after = to;
    return to !== endOfIds;
  }

  return {
    shares: () => last,
    recount: (nowMs) => {
      try {
        underWay ??= begin(nowMs);
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

function begin(nowMs: number): Count {
  const days = { lengthMs: dayMs, fromMs: startOf(nowMs - longestMs, dayMs), toMs: endOf(nowMs, dayMs) };
  return { slots: slotsOf(nowMs), days, shares: new Map(), after: '' };
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

/** Which of these ids lie in the span, in any order; of too many the first ones, with a span that ends there. */
export function firstOf(
  ids: readonly string[],
  { after, to }: Span,
  most: number,
): { readonly unwritten: readonly string[]; readonly to: string } {
  let lastId = to;
  let unwritten = ids.filter((id) => id > after && id <= lastId);
  while (unwritten.length > most) {
    // The middle of some stands for the middle of all: sorting 50,000 would take longer than a part may.
    const some = unwritten.slice(0, most + 1).sort();
    lastId = some[most >> 1] ?? lastId;
    unwritten = unwritten.filter((id) => id <= lastId);
  }
  return { unwritten, to: lastId };
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
