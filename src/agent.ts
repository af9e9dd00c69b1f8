// The composition root: a Config in, an agent that starts, reloads and stops out; the only place all stages meet.
import type { Config } from './config/config.ts';
import { difference } from './config/difference.ts';
import { medianSkewMs } from './judge/clock.ts';
import { initialState, resume, retire, sweep } from './judge/judge.ts';
import { createFailureLog, type Logger } from './log.ts';
import type { Beat, Deployment, Result, Settlement } from './model.ts';
import { examine, type Surroundings, settle } from './pipeline.ts';
import type { Prober } from './probe/prober.ts';
import { createProber } from './probe/rounds.ts';
import { createMetrics, type Metrics } from './publish/metrics.ts';
import { createServer, type Server } from './publish/server.ts';
import { createSources, type Fleet } from './readers.ts';
import { createLimiter, type Limiter } from './schedule/limiter.ts';
import { Scheduler, type SkipReason } from './schedule/scheduler.ts';
import { openStore } from './store/sqlite.ts';
import type { Store } from './store/store.ts';

/** Rollups and timestamps are written this often; no more of them than this can be lost. */
const flushEveryMs = 60_000;
const skewEveryMs = 10_000;

export interface AgentOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly version: string;
}

export class Agent {
  #config: Config;
  readonly #log: Logger;
  readonly #report: (stage: string, error: unknown) => void;
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
  #fleetSkewMs = 0;
  #skewedMs = 0;
  #flushedMs = Date.now();
  #lateMs = 0;
  #stopping = false;

  constructor({ config, log, version }: AgentOptions) {
    this.#config = config;
    this.#log = log;
    this.#report = createFailureLog(log, Date.now);
    this.#metrics = createMetrics({ version, stateSet: config.metrics.stateSet });
    this.#store = openStore({
      path: config.store.path,
      historyMs: config.store.historyMs,
      nowMs: Date.now(),
      onCommit: (durationMs) => this.#metrics.storeCommit(durationMs / 1000),
      onError: (error) => this.#failed('store', error),
    });
    this.#limiter = createLimiter(config.agent.maxInFlight);
    this.#metrics.inFlight(this.#limiter.inFlight);
    this.#prober = createProber({ userAgent: `picket/${version}` });
    this.#around = {
      prober: this.#prober,
      limit: this.#limiter.run,
      now: Date.now,
      fleetSkewMs: () => this.#fleetSkewMs,
    };
    this.#scheduler = new Scheduler({
      region: config.agent.vantage.code,
      run: (beat, deployment) => this.#round(beat, deployment),
      onSkip: (deployment, reason, runs) => this.#skipped(deployment, reason, runs),
      onTick: (nowMs) => this.#tick(nowMs),
      onStall: () => this.#failed('schedule', new Error('the tick stood still')),
    });
    this.#server = createServer({
      sources: createSources(this.#fleet(), this.#store, this.#around),
      metrics: this.#metrics,
      basePath: config.agent.basePath,
      version,
      logger: false,
    });
  }

  /** Begins to listen, then to probe; resolves to the addresses listened on. */
  async start(): Promise<readonly string[]> {
    const configured = new Set(this.#config.deployments.map((deployment) => deployment.id));
    for (const state of this.#store.load()) {
      if (!configured.has(state.deployment)) this.#retire(state.deployment);
    }
    for (const deployment of this.#config.deployments) this.#watch(deployment);
    const urls: string[] = [];
    for (const address of this.#config.agent.listen) urls.push(await this.#server.listen(address));
    this.#metrics.reloaded(true, Date.now(), this.#config.hash);
    this.#scheduler.start();
    return urls;
  }

  /** Rounds under way are waited for and settled, then the store is closed. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#scheduler.stop();
    await this.#server.close();
    this.#prober.close();
    this.#store.close(Date.now());
  }

  /** Takes over what `load` gives; on any error everything stays as it was, and a metric says so. */
  async reload(load: () => Config | Promise<Config>): Promise<boolean> {
    try {
      this.#apply(await load());
    } catch (error) {
      this.#metrics.reloaded(false, Date.now(), this.#config.hash);
      this.#log.error(
        { event: 'config.rejected', err: error },
        'config rejected, the old one stays in force',
      );
      return false;
    }
    this.#metrics.reloaded(true, Date.now(), this.#config.hash);
    return true;
  }

  #apply(config: Config): void {
    const { added, changed, removed } = difference(this.#deployments.values(), config.deployments);
    for (const { id } of [...removed, ...changed]) {
      this.#scheduler.remove(id);
      this.#prober.forget(id);
      this.#metrics.forget(id);
      this.#deployments.delete(id);
    }
    for (const { id } of removed) this.#retire(id);
    for (const deployment of [...changed, ...added]) this.#watch(deployment);
    this.#limiter.resize(config.agent.maxInFlight);
    this.#config = config;
    const counts = { added: added.length, changed: changed.length, removed: removed.length };
    this.#log.info({ event: 'config.reloaded', ...counts }, 'config reloaded');
  }

  /** Begins to probe a deployment: unknown until its first run, with the streaks and incident it had. */
  #watch(deployment: Deployment): void {
    this.#deployments.set(deployment.id, deployment);
    this.#awaited.add(deployment.id);
    this.#store.advance(deployment.id, (known) => {
      const state = known === null ? initialState(deployment, Date.now()) : resume(known);
      return { state, changes: [], durable: false, applied: [] };
    });
    this.#scheduler.add(deployment);
  }

  /** Forgets a deployment that is configured no more; its open incident is resolved. */
  #retire(id: string): void {
    this.#awaited.delete(id);
    const settlement = this.#store.advance(id, (state) =>
      state === null ? null : retire(state, Date.now()),
    );
    this.#tell(settlement);
    this.#store.remove(id);
  }

  async #round(beat: Beat, deployment: Deployment): Promise<void> {
    try {
      const result = await examine(deployment, beat, this.#around);
      // Removed or changed while it was under way: the answer belongs to a deployment that is no more.
      if (this.#deployments.get(deployment.id) !== deployment) return;
      this.#take(deployment, result);
    } catch (error) {
      this.#failed('round', error);
    }
  }

  #take(deployment: Deployment, result: Result): void {
    const nowMs = Date.now();
    const settlement = settle(deployment, result, this.#store, nowMs);
    if (settlement === null) return;
    this.#metrics.record(deployment, result, settlement);
    this.#tell(settlement);
    if (result.beat.checks.includes('status')) this.#awaited.delete(deployment.id);
    if (result.beat.cause !== 'slot') return;
    const started = result.checks[0]?.observation.startedMs;
    if (started !== undefined) this.#metrics.schedulerDelay(Math.max(0, started - result.beat.atMs) / 1000);
    const failing = result.checks.filter((check) => check.reason !== null).map((check) => check.endpoint);
    this.#scheduler.recheck(deployment.id, failing, nowMs + deployment.confirm.recheckAfterMs);
  }

  #skipped(deployment: Deployment, reason: SkipReason, runs: number): void {
    this.#metrics.skipped(reason, runs);
    this.#awaited.delete(deployment.id);
    if (reason === 'late') this.#lateMs = Date.now();
  }

  #tick(nowMs: number): void {
    this.#metrics.tick(nowMs);
    for (const deployment of this.#deployments.values()) {
      this.#tell(this.#store.advance(deployment.id, (state) => state && sweep(deployment, state, nowMs)));
    }
    if (nowMs - this.#skewedMs >= skewEveryMs) {
      this.#skewedMs = nowMs;
      this.#fleetSkewMs = medianSkewMs([...this.#deployments.keys()].map((id) => this.#store.get(id)));
    }
    if (nowMs - this.#flushedMs >= flushEveryMs) {
      this.#flushedMs = nowMs;
      this.#store.flush(nowMs);
    }
  }

  #tell(settlement: Settlement | null): void {
    for (const { kind, atMs, incident, text, ...rest } of settlement?.changes ?? []) {
      const bad = kind === 'incident_opened' || kind === 'incident_updated';
      const line = {
        event: kind,
        ...rest,
        ...(incident && { incident: incident.id, impact: incident.impact }),
      };
      this.#log[bad ? 'warn' : 'info'](line, text);
    }
  }

  #fleet(): Fleet {
    return {
      vantage: this.#config.agent.vantage,
      deployments: () => this.#config.deployments,
      nextRuns: (id) => this.#scheduler.nextRuns(id),
      health: () => ({ tickFresh: this.#scheduler.tickFresh, lastLateMs: this.#lateMs }),
      ready: () => !this.#stopping && this.#awaited.size === 0,
    };
  }

  /** We failed, not a target: counted, and logged once a kind and minute. */
  #failed(stage: string, error: unknown): void {
    this.#metrics.errors(stage);
    this.#report(stage, error);
  }
}
