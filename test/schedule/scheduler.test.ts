import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Check, Deployment } from '../../src/model/deployment.ts';
import type { Beat } from '../../src/model/round.ts';
import { firstRunAt, phaseHash, slotAfter } from '../../src/schedule/beat.ts';
import { Scheduler, type SchedulerOptions } from '../../src/schedule/scheduler.ts';

const startMs = Date.UTC(2026, 0, 1);
const soonMs = 10_000;
const region = 'fra1';

/** The parts of a deployment that the scheduler reads. */
function deployment(id: string, intervals: Partial<Record<Check['endpoint'], number>>): Deployment {
  const checks = Object.entries(intervals).map(([endpoint, intervalMs]) => ({
    endpoint,
    intervalMs,
    timeoutMs: 900,
  }));
  return { id, checks } as unknown as Deployment;
}

let beats: (Beat & { begunMs: number })[];
let skips: string[];
let stalls: number;
let scheduler: Scheduler;
let hold: Promise<void> | undefined;

function begin(overrides: Partial<SchedulerOptions> = {}): Scheduler {
  return new Scheduler({
    region,
    run: async (beat) => {
      beats.push({ ...beat, begunMs: Date.now() });
      await hold;
    },
    onSkip: ({ id }, reason, runs, check) => skips.push(`${id} ${reason} ${runs} ${check}`),
    onTick: () => undefined,
    onStall: () => {
      stalls += 1;
    },
    ...overrides,
  });
}

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    now: startMs,
  });
  beats = [];
  skips = [];
  stalls = 0;
  hold = undefined;
  scheduler = begin();
});

afterEach(async () => {
  hold = undefined;
  await scheduler.stop();
  vi.useRealTimers();
});

const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('slots', () => {
  test('each check runs once within ten seconds, then at its slots to the millisecond', async () => {
    scheduler.add(deployment('a', { status: 15_000 }), soonMs);
    scheduler.start();
    await advance(60_000);
    const hash = phaseHash('a', region);
    const first = firstRunAt(hash, [15_000], startMs, soonMs);
    const slots = [first];
    for (let at = slotAfter(hash, 15_000, first); at <= startMs + 60_000; at += 15_000) slots.push(at);
    expect(beats.map((beat) => beat.atMs)).toEqual(slots);
    expect(beats.map((beat) => beat.begunMs)).toEqual(slots);
    expect(beats.map((beat) => beat.id)).toEqual(slots.map((at) => `a@${region}@${at}`));
    expect(skips).toEqual([]);
  });

  test('checks that are due together are one round, status first', async () => {
    scheduler.add(deployment('a', { status: 15_000, files: 60_000 }), soonMs);
    scheduler.start();
    await advance(180_000);
    const rounds = beats.filter((beat) => beat.checks.includes('files'));
    expect(rounds.length).toBeGreaterThanOrEqual(3);
    expect(new Set(rounds.map((beat) => beat.checks.join()))).toEqual(new Set(['status,files']));
    expect(beats.length).toBeGreaterThan(rounds.length);
  });

  test('deployments do not begin together', async () => {
    for (let index = 0; index < 50; index += 1)
      scheduler.add(deployment(`d${index}`, { status: 10_000 }), soonMs);
    scheduler.start();
    await advance(10_000);
    expect(new Set(beats.slice(0, 50).map((beat) => beat.begunMs)).size).toBeGreaterThan(40);
  });

  test('a round still under way at its next slot is skipped and counted, and the one after runs', async () => {
    let release = () => {};
    hold = new Promise((resolve) => {
      release = resolve;
    });
    scheduler.add(deployment('a', { status: 5_000, regions: 5_000 }), soonMs);
    scheduler.start();
    await advance(11_000);
    expect(beats).toHaveLength(1);
    expect(skips.length).toBeGreaterThanOrEqual(1);
    expect(new Set(skips)).toEqual(new Set(['a overlap 1 status', 'a overlap 1 regions']));
    release();
    hold = undefined;
    await advance(5_000);
    expect(beats).toHaveLength(2);
  });

  test('slots that passed while the process stood still are counted as late, and one round runs', async () => {
    scheduler.add(deployment('a', { status: 5_000 }), soonMs);
    scheduler.start();
    await advance(10_000);
    const before = beats.length;
    vi.setSystemTime(Date.now() + 21_000);
    await advance(1_000);
    expect(beats.length).toBe(before + 1);
    expect(skips).toEqual(['a late 4 status']);
    await advance(10_000);
    expect(beats.slice(before + 1).map((beat) => beat.atMs % 5_000)).toEqual(
      Array(2).fill(phaseHash('a', region) % 5_000),
    );
    expect(skips).toEqual(['a late 4 status']);
  });

  test.each([3_600_000, -3_600_000])(
    'a clock set by %i ms plans anew: no storm, no silence',
    async (jumpMs) => {
      scheduler.add(deployment('a', { status: 5_000 }), soonMs);
      scheduler.start();
      await advance(10_000);
      const before = beats.length;
      vi.setSystemTime(Date.now() + jumpMs);
      await advance(21_000);
      expect(beats.length - before).toBeGreaterThanOrEqual(2);
      expect(beats.length - before).toBeLessThanOrEqual(5);
    },
  );

  test.each([
    [3_600_000, ['a late 720 status']],
    [-3_600_000, []],
  ])(
    'after a clock set by %i ms what was planned before is gone, and what was missed counted',
    async (jumpMs, late) => {
      scheduler.add(deployment('a', { status: 5_000 }), soonMs);
      scheduler.start();
      await advance(10_000);
      await advance((scheduler.nextRuns('a').status ?? 0) - Date.now());
      scheduler.recheck('a', ['status'], Date.now() + 2_000);
      vi.setSystemTime(Date.now() + jumpMs);
      const begun = beats.length;
      // As far as what was planned before a clock set back.
      await advance(3_610_000);
      const after = beats.slice(begun);
      expect(new Set(after.map(({ checks, cause }) => `${cause} ${checks}`))).toEqual(
        new Set(['slot status']),
      );
      expect(new Set(after.map(({ atMs }) => atMs)).size).toBe(after.length);
      expect(after.every(({ atMs, begunMs }) => atMs === begunMs)).toBe(true);
      expect(skips).toEqual(late);
    },
  );
});

describe('changes', () => {
  test('a removed deployment is not begun again; one added later begins within ten seconds', async () => {
    scheduler.add(deployment('a', { status: 5_000 }), soonMs);
    scheduler.start();
    await advance(12_000);
    scheduler.remove('a');
    scheduler.add(deployment('b', { status: 60_000 }), soonMs);
    beats = [];
    await advance(20_000);
    expect(beats.map((beat) => beat.deployment)).toEqual(['b']);
    expect(scheduler.nextRuns('a')).toEqual({});
  });

  test('stop waits for the round under way and begins none after', async () => {
    let release = () => {};
    hold = new Promise((resolve) => {
      release = resolve;
    });
    scheduler.add(deployment('a', { status: 1_000 }), soonMs);
    scheduler.start();
    await advance(1_500);
    let stopped = false;
    const stop = scheduler.stop().then(() => {
      stopped = true;
    });
    await advance(4_900);
    expect(stopped).toBe(false);
    release();
    await stop;
    expect(beats).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('stop leaves a round that hangs, and nothing begins any more: no re-check, slot or watchdog', async () => {
    let release = () => {};
    hold = new Promise((resolve) => {
      release = resolve;
    });
    scheduler.add(deployment('a', { status: 3_600_000 }), soonMs);
    scheduler.start();
    await advance(10_000);
    scheduler.recheck('a', ['status'], Date.now() + 10_000);
    await advance(1);
    const stop = scheduler.stop();
    await advance(5_000);
    await stop;
    scheduler.recheck('a', ['status'], Date.now());
    scheduler.add(deployment('b', { status: 1_000 }), soonMs);
    release();
    await advance(30_000);
    expect(beats.map(({ cause }) => cause)).toEqual(['slot']);
    expect(stalls).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('re-checks', () => {
  test('run once, at the asked instant, those checks whose next slot is further away', async () => {
    scheduler.add(deployment('a', { status: 60_000, regions: 5_000 }), soonMs);
    scheduler.start();
    await advance(12_000);
    const at = Date.now() + 5_500;
    beats = [];
    scheduler.recheck('a', ['status', 'regions'], at);
    await advance(6_000);
    const rechecks = beats.filter((beat) => beat.cause === 'recheck');
    expect(rechecks.map(({ checks, begunMs }) => ({ checks, begunMs }))).toEqual([
      { checks: ['status'], begunMs: at },
    ]);
  });

  test('wait for no round under way, and hold up no slot, however long they take', async () => {
    scheduler.add(deployment('a', { status: 5_000, regions: 60_000 }), soonMs);
    scheduler.start();
    await advance(12_000);
    const atMs = (scheduler.nextRuns('a').status ?? 0) - 100;
    await advance(atMs - 10 - Date.now());
    beats = [];
    let release = () => {};
    hold = new Promise((resolve) => {
      release = resolve;
    });
    scheduler.recheck('a', ['status'], atMs);
    await advance(1_000);
    expect(beats.map(({ cause, checks }) => `${cause} ${checks}`)).toEqual(['recheck status', 'slot status']);
    scheduler.recheck('a', ['regions'], Date.now() + 100);
    await advance(200);
    expect(beats.at(-1)).toMatchObject({ cause: 'recheck', checks: ['regions'] });
    expect(skips).toEqual([]);
    release();
    hold = undefined;
  });

  describe('with company', () => {
    const told = () => beats.map(({ cause, checks, atMs }) => `${cause} ${checks} ${atMs - first}`);
    let first = 0;

    /** Just after a slot of both, from which instants are told. */
    async function begun(): Promise<void> {
      scheduler.add(deployment('a', { status: 1_000, files: 6_000 }), soonMs);
      scheduler.start();
      await advance(12_000);
      first = scheduler.nextRuns('a').files ?? 0;
      await advance(first + 10 - Date.now());
      beats = [];
    }

    test('ask it too, though its slots are nearer, and move no slot', async () => {
      await begun();
      scheduler.recheck('a', ['files'], first + 1_500, ['status']);
      await advance(2_000);
      expect(told()).toEqual(['slot status 1000', 'recheck status,files 1500', 'slot status 2000']);
      expect(scheduler.nextRuns('a')).toEqual({ status: first + 3_000, files: first + 6_000 });
      expect(skips).toEqual([]);
    });

    test('come after a slot of the same instant, not with it', async () => {
      await begun();
      scheduler.recheck('a', ['files'], first + 1_000, ['status']);
      await advance(1_500);
      expect(told()).toEqual(['slot status 1000', 'recheck status,files 1001']);
      expect(new Set(beats.map(({ id }) => id)).size).toBe(2);
    });

    test('wait for the round under way, and then skip nothing', async () => {
      await begun();
      const { promise, resolve } = Promise.withResolvers<void>();
      hold = promise;
      scheduler.recheck('a', ['files'], first + 1_500, ['status']);
      await advance(1_800);
      expect(told()).toEqual(['slot status 1000']);
      hold = undefined;
      resolve();
      await advance(500);
      expect(told()).toEqual(['slot status 1000', 'recheck status,files 1500', 'slot status 2000']);
      expect(skips).toEqual([]);
    });

    test.each([
      ['is gone', async () => scheduler.remove('a')],
      ['is no more watched by anybody', async () => void scheduler.stop()],
    ])('are dropped where the deployment %s meanwhile', async (_what, change) => {
      await begun();
      const { promise, resolve } = Promise.withResolvers<void>();
      hold = promise;
      scheduler.recheck('a', ['files'], first + 1_500, ['status']);
      await advance(1_800);
      await change();
      resolve();
      await advance(100);
      expect(told()).toEqual(['slot status 1000']);
    });

    test('do not come for their company alone', async () => {
      await begun();
      scheduler.recheck('a', ['files'], first + 7_000, ['status']);
      await advance(8_000);
      expect(beats.filter(({ cause }) => cause === 'recheck')).toEqual([]);
    });
  });

  test('of a deployment that is gone meanwhile are dropped', async () => {
    scheduler.add(deployment('a', { status: 3_600_000 }), soonMs);
    scheduler.start();
    await advance(10_000);
    scheduler.recheck('a', ['status'], Date.now() + 500);
    scheduler.remove('a');
    await advance(1_000);
    expect(beats).toHaveLength(1);
  });

  test('are dropped when the next slot comes first, or the deployment is gone', async () => {
    scheduler.add(deployment('a', { status: 5_000 }), soonMs);
    scheduler.start();
    await advance(12_000);
    scheduler.recheck('a', ['status'], Date.now() + 6_000);
    scheduler.recheck('nobody', ['status'], Date.now() + 100);
    await advance(10_000);
    expect(beats.filter((beat) => beat.cause === 'recheck')).toEqual([]);
  });
});

describe('the tick', () => {
  test('is fresh from the start on', async () => {
    expect(scheduler.tickFresh).toBe(false);
    scheduler.start();
    await advance(2_000);
    expect(scheduler.tickFresh).toBe(true);
    expect(stalls).toBe(0);
  });

  test('that stands still is noticed by the watchdog, and rounds go on', async () => {
    scheduler.add(deployment('a', { status: 5_000 }), soonMs);
    scheduler.start();
    await advance(7_000);
    // A clock set back makes node-cron wait for an instant an hour away.
    vi.setSystemTime(Date.now() - 3_600_000);
    expect(scheduler.tickFresh).toBe(false);
    await advance(6_000);
    expect(stalls).toBe(1);
    expect(scheduler.tickFresh).toBe(true);
  });
});
