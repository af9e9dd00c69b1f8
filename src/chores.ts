// What is due every second without any answer: staleness, the fleet's clock, and writing what waits.
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
const skewEveryMs = 10_000;
/** Between two parts of a flush: it must not be what the loop does most, and 50,000 deployments take half a minute. */
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
  let isFlushing = false;
  const { watch, sweep, end } = createStaleness(store, deployments, tell, startedMs);

  /** In parts, with time for everybody else between them. */
  async function flush(nowMs: number): Promise<void> {
    isFlushing = true;
    try {
      while (store.flush(nowMs)) await setTimeout(partEveryMs);
    } finally {
      isFlushing = false;
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
      if (!isFlushing && Math.abs(nowMs - flushedMs) >= patienceMs) {
        flushedMs = nowMs;
        void flush(nowMs);
      }
    },
    fleetSkewMs: () => fleetSkewMs,
  };
}
