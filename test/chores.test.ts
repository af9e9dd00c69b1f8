import { beforeEach, describe, expect, test } from 'vitest';
import { createChores } from '../src/chores.ts';
import { judge } from '../src/judge/judge.ts';
import type { Settlement } from '../src/model/belief.ts';
import { openStore } from '../src/store/sqlite.ts';
import type { Store } from '../src/store/store.ts';
import { aCheck, aDeployment, aResult, aRun } from './fixtures/model.ts';

const startMs = Date.UTC(2026, 0, 1);
let store: Store;
let flushes: number[];
let healthy: boolean;
let told: Settlement[];

beforeEach(() => {
  flushes = [];
  told = [];
  healthy = true;
  const real = openStore({
    path: ':memory:',
    historyMs: 86_400_000,
    nowMs: startMs,
    onCommit: () => undefined,
    onError: () => undefined,
  });
  store = {
    ...real,
    flush: (nowMs) => {
      flushes.push(nowMs);
      return false;
    },
    healthy: () => healthy,
  };
});

const deployment = aDeployment({ checks: [aCheck('status', { staleAfterMs: 90_000 })] });
const chores = () =>
  createChores(
    store,
    new Map([[deployment.id, deployment]]),
    (settlement) => settlement !== null && told.push(settlement),
    startMs,
  );

function every(seconds: number, untilS: number): void {
  const { run } = chores();
  for (let at = seconds; at <= untilS; at += seconds) run(startMs + at * 1000);
}

describe('what waits is written', () => {
  test('every minute', () => {
    every(1, 180);
    expect(flushes.map((at) => (at - startMs) / 1000)).toEqual([60, 120, 180]);
  });

  test('every two seconds while the disk fails', () => {
    healthy = false;
    every(1, 6);
    expect(flushes.map((at) => (at - startMs) / 1000)).toEqual([2, 4, 6]);
  });
});

test('a check without a run for stale_after is stale: the deployment is unknown, and that is told once', () => {
  const result = aResult(startMs, [aRun('status', startMs)]);
  store.advance(deployment.id, (state) => judge(deployment, state, result, startMs));
  expect(store.get(deployment.id)?.status).toBe('operational');
  every(1, 90);
  expect(told).toEqual([]);
  every(1, 100);
  expect(store.get(deployment.id)?.status).toBe('unknown');
  expect(told.flatMap(({ changes }) => changes.map(({ kind }) => kind))).toContain('state_changed');
  const before = told.length;
  every(1, 100);
  expect(told.length).toBe(before);
});

describe('the clock of the fleet', () => {
  const skewed = (clockSkewMs: number | null) => {
    const result = aResult(startMs, [aRun('status', startMs, { clockSkewMs })]);
    store.advance(deployment.id, (state) => judge(deployment, state, result, startMs));
  };

  test('is not known before first answers had 10 s to come, then a fleet of one has its own', () => {
    skewed(3_600_000);
    const { run, fleetSkewMs } = chores();
    run(startMs + 9_999);
    expect(fleetSkewMs()).toBeNull();
    run(startMs + 10_000);
    expect(fleetSkewMs()).toBe(3_600_000);
  });

  test('is not known where no deployment tells it, nor once those that did went stale', () => {
    const { run, fleetSkewMs } = chores();
    run(startMs + 10_000);
    expect(fleetSkewMs()).toBeNull();
    skewed(40);
    run(startMs + 20_000);
    expect(fleetSkewMs()).toBe(40);
    run(startMs + 120_000);
    expect(fleetSkewMs()).toBeNull();
  });
});

test('a flush of many parts gives everybody else a turn between them', async () => {
  const order: string[] = [];
  let parts = 3;
  store = {
    ...store,
    flush: () => {
      order.push('part');
      parts -= 1;
      return parts > 0;
    },
  };
  chores().run(startMs + 60_000);
  setImmediate(() => order.push('other'));
  await expect.poll(() => order.filter((each) => each === 'part').length).toBe(3);
  expect(order.indexOf('other')).toBeLessThan(order.lastIndexOf('part'));
});
