// What is due every second without any answer: staleness, the fleet's clock, writing what waits, counting uptime.
import { setTimeout } from 'node:timers/promises';
import { medianSkewMs } from './judge/clock.ts';
import type { Settlement } from './model/belief.ts';
import type { Deployment } from './model/deployment.ts';
import { createStaleness, type Staleness } from './staleness.ts';
import type { Store } from './store/store.ts';

/** Rollups and timestamps are written this often; no more of them than this can be lost. */
const flushEveryMs = 60_000;
/** While the disk fails, what waits is tried this often: what is not written is lost with the process. */
const retryEveryMs = 2_000;
/** Uptime is told as of this long ago at most, and of how long its count takes. */
const recountEveryMs = 60_000;
const skewEveryMs = 10_000;
/** Between two parts of a flush or a count: neither must be what the loop does most, and 50,000 deployments take half a minute. */
const partEveryMs = 20;

interface Chores extends Pick<Staleness, 'watch' | 'end'> {
  readonly run: (nowMs: number) => Promise<void>;
  /** Median of the fleet's clocks against ours, ms; null where none tells it, and until first answers had time to come. */
  readonly fleetSkewMs: () => number | null;
}

export function createChores(
  store: Store,
  deployments: ReadonlyMap<string, Deployment>,
  tell: (settlement: Settlement | null) => void,
  startedMs: number,
): Chores {
  let fleetSkewMs: number | null = null;
  let skewedMs = startedMs;
  let flushedMs = startedMs;
  let countedMs = Number.NEGATIVE_INFINITY;
  let isBusy = false;
  const { watch, sweep, end } = createStaleness(store, deployments, tell, startedMs);

  /** With time for everybody else between the parts. */
  async function inParts(part: (nowMs: number) => boolean, nowMs: number): Promise<void> {
    isBusy = true;
    try {
      while (part(nowMs)) await setTimeout(partEveryMs);
    } finally {
      isBusy = false;
    }
  }

  return {
    watch,
    end,
    async run(nowMs) {
      await sweep(nowMs);
      if (Math.abs(nowMs - skewedMs) >= skewEveryMs) {
        skewedMs = nowMs;
        fleetSkewMs = medianSkewMs([...deployments.keys()].map((id) => store.get(id)));
      }
      const patienceMs = store.healthy() ? flushEveryMs : retryEveryMs;
      if (!isBusy && Math.abs(nowMs - flushedMs) >= patienceMs) {
        flushedMs = nowMs;
        void inParts(store.flush, nowMs);
      }
      if (!isBusy && Math.abs(nowMs - countedMs) >= recountEveryMs) {
        countedMs = nowMs;
        void inParts(store.recount, nowMs);
      }
    },
    fleetSkewMs: () => fleetSkewMs,
  };
}
