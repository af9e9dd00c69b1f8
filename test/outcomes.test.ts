// What comes of a round that is over, whatever the reason it was run for.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Settlement } from '../src/model/belief.ts';
import type { CheckName, Deployment } from '../src/model/deployment.ts';
import { resolutions } from '../src/model/history.ts';
import type { BeatCause, CheckResult } from '../src/model/round.ts';
import { createOutcomes } from '../src/outcomes.ts';
import { createMetrics, type Metrics } from '../src/publish/metrics.ts';
import type { Store } from '../src/store/store.ts';
import { takeUp } from '../src/tenure.ts';
import { aPage } from './fixtures/list.ts';
import { aBrokenRun, aCheck, aDeployment, aFinding, anErrorRun, aResult, aRun } from './fixtures/model.ts';
import { answer, nowMs } from './fixtures/observation.ts';
import { scriptedProber } from './fixtures/prober.ts';
import { memoryStore } from './fixtures/store.ts';

const deployment = aDeployment({
  checks: [aCheck('status'), aCheck('files')],
  rules: { 'drift.list_emptied': 'error' },
  pagination: { cursorField: 'next_cursor', maxPages: 20, everyMs: 3_600_000 },
});

let store: Store;
let watched: Set<Deployment>;
let told: Settlement[];
let recorded: [BeatCause, number][];
let delays: number[];
let discarded: number[];
let rechecks: [string, readonly CheckName[], number, readonly CheckName[]][];

beforeEach(() => {
  [told, recorded, delays, discarded, rechecks] = [[], [], [], [], []];
  store = memoryStore(nowMs, () => expect.unreachable());
  takeUp(store, deployment, nowMs);
  watched = new Set([deployment]);
});

afterEach(() => store.close(nowMs));

function begin() {
  const prober = scriptedProber(() => answer('files', aPage(['a'])));
  const metrics: Metrics = {
    ...createMetrics({ version: 'test', stateSet: false }),
    record: (_deployment, cause, { runs }) => recorded.push([cause, runs.length]),
    schedulerDelay: (seconds) => delays.push(seconds),
    discarded: (runs) => discarded.push(runs),
  };
  const means = {
    store,
    metrics,
    failed: (_stage: string, error: unknown) => expect.unreachable(`${error}`),
  };
  const limit = <T>(task: () => Promise<T>) => task();
  const around = { prober, limit, now: () => nowMs, fleetSkewMs: () => 0 };
  const {
    settle: take,
    discard,
    askAgain,
  } = createOutcomes(means, around, {
    isWatched: (each) => watched.has(each),
    tell: (settlement) => told.push(settlement),
    recheck: (...asked) => rechecks.push(asked),
  });
  return { prober, take, discard, askAgain };
}

const files = (items: number) =>
  aRun('files', nowMs, {
    claims: { ...(aRun('files', nowMs).claims as NonNullable<CheckResult['claims']>), items },
  });
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('a round at its slot', () => {
  test('is believed, counted, told, measured and walked; what is well is not asked again', async () => {
    const { take, prober } = begin();
    take(deployment, aResult(nowMs - 250, [aRun('status', nowMs - 30), files(3)]));
    expect(store.get('files-eu')?.status).toBe('operational');
    expect(told.map(({ state }) => state)).toEqual([store.get('files-eu')]);
    expect(recorded).toEqual([['slot', 2]]);
    // It began 20 ms before its first run ended.
    expect(delays).toEqual([0.2]);
    expect(rechecks).toEqual([['files-eu', [], nowMs + 5_000, []]]);
    await settle();
    expect(prober.told).toEqual(['files-eu round fresh', 'files-eu files', 'files-eu end']);
  });

  test('has what failed asked again, by what memory finds too', () => {
    const { take } = begin();
    take(deployment, aResult(nowMs - 2, [aRun('status', nowMs), files(3)]));
    take(deployment, aResult(nowMs - 1, [anErrorRun('status', nowMs, 500), files(0)]));
    expect(rechecks.map(([, checks]) => checks)).toEqual([[], ['status', 'files']]);
  });

  test.each([
    ['contradiction.status_vs_checks', true, ['status']],
    ['contradiction.status_vs_checks', false, []],
    ['contradiction.incidents_vs_status', true, []],
  ] as const)(
    'where %s is contradicted (%s) has %j asked beside what failed',
    (rule, contradicted, company) => {
      const { take } = begin();
      const finding = contradicted ? aFinding({ rule, severity: 'warning' }) : null;
      const result = aResult(nowMs, [aRun('status', nowMs), anErrorRun('files', nowMs, 500)]);
      take(deployment, { ...result, comparisons: [{ rule, finding }] });
      expect(rechecks).toEqual([['files-eu', ['files'], nowMs + 5_000, company]]);
    },
  );

  test('that is late is told to have brought nothing', () => {
    const { take } = begin();
    take(deployment, aResult(nowMs, [aRun('status', nowMs)]));
    take(deployment, aResult(nowMs - 1, [anErrorRun('status', nowMs, 500)]));
    expect(recorded).toEqual([
      ['slot', 1],
      ['slot', 0],
    ]);
    expect(told[1]).toMatchObject({ changes: [], runs: [] });
    expect(rechecks[1]?.[1]).toEqual([]);
  });
});

test('a re-check is believed, counted and told; it is neither repeated, nor measured, nor walked', async () => {
  const { take, prober } = begin();
  take(deployment, aResult(nowMs, [anErrorRun('status', nowMs, 500), files(3)], 'recheck'));
  expect(store.get('files-eu')?.checks.status?.up.recent).toEqual([1]);
  expect([recorded, told.length]).toEqual([[['recheck', 2]], 1]);
  await settle();
  expect([delays, rechecks, prober.told]).toEqual([[], [], []]);
});

describe('a round that our own network failed', () => {
  const lost = (atMs: number) => aResult(atMs, [aBrokenRun('status', atMs), aBrokenRun('files', atMs)]);

  test('is counted as discarded and nowhere else, and leaves nothing known', async () => {
    const { take, discard, prober } = begin();
    take(deployment, aResult(nowMs - 9_000, [aRun('status', nowMs - 9_000), files(3)]));
    await settle();
    const before = store.get('files-eu');
    const walks = prober.told.length;
    discard(deployment, lost(nowMs));
    await settle();
    expect(discarded).toEqual([2]);
    expect([recorded.length, delays.length, rechecks.length, prober.told.length]).toEqual([1, 1, 1, walks]);
    const state = store.get('files-eu');
    expect(state).toMatchObject({
      status: 'unknown',
      cause: "the agent's own network is cut",
      incident: null,
    });
    expect(state?.checks.status).toEqual({ ...before?.checks.status, fresh: false, cut: true });
    expect(told.at(-1)?.changes.map(({ kind }) => kind)).toContain('state_changed');
    expect(
      store
        .history('files-eu', nowMs - 60_000, resolutions['5m'].lengthMs)
        .reduce((sum, { runs }) => sum + runs, 0),
    ).toBe(2);
  });

  test('is told once, however many follow', () => {
    const { discard } = begin();
    for (const atMs of [nowMs - 2, nowMs - 1, nowMs]) discard(deployment, lost(atMs));
    expect([discarded, told.length]).toEqual([[2, 2, 2], 1]);
  });

  test('has what is not known since then asked again, once', async () => {
    const { take, discard, askAgain } = begin();
    await askAgain();
    discard(deployment, lost(nowMs - 3));
    discard(deployment, lost(nowMs - 2));
    take(deployment, aResult(nowMs - 1, [aRun('status', nowMs - 1)]));
    rechecks = [];
    await askAgain();
    await askAgain();
    expect(rechecks).toEqual([['files-eu', ['files'], nowMs + 5_000, []]]);
  });

  test('has nothing asked again of what is configured no more, or otherwise', async () => {
    const { discard, askAgain } = begin();
    discard({ ...deployment }, lost(nowMs));
    await askAgain();
    expect(rechecks).toEqual([]);
  });

  test('has many asked again one after the other, at the pace of a start', async () => {
    const { discard, askAgain } = begin();
    const many = ['a', 'b', 'c', 'd'].map((id) => ({ ...deployment, id }));
    watched = new Set(many);
    for (const each of many) {
      takeUp(store, each, nowMs);
      discard(each, lost(nowMs));
    }
    await askAgain();
    expect(rechecks.map(([, , atMs]) => atMs - nowMs)).toEqual([5_000, 7_500, 10_000, 12_500]);
  });
});

test('the last good answer is there for the evidence of what comes after it', () => {
  const { take } = begin();
  take(deployment, aResult(nowMs - 2, [aRun('status', nowMs - 2), files(3)]));
  for (const atMs of [nowMs - 1, nowMs]) take(deployment, aResult(atMs, [anErrorRun('status', atMs, 500)]));
  const id = store.get('files-eu')?.incident?.id ?? '';
  expect(store.evidence(id)).toMatchObject([{ good: { atMs: nowMs - 2 }, failing: { atMs: nowMs } }]);
});
