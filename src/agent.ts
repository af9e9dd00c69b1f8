// The composition root: a Config in, an agent that starts, reloads and stops out; here the stages are put together.
import type { Config } from './config/config.ts';
import type { EndpointName } from './contract/endpoints.ts';
import { Fleet } from './fleet.ts';
import { createFailureLog, type Logger } from './log.ts';
import type { Deployment } from './model/deployment.ts';
import type { Result } from './model/round.ts';
import { newestOf } from './newest.ts';
import { examine } from './pipeline.ts';
import { createProber } from './probe/rounds.ts';
import { createEvents, type EventHub } from './publish/events.ts';
import { createMetrics, type Metrics } from './publish/metrics.ts';
import { createServer, type Server } from './publish/server.ts';
import { createSources } from './readers.ts';
import { beatOf } from './schedule/beat.ts';
import { createLimiter, type Limiter } from './schedule/limiter.ts';
import { openStore } from './store/sqlite.ts';
import type { Store } from './store/store.ts';

interface AgentOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly version: string;
}

export class Agent {
  #config: Config;
  readonly #log: Logger;
  readonly #metrics: Metrics;
  readonly #events: EventHub = createEvents(Date.now);
  readonly #store: Store;
  readonly #limiter: Limiter;
  readonly #fleet: Fleet;
  readonly #server: Server;
  readonly #closeProber: () => void;
  #stopping = false;
  /** The start, however it ends: a reload comes after it. */
  #begun: Promise<unknown> = Promise.resolve();
  #reloading = false;

  /** Opens the store; throws a StoreError where it cannot be had. */
  constructor({ config, log, version }: AgentOptions) {
    this.#config = config;
    this.#log = log;
    const metrics = createMetrics({ version, stateSet: config.metrics.stateSet });
    const report = createFailureLog(log, Date.now);
    const failed = (stage: string, error: unknown) => {
      metrics.errors(stage);
      report(stage, error);
    };
    this.#metrics = metrics;
    this.#store = openStore({
      path: config.store.path,
      historyMs: config.store.historyMs,
      nowMs: Date.now(),
      onCommit: (durationMs) => metrics.storeCommit(durationMs / 1000),
      onError: (error) => failed('store', error),
    });
    this.#limiter = createLimiter(config.agent.maxInFlight);
    metrics.inFlight(this.#limiter.inFlight);
    const prober = createProber({ userAgent: `picket/${version}` });
    this.#closeProber = prober.close;
    const { run: limit } = this.#limiter;
    const { egress } = config.agent;
    const { tell } = this.#events;
    const means = { prober, limit, now: Date.now, store: this.#store, metrics, tell, log, failed, egress };
    this.#fleet = new Fleet(config.agent.vantage.code, means);
    this.#server = createServer({
      sources: createSources({
        vantage: config.agent.vantage,
        fleet: this.#fleet,
        store: this.#store,
        around: this.#fleet.surroundings,
        events: this.#events,
        ready: () => !this.#stopping && this.#fleet.settled,
      }),
      metrics,
      basePath: config.agent.basePath,
      version,
      logger: false,
    });
  }

  /** Begins to listen, then to probe; resolves to the addresses listened on: none where it was stopped meanwhile. */
  start(): Promise<readonly string[]> {
    const started = this.#start();
    this.#begun = started.catch(() => undefined);
    return started;
  }

  async #start(): Promise<readonly string[]> {
    this.#warn(this.#config);
    this.#fleet.forgetOthers(this.#config.deployments);
    if ((await this.#fleet.watch(this.#config.deployments)) === null) return [];
    const urls: string[] = [];
    for (const address of this.#config.agent.listen) urls.push(await this.#server.listen(address));
    this.#metrics.reloaded(true, Date.now(), this.#config.hash);
    this.#fleet.start();
    return urls;
  }

  /** Rounds under way are waited for and settled, then the store is closed. */
  async stop(): Promise<void> {
    this.#stopping = true;
    try {
      await this.#fleet.stop();
      await this.#server.close();
      this.#closeProber();
    } finally {
      this.#store.close(Date.now());
    }
  }

  /**
   * Takes over what `load` gives; on any error everything stays as it was, and a metric says so. One at a time: of
   * those asked for meanwhile the newest comes next, and its outcome is also that of the others.
   */
  readonly reload = newestOf((load: () => Config | Promise<Config>) => this.#reload(load));

  /** Whether a reload is under way or waits. */
  get reloading(): boolean {
    return this.#reloading;
  }

  async #reload(load: () => Config | Promise<Config>): Promise<boolean> {
    if (this.#stopping) return false;
    this.#reloading = true;
    try {
      const config = await load();
      await this.#begun;
      return await this.#apply(config);
    } catch (error) {
      if (this.#stopping) return false;
      this.#metrics.reloaded(false, Date.now(), this.#config.hash);
      const message = `config rejected, the old one stays in force: ${error instanceof Error ? error.message : error}`;
      this.#log.error({ event: 'config.rejected' }, message);
      return false;
    } finally {
      this.#reloading = false;
    }
  }

  /** False where the agent was stopped meanwhile. */
  async #apply(config: Config): Promise<boolean> {
    const counts = await this.#fleet.watch(config.deployments);
    if (counts === null) return false;
    this.#limiter.resize(config.agent.maxInFlight);
    if (fixedPart(config) !== fixedPart(this.#config)) {
      const message = 'what changed in agent, store and metrics takes effect at the next start';
      this.#log.warn({ event: 'config.restart_needed' }, message);
    }
    this.#warn(config);
    this.#config = config;
    if (counts.added + counts.changed + counts.removed > 0) this.#events.tellFleet();
    this.#log.info({ event: 'config.reloaded', ...counts }, 'config reloaded');
    this.#metrics.reloaded(true, Date.now(), config.hash);
    return true;
  }

  #warn({ warnings }: Config): void {
    for (const warning of warnings) this.#log.warn({ event: 'config.warning' }, warning);
  }
}

/** What a running agent cannot change: where it listens, what it is called, where it remembers. */
function fixedPart({ agent: { maxInFlight: _, ...agent }, store, metrics }: Config): string {
  return JSON.stringify({ agent, store, metrics });
}

/** One round of a deployment, without an agent; nothing is remembered of it. */
export async function examineOnce(
  deployment: Deployment,
  checks: readonly EndpointName[],
  version: string,
): Promise<Result> {
  const prober = createProber({ userAgent: `picket/${version}` });
  const limit = <T>(task: () => Promise<T>) => task();
  const around = { prober, limit, now: Date.now, fleetSkewMs: () => 0 };
  try {
    return await examine(deployment, beatOf(deployment, 'cli', Date.now(), 'asked', checks), around);
  } finally {
    prober.close();
  }
}
