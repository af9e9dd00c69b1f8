// What is due every second without any answer: staleness, the fleet's clock, and writing what waits.
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
  /** Median of the fleet's clocks against ours, ms; null while too few tell it. */
  readonly measuredSkewMs: () => number | null;
  /** The same to judge by: our own clock is right where too few tell; null until first answers had time to come. */
  readonly fleetSkewMs: () => number | null;
}

export function createChores(
  store: Store,
  deployments: ReadonlyMap<string, Deployment>,
  tell: (settlement: Settlement | null) => void,
  startedMs: number,
): Chores {
  let measuredSkewMs: number | null = null;
  let isMeasured = false;
  let skewedMs = startedMs;
  let flushedMs = startedMs;
  return {
    run(nowMs) {
      for (const deployment of deployments.values()) {
        tell(store.advance(deployment.id, (state) => state && sweep(deployment, state, nowMs)));
      }
      if (Math.abs(nowMs - skewedMs) >= skewEveryMs) {
        skewedMs = nowMs;
        isMeasured = true;
        measuredSkewMs = medianSkewMs([...deployments.keys()].map((id) => store.get(id)));
      }
      if (Math.abs(nowMs - flushedMs) >= (store.healthy() ? flushEveryMs : retryEveryMs)) {
        flushedMs = nowMs;
        store.flush(nowMs);
      }
    },
    measuredSkewMs: () => measuredSkewMs,
    fleetSkewMs: () => (isMeasured ? (measuredSkewMs ?? 0) : null),
  };
}
