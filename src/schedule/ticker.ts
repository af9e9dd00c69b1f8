// One tick a second, whatever the clock does: node-cron's, and what keeps it from standing still.
import { createTask } from 'node-cron';

/** The tick is expected every second; without one for this long the agent is not healthy. */
const tickStaleMs = 5_000;
/** A gap between ticks beyond this is a sleep, or a clock that was set: nobody catches up with it. */
const clockJumpMs = 60_000;
/** So long before the next tick the clock is looked at. */
const leadMs = 20;

export interface Ticker {
  readonly start: () => void;
  readonly stop: () => Promise<void>;
  /** False before the start, and when the tick stands still. */
  readonly isFresh: () => boolean;
}

export interface Ticked {
  /** `isJump` where the clock is not where a tick a second would have it. */
  readonly onTick: (nowMs: number, isJump: boolean) => void;
  /** The tick stood still, and the watchdog did its work. */
  readonly onStall: () => void;
}

export function createTicker({ onTick, onStall }: Ticked): Ticker {
  const cron = createTask('* * * * * *', tick, {
    timezone: 'UTC',
    logger: silent,
    suppressMissedWarning: true,
  });
  let tickedMs: number | null = null;
  let guard: NodeJS.Timeout | undefined;
  let watchdog: NodeJS.Timeout | undefined;

  const isFresh = () => tickedMs !== null && Math.abs(Date.now() - tickedMs) < tickStaleMs;

  function tick(): void {
    const nowMs = Date.now();
    const lastMs = tickedMs ?? nowMs;
    tickedMs = nowMs;
    clearTimeout(guard);
    guard = setTimeout(look, 1000 - (nowMs % 1000) - leadMs);
    onTick(nowMs, nowMs < lastMs - 1000 || nowMs > lastMs + clockJumpMs);
  }

  function tickAnew(): void {
    void cron.stop();
    void cron.start();
    tick();
  }

  /** node-cron steps through each second it has missed: after a night's sleep that would hold the loop for seconds. */
  function look(): void {
    if (tickedMs !== null && Date.now() > tickedMs + clockJumpMs) tickAnew();
  }

  /** And it waits for the instant it planned: after a clock set back that is as far away as the step. */
  function watch(): void {
    if (isFresh()) return;
    onStall();
    tickAnew();
  }

  return {
    start() {
      tick();
      void cron.start();
      watchdog = setInterval(watch, tickStaleMs);
    },
    async stop() {
      clearTimeout(guard);
      clearInterval(watchdog);
      await cron.destroy();
    },
    isFresh,
  };
}

const quiet = () => undefined;
const silent = { info: quiet, warn: quiet, error: quiet, debug: quiet };
