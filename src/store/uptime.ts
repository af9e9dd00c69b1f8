// Uptime of every deployment over four windows, from few rows: fine buckets only at a window's old edge.
import type { Uptime } from '../model/history.ts';
import { ceilTo, dayMs, isWithin, lengths, type Range, startOf } from './buckets.ts';
import type { Rollups, Total } from './rollups.ts';
import type { WaitingRollups } from './waiting-rollups.ts';

type WindowName = keyof Uptime;
type Tally = Record<WindowName, { runs: number; bad: number }>;

interface Window {
  readonly name: WindowName;
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

/**
 * Ranges that hold every run since `nowMs - spanMs` (to the finest length) exactly once: each run is in a
 * bucket of every length, so whole hours and days stand for the finer buckets in them.
 */
export function cover(nowMs: number, spanMs: number, lengthsMs: readonly number[]): readonly Range[] {
  let fromMs = startOf(nowMs - spanMs, lengthsMs[0] ?? fineMs);
  return lengthsMs.map((lengthMs, index) => {
    const coarserMs = lengthsMs[index + 1];
    const toMs = coarserMs === undefined ? Number.MAX_SAFE_INTEGER : ceilTo(fromMs, coarserMs);
    const range = { lengthMs, fromMs, toMs };
    fromMs = toMs;
    return range;
  });
}

/** Deployments with a run of their status check in any window. */
export function readUptime(rollups: Rollups, waiting: WaitingRollups, nowMs: number): Map<string, Uptime> {
  const tallies = new Map<string, Tally>();
  const unwritten = [...waiting.all()].filter(([, { endpoint }]) => endpoint === 'status');
  for (const { name, spanMs, lengthsMs } of windows) {
    for (const range of cover(nowMs, spanMs, lengthsMs)) {
      for (const total of rollups.totals(range)) count(tallies, name, total);
      for (const [deployment, bucket] of unwritten) {
        const { runs, bad } = bucket;
        if (isWithin(range, bucket)) count(tallies, name, { deployment, runs, bad });
      }
    }
  }
  return new Map([...tallies].map(([deployment, tally]) => [deployment, shares(tally)]));
}

function count(tallies: Map<string, Tally>, name: WindowName, { deployment, runs, bad }: Total): void {
  const tally = tallies.get(deployment) ?? emptyTally();
  tally[name].runs += runs;
  tally[name].bad += bad;
  tallies.set(deployment, tally);
}

function emptyTally(): Tally {
  const none = () => ({ runs: 0, bad: 0 });
  return { '24h': none(), '7d': none(), '30d': none(), '90d': none() };
}

function shares(tally: Tally): Uptime {
  const share = ({ runs, bad }: Tally[WindowName]) => (runs === 0 ? null : 1 - bad / runs);
  return {
    '24h': share(tally['24h']),
    '7d': share(tally['7d']),
    '30d': share(tally['30d']),
    '90d': share(tally['90d']),
  };
}
