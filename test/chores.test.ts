import { beforeEach, describe, expect, test } from 'vitest';
import { createChores } from '../src/chores.ts';
import { judge } from '../src/judge/judge.ts';
import type { Settlement } from '../src/model/belief.ts';
import type { Store } from '../src/store/store.ts';
import { aCheck, aDeployment, aResult, aRun } from './fixtures/model.ts';
import { memoryStore } from './fixtures/store.ts';

const startMs = Date.UTC(2026, 0, 1);
let store: Store;
let flushes: number[];
let recounts: number[];
let healthy: boolean;
let told: Settlement[];

beforeEach(() => {
  flushes = [];
  recounts = [];
  told = [];
  healthy = true;
  const real = memoryStore(startMs);
  store = {
    ...real,
    flush: (nowMs) => {
      flushes.push(nowMs);
      return false;
    },
    recount: (nowMs) => {
      recounts.push(nowMs);
      return false;
    },
    healthy: () => healthy,
  };
});

const deployment = aDeployment({ checks: [aCheck('status', { staleAfterMs: 90_000 })] });
function chores() {
  const made = createChores(
    store,
    new Map([[deployment.id, deployment]]),
    (settlement) => settlement !== null && told.push(settlement),
    startMs,
  );
  made.watch(deployment, startMs);
  return made;
}

async function every(seconds: number, untilS: number): Promise<void> {
  const { run } = chores();
  for (let at = seconds; at <= untilS; at += seconds) {
    await run(startMs + at * 1000);
  }
}

describe('what waits is written', () => {
  test('every minute', async () => {
    await every(1, 180);
    expect(flushes.map((at) => (at - startMs) / 1000)).toEqual([60, 120, 180]);
  });

  test('every two seconds while the disk fails', async () => {
    healthy = false;
    await every(1, 6);
    expect(flushes.map((at) => (at - startMs) / 1000)).toEqual([2, 4, 6]);
  });
});

describe('uptime is counted', () => {
  const seconds = () => recounts.map((at) => (at - startMs) / 1000);

  test('at the first tick, then every minute', async () => {
    await every(1, 130);
    expect(seconds()).toEqual([1, 61, 121]);
  });

  test('also while the disk fails and every tick tries to write', async () => {
    healthy = false;
    await every(2, 64);
    expect(seconds()).toEqual([2, 62]);
  });
});

test('a check without a run for stale_after is stale: the deployment is unknown, and that is told once', async () => {
  const result = aResult(startMs, [aRun('status', startMs)]);
  store.advance(deployment.id, (state) => judge(deployment, state, result, startMs));
  expect(store.get(deployment.id)?.status).toBe('operational');
  await every(1, 90);
  expect(told).toEqual([]);
  await every(1, 100);
  expect(store.get(deployment.id)?.status).toBe('unknown');
  expect(told.flatMap(({ changes }) => changes.map(({ kind }) => kind))).toContain('state_changed');
  const before = told.length;
  await every(1, 100);
  expect(told.length).toBe(before);
});

describe('the clock of the fleet', () => {
  const skewed = (clockSkewMs: number | null) => {
    const result = aResult(startMs, [aRun('status', startMs, { clockSkewMs })]);
    store.advance(deployment.id, (state) => judge(deployment, state, result, startMs));
  };

  test('is not known before first answers had 10 s to come, then a fleet of one has its own', async () => {
    skewed(3_600_000);
    const { run, fleetSkewMs } = chores();
    await run(startMs + 9_999);
    expect(fleetSkewMs()).toBeNull();
    await run(startMs + 10_000);
    expect(fleetSkewMs()).toBe(3_600_000);
  });

  test('is not known where no deployment tells it, nor once those that did went stale', async () => {
    const { run, fleetSkewMs } = chores();
    await run(startMs + 10_000);
    expect(fleetSkewMs()).toBeNull();
    skewed(40);
    await run(startMs + 20_000);
    expect(fleetSkewMs()).toBe(40);
    await run(startMs + 120_000);
    expect(fleetSkewMs()).toBeNull();
  });
});

describe('a flush of many parts', () => {
  const order: string[] = [];
  const parts = () => order.filter((each) => each === 'part').length;

  beforeEach(() => {
    order.length = 0;
    store = {
      ...store,
      flush: () => {
        order.push('part');
        return parts() < 3;
      },
    };
  });

  test('leaves everybody else time between them', async () => {
    await chores().run(startMs + 60_000);
    setTimeout(() => order.push('other'), 1);
    await expect.poll(parts).toBe(3);
    expect(order).toEqual(['part', 'other', 'part', 'part']);
  });

  test('is not begun again while it goes on', async () => {
    const { run } = chores();
    await run(startMs + 60_000);
    await run(startMs + 120_000);
    expect(parts()).toBe(1);
    await expect.poll(parts).toBe(3);
    await expect.poll(async () => run(startMs + 120_000).then(parts)).toBe(4);
  });

  test('is over before uptime is counted', async () => {
    const { run } = chores();
    await run(startMs + 60_000);
    expect(recounts).toEqual([]);
    await expect.poll(async () => run(startMs + 60_001).then(() => recounts)).toEqual([startMs + 60_001]);
    expect(parts()).toBe(3);
  });
});

test('a count of many parts leaves everybody else time between them, also a flush that is due waits', async () => {
  const order: string[] = [];
  store = {
    ...store,
    recount: () => order.push('part') < 4,
  };
  const { run } = chores();
  await run(startMs + 1_000);
  setTimeout(() => order.push('other'), 1);
  await run(startMs + 60_000);
  expect(flushes).toEqual([]);
  await expect.poll(async () => run(startMs + 60_000).then(() => flushes)).toEqual([startMs + 60_000]);
  expect(order).toEqual(['part', 'other', 'part', 'part']);
});
