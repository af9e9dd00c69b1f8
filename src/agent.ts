// The composition root: a Config in, an agent that starts, reloads and stops out; the only place all stages meet.
import type { Config } from './config/config.ts';
import { difference } from './config/difference.ts';
import type { EndpointName } from './contract/endpoints.ts';
import { medianSkewMs } from './judge/clock.ts';
import { initialState, resume, retire, sweep } from './judge/judge.ts';
import { fleetState } from './judge/rollup.ts';
import { createFailureLog, type Logger, logChange } from './log.ts';
import type { AgentComponent, Beat, Deployment, Result, Settlement, Snapshot } from './model.ts';
import { examine, type Surroundings, settle } from './pipeline.ts';
import { createProber } from './probe/http.ts';
import type { Prober } from './probe/prober.ts';
import { createMetrics, type Metrics } from './publish/metrics.ts';
import { createServer, type Server } from './publish/server.ts';
import { beatOf } from './schedule/beat.ts';
import { createLimiter, type Limiter } from './schedule/limiter.ts';
import { Scheduler, type SkipReason, tickStaleMs } from './schedule/scheduler.ts';
import { openStore } from './store/sqlite.ts';
import type { Store } from './store/store.ts';

/** Rollups and timestamps are written this often; no more of them than this can be lost. */
const flushEveryMs = 60_000;
const skewEveryMs = 10_000;
/** Readers see what was settled at most this long ago. */
const snapshotMaxAgeMs = 500;
const maxIncidentsShown = 1_000;
/** Runs begun later than their slots were within this time show the prober as degraded. */
const lateMemoryMs = 60_000;

export interface AgentOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly version: string;
}

export class Agent {
  #config: Config;
  readonly #log: Logger;
  readonly #failed: (stage: string, error: unknown) => void;
  readonly #metrics: Metrics;
  readonly #store: Store;
  readonly #prober: Prober;
  readonly #limiter: Limiter;
  readonly #around: Surroundings;
  readonly #scheduler: Scheduler;
  readonly #server: Server;
  readonly #deployments = new Map<string, Deployment>();
  /** Deployments whose status check has neither run nor been skipped yet. */
  readonly #awaited = new Set<string>();
  /** Deployments with a round under way that somebody asked for. */
  readonly #asked = new Set<string>();
  #snapshot: Snapshot | null = null;
  #fleetSkewMs = 0;
  #skewMs = 0;
  #flushedMs = Date.now();
  #lateMs = 0;
  #stopping = false;
}
