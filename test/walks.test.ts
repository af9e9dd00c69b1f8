// When lists are walked, how many at once, and what becomes of the outcome; at the end with real deployments.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Fleet } from '../src/fleet.ts';
import { initialState, unmoved } from '../src/judge/judge.ts';
import { createLog } from '../src/log.ts';
import type { Deployment } from '../src/model/deployment.ts';
import { resolutions } from '../src/model/history.ts';
import type { BeatCause, Observation, Walk } from '../src/model/round.ts';
import { createProber } from '../src/probe/rounds.ts';
import { createMetrics } from '../src/publish/metrics.ts';
import { startSimulator } from '../src/simulate/server.ts';
import type { Store } from '../src/store/store.ts';
import { createWalks } from '../src/walks.ts';
import { aPage } from './fixtures/list.ts';
import { aCheck, aConnection, aDeployment, anErrorRun, aResult, aRun } from './fixtures/model.ts';
import { answer, nowMs } from './fixtures/observation.ts';
import { scriptedProber } from './fixtures/prober.ts';
import { memoryStore } from './fixtures/store.ts';

const pagination = { cursorField: 'next_cursor', maxPages: 20, everyMs: 3_600_000 };
const hourMs = 3_600_000;

let store: Store;
let clockMs: number;
let watched: Set<Deployment>;
let counted: Walk[];
let failures: string[];

beforeEach(() => {
  clockMs = nowMs;
  watched = new Set();
  counted = [];
  failures = [];
  store = memoryStore(nowMs, (error) => failures.push(String(error)));
});

afterEach(() => store.close(clockMs));

const aLister = (id: string, over: Partial<Deployment> = {}) =>
  aDeployment({ id, checks: [aCheck('status'), aCheck('files'), aCheck('media')], pagination, ...over });

function begin(script: (asked: string) => Observation | Promise<Observation>) {
  const prober = scriptedProber((check, { id }) => script(`${id} ${check.target}`));
  const means = {
    store,
    metrics: {
      ...createMetrics({ version: 'test', stateSet: false }),
      walked: (_deployment: Deployment, walk: Walk) => counted.push(walk),
    },
    failed: (stage: string, error: unknown) => failures.push(`${stage}: ${error}`),
  };
  const limit = <T>(task: () => Promise<T>) => task();
  const around = { prober, limit, now: () => clockMs, fleetSkewMs: () => 0 };
  return { prober, walks: createWalks(means, around, (deployment) => watched.has(deployment)) };
}

function watch(deployment: Deployment): Deployment {
  watched.add(deployment);
  store.advance(deployment.id, () => unmoved(initialState(deployment, nowMs)));
  return deployment;
}

const well = (cause: BeatCause = 'slot', ...endpoints: ('files' | 'media' | 'status')[]) =>
  aResult(
    nowMs,
    (endpoints.length > 0 ? endpoints : (['status', 'files', 'media'] as const)).map((name) =>
      aRun(name, nowMs),
    ),
    cause,
  );
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
const begun = (told: readonly string[]) => told.filter((what) => what.endsWith('round fresh')).length;
const onePage = () => answer('files', aPage(['a']));

describe('a walk begins', () => {
  test('after a round in which its check ran well, and its outcome is kept and counted', async () => {
    const { walks } = begin(onePage);
    walks.after(watch(aLister('a')), well('slot', 'files'));
    await settle();
    expect(store.get('a')?.checks.files?.walk).toMatchObject({ pages: 1, items: 1, end: 'last_page' });
    expect(counted).toEqual([store.get('a')?.checks.files?.walk]);
    expect(store.get('a')?.checks.files).toMatchObject({ lastRunMs: null, fresh: false });
    expect(failures).toEqual([]);
  });

  test('again when the latest is as old as configured, and not before', async () => {
    const { walks, prober } = begin(onePage);
    const lister = watch(aLister('a'));
    for (const [afterMs, walksSoFar] of [
      [0, 1],
      [hourMs - 1, 1],
      [hourMs, 2],
      [hourMs + 1, 2],
    ] as const) {
      clockMs = nowMs + afterMs;
      walks.after(lister, well('slot', 'files'));
      await settle();
      expect(begun(prober.told)).toBe(walksSoFar);
    }
  });

  test('of one list after the other', async () => {
    const { walks, prober } = begin(onePage);
    const lister = watch(aLister('a'));
    walks.after(lister, well());
    walks.after(lister, well());
    await settle();
    expect(begun(prober.told)).toBe(1);
    walks.after(lister, well());
    await settle();
    expect([...counted].map(({ endpoint }) => endpoint)).toEqual(['files', 'media']);
  });

  test.each([
    ['where no pagination is configured', aLister('a', { pagination: null }), well()],
    ['for an endpoint that takes no cursor', aLister('a'), well('slot', 'status')],
    ['after a run that failed', aLister('a'), aResult(nowMs, [anErrorRun('files', nowMs, 500)])],
  ])('not %s', async (_what, deployment, result) => {
    const { walks, prober } = begin(onePage);
    walks.after(watch(deployment), result);
    await settle();
    expect(prober.told).toEqual([]);
  });

  test('for eight deployments at once; the others after a later round', async () => {
    const held = Promise.withResolvers<void>();
    const { walks, prober } = begin(() => held.promise.then(onePage));
    const listers = Array.from({ length: 10 }, (_, index) => watch(aLister(`a${index}`)));
    for (const lister of listers) walks.after(lister, well('slot', 'files'));
    await settle();
    expect(begun(prober.told)).toBe(8);
    held.resolve();
    await settle();
    for (const lister of listers) walks.after(lister, well('slot', 'files'));
    await settle();
    expect(begun(prober.told)).toBe(10);
  });
});

describe('a walk is let go', () => {
  test('where its deployment was removed or changed midway: no other page, nothing kept', async () => {
    const held = Promise.withResolvers<void>();
    const { walks, prober } = begin(() => held.promise.then(() => answer('files', aPage(['a'], 'x'))));
    const lister = watch(aLister('a'));
    walks.after(lister, well('slot', 'files'));
    await settle();
    watched.clear();
    held.resolve();
    await settle();
    expect(prober.told).toEqual(['a round fresh', 'a files', 'a end']);
    expect([store.get('a')?.checks.files?.walk, counted, failures]).toEqual([null, [], []]);
  });

  test('without a word of what failed after that', async () => {
    const held = Promise.withResolvers<Observation>();
    const { walks } = begin(() => held.promise);
    walks.after(watch(aLister('a')), well('slot', 'files'));
    await settle();
    watched.clear();
    held.reject(new Error('closed'));
    await settle();
    expect(failures).toEqual([]);
  });

  test('where we failed, which is counted as ours and tried again', async () => {
    let answers = (): Observation | Promise<Observation> => Promise.reject(new Error('EMFILE'));
    const { walks } = begin(() => answers());
    const lister = watch(aLister('a'));
    walks.after(lister, well('slot', 'files'));
    await settle();
    expect(failures).toEqual(['walk: Error: EMFILE']);
    answers = onePage;
    walks.after(lister, well('slot', 'files'));
    await settle();
    expect(counted).toHaveLength(1);
  });
});

describe('real deployments', () => {
  const served = (id: string, endpoint: 'files' | 'media', origin: string, components: readonly string[]) =>
    aDeployment({
      id,
      checks: [
        aCheck('status', { intervalMs: 1_000, timeoutMs: 900, staleAfterMs: 3_000 }),
        aCheck(endpoint, {
          target: `/api/v1/${endpoint}?limit=10`,
          limit: 10,
          intervalMs: 1_000,
          timeoutMs: 900,
          staleAfterMs: 3_000,
        }),
      ],
      components: { expected: components, exact: false },
      connection: aConnection({ origin }),
      pagination,
    });

  test('a walk to the end and one that loops: seen once, and no run fails for it', async () => {
    const simulator = await startSimulator({ host: '127.0.0.1', basePort: 0 });
    simulator.setFaults('media', [{ type: 'cursor_loop', endpoint: 'media' }]);
    const origins = new Map(simulator.deployments.map(({ kind, url }) => [kind, url]));
    const metrics = createMetrics({ version: 'test', stateSet: false });
    const walkedOf: Walk[] = [];
    const prober = createProber({ userAgent: 'test' });
    const fleet = new Fleet('local0', {
      prober,
      limit: (task) => task(),
      now: Date.now,
      store,
      tell: () => undefined,
      metrics: { ...metrics, walked: (_deployment, walk) => walkedOf.push(walk) },
      log: createLog('error', () => undefined),
      failed: (stage, error) => failures.push(`${stage}: ${error}`),
      egress: { canaries: [], share: 0.5 },
    });
    try {
      fleet.watch([
        served('f', 'files', origins.get('file-storage') ?? '', ['API']),
        served('m', 'media', origins.get('media') ?? '', ['API']),
      ]);
      fleet.start();
      await vi.waitFor(() => expect(walkedOf).toHaveLength(2), { timeout: 20_000 });
      expect(store.get('f')?.checks.files?.walk).toMatchObject({
        pages: 3,
        items: 23,
        end: 'last_page',
        findings: [],
      });
      expect(store.get('m')?.checks.media?.walk).toMatchObject({ pages: 2, items: 20, end: 'loop' });
      const said = store.get('m')?.checks.media?.walk?.findings.map(({ rule, path }) => `${rule} ${path}`);
      expect(said?.slice(0, 2)).toEqual([
        'meaning.pagination pages[1].next_cursor',
        'meaning.ids_duplicate pages[1].data[0].id',
      ]);
      const runsOf = (id: string) =>
        store.history(id, 0, resolutions['5m'].lengthMs).reduce((sum, { runs }) => sum + runs, 0);
      const before = runsOf('m');
      await vi.waitFor(() => expect(runsOf('m')).toBeGreaterThan(before), { timeout: 15_000 });
      expect([store.get('f')?.status, store.get('m')?.status]).toEqual(['operational', 'operational']);
      expect([walkedOf.length, failures]).toEqual([2, []]);
    } finally {
      await fleet.stop();
      prober.close();
      await simulator.close();
    }
  });
});
