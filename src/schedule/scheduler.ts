// Starts every round at its own instant: one node-cron tick a second feeds a timeline, one timer empties it.
import { createTask, type ScheduledTask } from 'node-cron';
import type { Deployment } from '../model/deployment.ts';
import type { Beat } from '../model/round.ts';
import { beatOf, firstRunAt, phaseHash, slotAfter, slotsMissed } from './beat.ts';
import { createTimeline } from './timeline.ts';

type EndpointName = Beat['checks'][number];

/** The tick is expected every second; without one for this long the agent is not healthy. */
const tickStaleMs = 5_000;
/** A gap between ticks beyond this (sleep, a clock set) plans anew instead of catching up. */
const clockJumpMs = 60_000;

export type SkipReason = 'overlap' | 'late';

export interface SchedulerOptions {
  readonly region: string;
  /** One round; the next of that deployment is not begun before it settles. Must not reject. */
  readonly run: (beat: Beat, deployment: Deployment) => Promise<void>;
  /** Runs (not rounds) that were due and not begun. */
  readonly onSkip: (deployment: Deployment, reason: SkipReason, runs: number) => void;
  readonly onTick: (nowMs: number) => void;
  /** The tick stood still, and the watchdog did its work. */
  readonly onStall: () => void;
}

interface Plan {
  readonly deployment: Deployment;
  readonly hash: number;
  readonly nextMs: Partial<Record<EndpointName, number>>;
  underWay: boolean;
  removed: boolean;
}

interface Entry {
  readonly atMs: number;
  readonly plan: Plan;
  /** The checks of a re-check; null for whatever is due at its slot. */
  readonly recheck: Beat['checks'] | null;
}

export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #plans = new Map<string, Plan>();
  readonly #rounds = new Set<Promise<void>>();
  readonly #timeline = createTimeline<Entry>();
  readonly #cron: ScheduledTask;
  #timer: NodeJS.Timeout | undefined;
  #watchdog: NodeJS.Timeout | undefined;
  #tickedMs: number | null = null;
  #running = false;

  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.#cron = createTask('* * * * * *', () => this.#tick(), {
      timezone: 'UTC',
      logger: silent,
      suppressMissedWarning: true,
    });
  }

  start(): void {
    this.#running = true;
    this.#tick();
    void this.#cron.start();
    this.#watchdog = setInterval(() => this.#watch(), tickStaleMs);
  }

  /** No round begins after this; those under way are waited for. */
  async stop(): Promise<void> {
    this.#running = false;
    clearTimeout(this.#timer);
    clearInterval(this.#watchdog);
    await this.#cron.destroy();
    await Promise.all(this.#rounds);
  }

  /** Runs each check once soon, then at its slots. */
  add(deployment: Deployment): void {
    const nowMs = Date.now();
    const hash = phaseHash(deployment.id, this.#options.region);
    const nextMs: Plan['nextMs'] = {};
    for (const { endpoint, intervalMs } of deployment.checks) {
      nextMs[endpoint] = firstRunAt(hash, intervalMs, nowMs);
    }
    const plan: Plan = { deployment, hash, nextMs, underWay: false, removed: false };
    this.#plans.set(deployment.id, plan);
    this.#enqueue(plan);
    this.#arm();
  }

  remove(deployment: string): void {
    const plan = this.#plans.get(deployment);
    if (plan !== undefined) plan.removed = true;
    this.#plans.delete(deployment);
  }

  /** Runs those of `checks` once more at `atMs` whose next slot is further away. */
  recheck(deployment: string, checks: Beat['checks'], atMs: number): void {
    const plan = this.#plans.get(deployment);
    if (plan === undefined) return;
    const sooner = checks.filter((endpoint) => (plan.nextMs[endpoint] ?? 0) > atMs);
    if (sooner.length === 0) return;
    this.#timeline.add({ atMs, plan, recheck: sooner });
    this.#arm();
  }

  /** Instants of the next slots, epoch ms; live. */
  nextRuns(deployment: string): Readonly<Plan['nextMs']> {
    return this.#plans.get(deployment)?.nextMs ?? {};
  }

  /** False before the start, and when the tick stands still. */
  get tickFresh(): boolean {
    return this.#tickedMs !== null && Math.abs(Date.now() - this.#tickedMs) < tickStaleMs;
  }

  #tick(): void {
    const nowMs = Date.now();
    const lastMs = this.#tickedMs ?? nowMs;
    if (nowMs < lastMs - 1000 || nowMs > lastMs + clockJumpMs) this.#planAnew(nowMs);
    this.#tickedMs = nowMs;
    this.#options.onTick(nowMs);
    // One second ahead, so that an instant early in a second does not wait for that second's tick.
    this.#timeline.reach(nowMs + 1000);
    this.#arm();
  }

  #watch(): void {
    if (this.tickFresh) return;
    this.#options.onStall();
    // node-cron waits for the instant it planned: after a clock set back that is as far away as the step.
    void this.#cron.stop();
    void this.#cron.start();
    this.#tick();
  }

  #planAnew(nowMs: number): void {
    this.#timeline.drain();
    for (const plan of this.#plans.values()) {
      for (const { endpoint, intervalMs } of plan.deployment.checks) {
        plan.nextMs[endpoint] = slotAfter(plan.hash, intervalMs, nowMs);
      }
      this.#enqueue(plan);
    }
  }

  #enqueue(plan: Plan): void {
    this.#timeline.add({ atMs: Math.min(...Object.values(plan.nextMs)), plan, recheck: null });
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
      else if (!next.plan.underWay) this.#begin(next.plan, next.atMs, 'recheck', next.recheck);
    }
    this.#arm();
  }

  #beginSlot(plan: Plan, atMs: number): void {
    const { deployment, hash, nextMs } = plan;
    const nowMs = Math.max(atMs, Date.now());
    const due = deployment.checks.filter(({ endpoint }) => (nextMs[endpoint] ?? atMs) <= atMs);
    for (const { endpoint, intervalMs } of due) {
      const missed = slotsMissed(hash, intervalMs, atMs, nowMs);
      if (missed > 0) this.#options.onSkip(deployment, 'late', missed);
      nextMs[endpoint] = slotAfter(hash, intervalMs, nowMs);
    }
    const checks = due.map(({ endpoint }) => endpoint);
    if (plan.underWay) this.#options.onSkip(deployment, 'overlap', checks.length);
    else this.#begin(plan, atMs, 'slot', checks);
    this.#enqueue(plan);
  }

  #begin(plan: Plan, atMs: number, cause: 'slot' | 'recheck', checks: Beat['checks']): void {
    plan.underWay = true;
    const beat = beatOf(plan.deployment, this.#options.region, atMs, cause, checks);
    const round = this.#options.run(beat, plan.deployment).finally(() => {
      plan.underWay = false;
      this.#rounds.delete(round);
    });
    this.#rounds.add(round);
  }
}

const quiet = () => undefined;
const silent = { info: quiet, warn: quiet, error: quiet, debug: quiet };
