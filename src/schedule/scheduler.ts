// Starts every round at its own instant: one node-cron tick a second feeds a timeline, one timer empties it.
import type { CheckName, Deployment } from '../model/deployment.ts';
import type { Beat } from '../model/round.ts';
import { beatOf } from './beat.ts';
import { createPlan, dueAt, moveOn, nextRoundMs, type Plan, type Recheck, recheckOf } from './plan.ts';
import { settled } from './settled.ts';
import { createTicker, type Ticked } from './ticker.ts';
import { createTimeline } from './timeline.ts';

/** Rounds under way at the stop are waited for this long, then left. */
const maxStopWaitMs = 5_000;

export type SkipReason = 'overlap' | 'late';

export interface SchedulerOptions extends Pick<Ticked, 'onStall'> {
  readonly region: string;
  /** One round; the next of that deployment is not begun before it settles. Must not reject. */
  readonly run: (beat: Beat, deployment: Deployment) => Promise<void>;
  /** Runs (not rounds) of one check that were due and not begun. */
  readonly onSkip: (deployment: Deployment, reason: SkipReason, runs: number, check: CheckName) => void;
  readonly onTick: (nowMs: number) => void;
}

interface Entry {
  readonly atMs: number;
  readonly plan: Plan;
  /** null for whatever is due at its slot. */
  readonly recheck: Recheck | null;
}

export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #plans = new Map<string, Plan>();
  readonly #rounds = new Set<Promise<void>>();
  readonly #timeline = createTimeline<Entry>();
  readonly #ticker: ReturnType<typeof createTicker>;
  #timer: NodeJS.Timeout | undefined;
  #running = false;

  constructor(options: SchedulerOptions) {
    this.#options = options;
    const { onStall } = options;
    this.#ticker = createTicker({ onTick: (nowMs, isJump) => this.#tick(nowMs, isJump), onStall });
  }

  start(): void {
    this.#running = true;
    this.#ticker.start();
  }

  /** No round begins after this; those under way are waited for, up to a bound. */
  async stop(): Promise<void> {
    this.#running = false;
    clearTimeout(this.#timer);
    await this.#ticker.stop();
    await settled(this.#rounds, maxStopWaitMs);
  }

  /** Runs each check once within `soonMs`, or the shortest interval, then at its slots. */
  add(deployment: Deployment, soonMs: number): void {
    const plan = createPlan(deployment, this.#options.region, Date.now(), soonMs);
    this.#plans.set(deployment.id, plan);
    this.#enqueue(plan);
    this.#arm();
  }

  remove(deployment: string): void {
    const plan = this.#plans.get(deployment);
    if (plan !== undefined) plan.removed = true;
    this.#plans.delete(deployment);
  }

  /** Runs those of `checks` once more at `atMs` whose next slot is further away, and `company` beside them. */
  recheck(
    deployment: string,
    checks: readonly CheckName[],
    atMs: number,
    company: readonly CheckName[] = [],
  ): void {
    const plan = this.#plans.get(deployment);
    if (plan === undefined) return;
    const recheck = recheckOf(plan, checks, company, atMs);
    if (recheck === null) return;
    this.#timeline.add({ atMs: recheck.atMs, plan, recheck });
    this.#arm();
  }

  /** Instants of the next slots, epoch ms; of one that is watched the same object as long as they are the same. */
  nextRuns(deployment: string): Plan['nextMs'] {
    return this.#plans.get(deployment)?.nextMs ?? {};
  }

  /** False before the start, and when the tick stands still. */
  get tickFresh(): boolean {
    return this.#ticker.isFresh();
  }

  /** After a jump of the clock all is planned anew, instead of catching up. */
  #tick(nowMs: number, isJump: boolean): void {
    if (isJump) this.#planAnew(nowMs);
    this.#options.onTick(nowMs);
    // One second ahead, so that an instant early in a second does not wait for that second's tick.
    this.#timeline.reach(nowMs + 1000);
    this.#arm();
  }

  #planAnew(nowMs: number): void {
    this.#timeline.drain();
    for (const plan of this.#plans.values()) {
      const all = dueAt(plan, Number.POSITIVE_INFINITY);
      for (const [check, passed] of moveOn(plan, all, nowMs)) this.#skip(plan, 'late', passed, check);
      this.#enqueue(plan);
    }
  }

  #enqueue(plan: Plan): void {
    this.#timeline.add({ atMs: nextRoundMs(plan), plan, recheck: null });
  }

  #arm(): void {
    clearTimeout(this.#timer);
    const next = this.#timeline.peek();
    if (!this.#running || next === undefined) return;
    this.#timer = setTimeout(() => this.#beginDue(), Math.max(0, next.atMs - Date.now()));
  }

  #beginDue(): void {
    for (;;) {
      const next = this.#timeline.peek();
      if (next === undefined || next.atMs > Date.now()) break;
      this.#timeline.take();
      if (next.plan.removed) continue;
      if (next.recheck === null) this.#beginSlot(next.plan, next.atMs);
      else void this.#beginRecheck(next.plan, next.recheck);
    }
    this.#arm();
  }

  #beginSlot(plan: Plan, atMs: number): void {
    const checks = dueAt(plan, atMs);
    for (const [check, passed] of moveOn(plan, checks, Math.max(atMs, Date.now()))) {
      this.#skip(plan, 'late', passed - 1, check);
      if (plan.underWay) this.#skip(plan, 'overlap', 1, check);
    }
    if (!plan.underWay) {
      plan.underWay = this.#begin(plan, atMs, 'slot', checks).finally(() => {
        plan.underWay = null;
      });
    }
    this.#enqueue(plan);
  }

  /**
   * On a connection of its own, so that it neither waits for a round nor holds up a slot. With company it waits for
   * the round under way: were it over first, that round's run of the company would be late, and lost.
   */
  async #beginRecheck(plan: Plan, { atMs, checks, hasCompany }: Recheck): Promise<void> {
    if (hasCompany) await plan.underWay;
    if (this.#running && !plan.removed) await this.#begin(plan, atMs, 'recheck', checks);
  }

  #begin(plan: Plan, atMs: number, cause: 'slot' | 'recheck', checks: readonly CheckName[]): Promise<void> {
    const beat = beatOf(plan.deployment, this.#options.region, atMs, cause, checks);
    const round = this.#options.run(beat, plan.deployment).finally(() => this.#rounds.delete(round));
    this.#rounds.add(round);
    return round;
  }

  #skip({ deployment }: Plan, reason: SkipReason, runs: number, check: CheckName): void {
    if (runs > 0) this.#options.onSkip(deployment, reason, runs, check);
  }
}
