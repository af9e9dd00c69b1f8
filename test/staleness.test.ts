// When deployments are looked at for what went stale, and that it is no oftener than it need be.

import { beforeEach, describe, expect, test } from 'vitest';
import { judge } from '../src/judge/judge.ts';
import type { Settlement } from '../src/model/belief.ts';
import type { Deployment } from '../src/model/deployment.ts';
import { createStaleness } from '../src/staleness.ts';
import type { Store } from '../src/store/store.ts';
import { aLookAtTheClockTakes } from './fixtures/clock.ts';
import { aCheck, aDeployment, aResult, aRun } from './fixtures/model.ts';
import { memoryStore } from './fixtures/store.ts';

const startMs = Date.UTC(2026, 0, 1);
const staleAfterMs = 45_000;
let store: Store;
let looks: string[];
let told: Settlement[];
let deployments: Map<string, Deployment>;

beforeEach(() => {
  looks = [];
  told = [];
  deployments = new Map();
  const real = memoryStore(startMs);
  store = {
    ...real,
    advance: (deployment, fold) => {
      looks.push(deployment);
      return real.advance(deployment, fold);
    },
  };
});

function add(id: string): Deployment {
  const deployment = aDeployment({ id, checks: [aCheck('status', { staleAfterMs })] });
  deployments.set(id, deployment);
  return deployment;
}

function ran(deployment: Deployment, atMs: number): void {
  const result = aResult(atMs, [aRun('status', atMs)]);
  store.advance(deployment.id, (state) => judge(deployment, state, result, atMs));
  looks.pop();
}

const staleness = (...watched: Deployment[]) => {
  const made = createStaleness(
    store,
    deployments,
    (settlement) => settlement !== null && told.push(settlement),
    startMs,
  );
  for (const deployment of watched) made.watch(deployment, startMs);
  return made;
};
const isFresh = (id: string) => store.get(id)?.checks.status?.fresh;

test('a deployment that runs at its pace is looked at once in stale_after, not every second', async () => {
  const one = add('one');
  ran(one, startMs);
  const { sweep } = staleness(one);
  for (let second = 1; second <= 900; second += 1) {
    if (second % 15 === 0) ran(one, startMs + second * 1000);
    await sweep(startMs + second * 1000);
  }
  expect(looks.length).toBeLessThan(900 / 30);
  expect(told).toEqual([]);
});

test('what has no more runs is stale a second after stale_after at the latest, whenever its last one was', async () => {
  for (const lastMs of [0, 400, 7_300, 44_999]) {
    const one = add(`last-${lastMs}`);
    ran(one, startMs);
    const { sweep } = staleness(one);
    for (let second = 1; second <= 60; second += 1) {
      if (second === Math.ceil(lastMs / 1000)) ran(one, startMs + lastMs);
      await sweep(startMs + second * 1000);
      const sinceMs = second * 1000 - lastMs;
      if (sinceMs >= 0 && sinceMs <= staleAfterMs) expect(isFresh(one.id)).toBe(true);
      if (sinceMs > staleAfterMs + 1_000) expect(isFresh(one.id)).toBe(false);
    }
  }
});

test('what was never run and then runs goes stale like any other', async () => {
  const one = add('one');
  const { sweep } = staleness(one);
  for (let second = 1; second <= 200; second += 1) {
    if (second === 100) ran(one, startMs + 100_000);
    await sweep(startMs + second * 1000);
    if (second === 145) expect(isFresh('one')).toBe(true);
  }
  expect(isFresh('one')).toBe(false);
});

test('one that is let go or is another by now is looked at no more', async () => {
  const [gone, changed] = [add('gone'), add('changed')];
  const { sweep } = staleness(gone, changed);
  deployments.delete('gone');
  add('changed');
  for (let second = 1; second <= 200; second += 1) await sweep(startMs + second * 1000);
  expect(looks).toEqual([]);
});

test.each([
  ['back by an hour', -3_600_000],
  ['back by half a minute, less than stale_after', -46_000],
  ['forward by years', 40 * 365 * 86_400_000],
])('a clock that is set %s makes everything due at once', async (_what, leapMs) => {
  const one = add('one');
  ran(one, startMs);
  const { sweep } = staleness(one);
  await sweep(startMs + 1_000);
  await sweep(startMs + leapMs);
  expect(isFresh('one')).toBe(false);
});

describe('many at once', () => {
  test('leave everybody else a turn now and then', async () => {
    const all = Array.from({ length: 450 }, (_, index) => add(`d${index}`));
    for (const deployment of all) ran(deployment, startMs);
    const { sweep } = staleness(...all);
    aLookAtTheClockTakes(0.1);
    const swept = sweep(startMs + 59_000);
    await Promise.resolve();
    expect(looks.length).toBeLessThan(20);
    await swept;
    expect(looks).toHaveLength(450);
    expect(told).toHaveLength(450);
  });

  test('are spread: no tick looks at all of those that were taken up together', async () => {
    const all = Array.from({ length: 450 }, (_, index) => add(`d${index}`));
    const { sweep } = staleness(...all);
    for (let second = 1; second <= 46; second += 1) {
      const before = looks.length;
      await sweep(startMs + second * 1000);
      expect(looks.length - before).toBeLessThan(50);
    }
    expect(new Set(looks).size).toBe(450);
  });

  test('of which one fails hold up the others for a tick at most, and it is tried again', async () => {
    const [bad, good] = [add('bad'), add('good')];
    ran(bad, startMs);
    ran(good, startMs);
    const { advance } = store;
    store = {
      ...store,
      advance: (id, fold) => {
        if (id === 'bad') throw new Error('a bug');
        return advance(id, fold);
      },
    };
    const { sweep } = staleness(bad, good);
    await expect(sweep(startMs + 59_000)).rejects.toThrow('a bug');
    await expect(sweep(startMs + 60_000)).rejects.toThrow('a bug');
    expect(isFresh('good')).toBe(false);
  });

  test('are left alone once it is over, in the middle of a sweep too', async () => {
    const all = Array.from({ length: 450 }, (_, index) => add(`d${index}`));
    for (const deployment of all) ran(deployment, startMs);
    const { sweep, end } = staleness(...all);
    aLookAtTheClockTakes(0.1);
    const swept = sweep(startMs + 59_000);
    const before = looks.length;
    end();
    await swept;
    expect(looks.length).toBe(before);
  });
});
