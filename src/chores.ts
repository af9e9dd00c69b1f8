// What is due every second without any answer: staleness, the fleet's clock, and writing what waits.
import { setImmediate } from 'node:timers/promises';
import { medianSkewMs } from './judge/clock.ts';
import { sweep } from './judge/judge.ts';
import type { Settlement } from './model/belief.ts';
import type { Deployment } from './model/deployment.ts';
import type { Store } from './store/store.ts';

/** Rollups and timestamps are written this often; no more of them than this can be lost. */
const flushEveryMs = 60_000;
/** While the disk fails, what waits is tried this often: what is not written is lost with the process. */
const retryEveryMs = 2_000;
const skewEveryMs = 10_000;

interface Chores {
  readonly run: (nowMs: number) => void;
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
  return {
    run(nowMs) {
      for (const deployment of deployments.values()) {
        tell(store.advance(deployment.id, (state) => state && sweep(deployment, state, nowMs)));
      }
      if (Math.abs(nowMs - skewedMs) >= skewEveryMs) {
        skewedMs = nowMs;
        fleetSkewMs = medianSkewMs([...deployments.keys()].map((id) => store.get(id)));
      }
      if (Math.abs(nowMs - flushedMs) >= (store.healthy() ? flushEveryMs : retryEveryMs)) {
        flushedMs = nowMs;
        void flush(store, nowMs);
      }
    },
    fleetSkewMs: () => fleetSkewMs,
  };
}

/** In parts, with a turn for everybody else between them. */
async function flush(store: Store, nowMs: number): Promise<void> {
  while (store.flush(nowMs)) await setImmediate();
}
