// The deployments that are watched: taken up, probed at their slots, settled, and let go.
import { createChores } from './chores.ts';
import { difference } from './config/difference.ts';
import { createEgress, type Egress, type EgressMeans } from './egress.ts';
import type { Change, Settlement } from './model/belief.ts';
import type { Check, Deployment } from './model/deployment.ts';
import { firstRunsMs } from './model/first-runs.ts';
import type { Beat } from './model/round.ts';
import { logChanges } from './notify/log-lines.ts';
import { createOutcomes } from './outcomes.ts';
import { examine, type Surroundings } from './pipeline.ts';
import type { Metrics } from './publish/metrics.ts';
import type { AgentHealth } from './readers.ts';
import { Scheduler, type SkipReason } from './schedule/scheduler.ts';
import type { Store } from './store/store.ts';
import { leftBehind, letGo, takeUp } from './tenure.ts';
import { createTurns } from './turns.ts';

/** What a fleet is given to work with. */
interface Means extends Omit<Surroundings, 'fleetSkewMs'>, EgressMeans {
  readonly store: Store;
  readonly metrics: Metrics;
  /** Tells readers. */
  readonly tell: (changes: readonly Change[]) => void;
}

export class Fleet {
  /** For rounds that somebody asks for. */
  readonly surroundings: Surroundings;
  readonly #means: Means;
  readonly #scheduler: Scheduler;
  readonly #deployments = new Map<string, Deployment>();
  readonly #chores: ReturnType<typeof createChores>;
  readonly #egress: Egress;
  /** Deployments there at the start whose status check has neither run nor been skipped yet. */
  readonly #awaited = new Set<string>();
  #revision = 0;
  #troubledMs = Number.NEGATIVE_INFINITY;
  #ending = false;
  #stopped = false;

  /** `region` is the code of the vantage. */
  constructor(region: string, means: Means) {
    this.#means = means;
    const tell = (settlement: Settlement | null) => this.#tell(settlement);
    this.#chores = createChores(means.store, this.#deployments, tell, means.now());
    const { prober, limit, now } = means;
    means.metrics.clockSkew(this.#chores.fleetSkewMs);
    this.surroundings = { prober, limit, now, fleetSkewMs: this.#chores.fleetSkewMs };
    const watcher = {
      isWatched: (deployment: Deployment) => this.#isWatched(deployment),
      tell,
      recheck: (...asked: Parameters<Scheduler['recheck']>) => this.#scheduler.recheck(...asked),
    };
    this.#egress = createEgress(means, createOutcomes(means, this.surroundings, watcher));
    this.#scheduler = new Scheduler({
      region,
      run: (beat, deployment) => this.#round(beat, deployment),
      onSkip: (deployment, reason, runs, check) => this.#skipped(deployment, reason, runs, check),
      onTick: (nowMs) => this.#tick(nowMs),
      onStall: () => means.failed('schedule', new Error('the tick stood still')),
    });
  }

  /** Lets go what the store remembers of deployments that are configured no more. */
  forgetOthers(deployments: readonly Deployment[]): void {
    for (const id of leftBehind(this.#means.store, deployments)) this.#retire(id);
  }

  /**
   * Watches exactly these from now on; what did not change keeps its slot, state and series. In parts, with a turn for
   * everybody else between them; null when the fleet was stopped before the last.
   */
  async watch(
    deployments: readonly Deployment[],
  ): Promise<{ added: number; changed: number; removed: number } | null> {
    if (this.#ending) return null;
    const { added, changed, removed } = difference(this.#deployments.values(), deployments);
    const [gone, fresh] = [new Set(removed), new Set(added)];
    const checks = [...changed, ...added].reduce((sum, deployment) => sum + deployment.checks.length, 0);
    const soonMs = firstRunsMs(checks);
    const turn = createTurns();
    for (const deployment of [...removed, ...changed, ...added]) {
      if (gone.has(deployment)) this.#retire(deployment.id);
      if (!fresh.has(deployment)) this.#drop(deployment);
      if (!gone.has(deployment)) this.#begin(deployment, soonMs);
      this.#revision += 1;
      await turn();
      if (this.#ending) return null;
    }
    // In the order of the configuration; those that did not change stay the same objects.
    for (const { id } of deployments) {
      const deployment = this.#deployments.get(id);
      this.#deployments.delete(id);
      if (deployment !== undefined) this.#deployments.set(id, deployment);
    }
    this.#revision += 1;
    return { added: added.length, changed: changed.length, removed: removed.length };
  }

  start(): void {
    for (const id of this.#deployments.keys()) this.#awaited.add(id);
    this.#scheduler.start();
  }

  /** Rounds under way are waited for and settled; what comes after is let go. */
  async stop(): Promise<void> {
    this.#ending = true;
    this.#chores.end();
    await this.#scheduler.stop();
    this.#egress.end();
    this.#stopped = true;
  }

  deployments(): Iterable<Deployment> {
    return this.#deployments.values();
  }

  get revision(): number {
    return this.#revision;
  }

  nextRuns(id: string): ReturnType<Scheduler['nextRuns']> {
    return this.#scheduler.nextRuns(id);
  }

  health(): AgentHealth {
    return { tickFresh: this.#scheduler.tickFresh, troubledMs: this.#troubledMs, cut: this.#egress.isCut() };
  }

  /** Each status check has run or been skipped since the start. */
  get settled(): boolean {
    return this.#awaited.size === 0;
  }

  #begin(deployment: Deployment, soonMs: number): void {
    this.#deployments.set(deployment.id, deployment);
    takeUp(this.#means.store, deployment, this.#means.now());
    this.#chores.watch(deployment, this.#means.now());
    this.#egress.watch(deployment);
    this.#scheduler.add(deployment, soonMs);
  }

  #drop({ id }: Deployment): void {
    this.#scheduler.remove(id);
    this.#means.prober.forget(id);
    this.#means.metrics.forget(id);
    this.#deployments.delete(id);
  }

  #retire(id: string): void {
    this.#awaited.delete(id);
    this.#egress.forget(id);
    this.#tell(letGo(this.#means.store, id, this.#means.now()));
  }

  async #round(beat: Beat, deployment: Deployment): Promise<void> {
    try {
      const result = await examine(deployment, beat, this.surroundings);
      if (this.#isWatched(deployment)) {
        this.#egress.take(deployment, result);
        if (beat.checks.includes('status')) this.#awaited.delete(deployment.id);
      } else if (!this.#stopped) {
        // Removed or changed while it was under way: the answer belongs to a deployment that is no more.
        this.#means.prober.forget(deployment.id);
      }
    } catch (error) {
      this.#failed('round', error);
    }
  }

  /** Neither stopped, nor removed or changed. */
  #isWatched(deployment: Deployment): boolean {
    return !this.#stopped && this.#deployments.get(deployment.id) === deployment;
  }

  #skipped(deployment: Deployment, reason: SkipReason, runs: number, check: Check['endpoint']): void {
    this.#means.metrics.skipped(reason, runs);
    if (check === 'status') this.#awaited.delete(deployment.id);
    if (reason === 'late') this.#troubledMs = this.#means.now();
  }

  #tick(nowMs: number): void {
    this.#means.metrics.tick(nowMs);
    this.#egress.tick(nowMs);
    this.#chores.run(nowMs).catch((error: unknown) => this.#failed('tick', error));
  }

  #failed(stage: string, error: unknown): void {
    this.#troubledMs = this.#means.now();
    this.#means.failed(stage, error);
  }

  #tell(settlement: Settlement | null): void {
    if (settlement === null || settlement.changes.length === 0) return;
    const id = settlement.state.deployment;
    logChanges(this.#means.log, this.#deployments.get(id)?.name ?? id, settlement.changes);
    this.#means.tell(settlement.changes);
  }
}
