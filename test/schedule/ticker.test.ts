// The tick, whatever the clock does: set on, set back, or stopped for a night.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTicker, type Ticker } from '../../src/schedule/ticker.ts';

const startMs = Date.UTC(2026, 0, 1);
const hourMs = 3_600_000;
const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms);

let ticks: { second: number; isJump: boolean }[];
let stalls: number;
let ticker: Ticker;

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    now: startMs,
  });
  ticks = [];
  stalls = 0;
  ticker = createTicker({
    onTick: (nowMs, isJump) => ticks.push({ second: (nowMs - startMs) / 1000, isJump }),
    onStall: () => {
      stalls += 1;
    },
  });
});

afterEach(async () => {
  await ticker.stop();
  vi.useRealTimers();
});

test('comes at the start, then every second', async () => {
  expect(ticker.isFresh()).toBe(false);
  ticker.start();
  await advance(3_000);
  expect(ticks.map(({ second }) => Math.floor(second))).toEqual([0, 1, 2, 3]);
  expect(ticks.filter(({ isJump }) => isJump)).toEqual([]);
  expect(ticker.isFresh()).toBe(true);
});

describe('after a sleep', () => {
  test.each([8, 25, 24 * 365])('of %d hours goes on at once, and says that it was a jump', async (hours) => {
    ticker.start();
    await advance(2_500);
    ticks = [];
    vi.setSystemTime(Date.now() + hours * hourMs);
    await advance(3_000);
    expect(ticks.filter(({ isJump }) => isJump)).toHaveLength(1);
    expect(ticks[0]).toMatchObject({ isJump: true });
    expect(ticks.length).toBeGreaterThanOrEqual(3);
    expect(stalls).toBe(0);
  });

  test('node-cron is not left to step through what it missed', async () => {
    const stepping = vi.spyOn(Date.prototype, 'getTime');
    ticker.start();
    await advance(2_500);
    vi.setSystemTime(Date.now() + 8 * hourMs);
    stepping.mockClear();
    await advance(1_000);
    // It reads the time of each second that it steps through.
    expect(stepping.mock.calls.length).toBeLessThan(1_000);
    stepping.mockRestore();
  });
});

test('after a clock set back goes on within five seconds, and the stall is told', async () => {
  ticker.start();
  await advance(2_500);
  ticks = [];
  vi.setSystemTime(Date.now() - hourMs);
  await advance(7_000);
  expect(stalls).toBe(1);
  expect(ticks.filter(({ isJump }) => isJump)).toHaveLength(1);
  expect(ticks.length).toBeGreaterThanOrEqual(2);
});

test('stands still once stopped', async () => {
  ticker.start();
  await ticker.stop();
  ticks = [];
  await advance(10_000);
  expect(ticks).toEqual([]);
});
