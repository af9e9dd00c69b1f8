// What readers are handed: snapshots that are shared and fresh, the agent's own state, rounds on request.
import { beforeEach, describe, expect, test } from 'vitest';
import { initialState } from '../src/judge/judge.ts';
import type { Deployment } from '../src/model/deployment.ts';
import type { Sample } from '../src/model/history.ts';
import type { DeploymentView } from '../src/model/snapshot.ts';
import { createEvents } from '../src/publish/events.ts';
import { type AgentHealth, createSources } from '../src/readers.ts';
import type { Store } from '../src/store/store.ts';
import { aDeployment } from './fixtures/model.ts';
import { scriptedProber, wellAnswer } from './fixtures/prober.ts';
import { memoryStore } from './fixtures/store.ts';

let nowMs: number;
let health: AgentHealth;
let deployments: Deployment[];
let revision: number;
let nextRuns: DeploymentView['nextRunMs'];
let held: Promise<void>;

beforeEach(() => {
  nowMs = Date.UTC(2026, 0, 1);
  health = { tickFresh: true, troubledMs: Number.NEGATIVE_INFINITY, cut: false };
  deployments = [aDeployment()];
  revision = 1;
  nextRuns = { status: nowMs + 1_000 };
  held = Promise.resolve();
});

function sources(change: (store: Store) => Store = (store) => store) {
  const store = memoryStore(nowMs);
  for (const deployment of deployments) {
    const state = initialState(deployment, nowMs);
    store.advance(deployment.id, () => ({ state, changes: [], durable: false, runs: [], evidence: [] }));
  }
  const prober = scriptedProber(async () => {
    await held;
    return wellAnswer(nowMs);
  });
  return createSources({
    events: createEvents(() => nowMs),
    vantage: { code: 'local0', name: 'Local', zone: 'local-zone', country: 'DE' },
    fleet: {
      deployments: () => deployments,
      get revision() {
        return revision;
      },
      nextRuns: () => nextRuns,
      health: () => health,
    },
    store: change(store),
    around: { prober, limit: (task) => task(), now: () => nowMs, fleetSkewMs: () => 0 },
    ready: () => true,
  });
}

describe('the snapshot', () => {
  test('is the same one for all who read within half a second, then another', () => {
    const { snapshot } = sources();
    const first = snapshot();
    nowMs += 500;
    expect(snapshot()).toBe(first);
    nowMs += 1;
    expect(snapshot()).not.toBe(first);
    nowMs -= 3_600_000;
    expect(snapshot().atMs).toBe(nowMs);
  });

  test('is another at once when the fleet is another', () => {
    const { snapshot } = sources();
    expect(snapshot().deployments).toHaveLength(1);
    deployments = [];
    revision += 1;
    expect(snapshot().deployments).toHaveLength(0);
    expect(snapshot().fleet).toBe('unknown');
  });

  test('shows a deployment as the same object as long as its state and its next runs are the same', () => {
    let held: Store | undefined;
    const { snapshot } = sources((store) => {
      held = store;
      return store;
    });
    const [deployment] = deployments;
    if (deployment === undefined) throw new Error('none is watched');
    const another = () => {
      nowMs += 501;
      return snapshot().deployments[0];
    };
    const first = another();
    expect(first?.nextRunMs).toBe(nextRuns);
    expect(another()).toBe(first);
    nextRuns = { status: nowMs + 30_000 };
    const second = another();
    expect(second?.nextRunMs).toBe(nextRuns);
    const state = initialState(deployment, nowMs);
    held?.advance(deployment.id, () => ({ state, changes: [], durable: false, runs: [], evidence: [] }));
    expect(another()?.state).toBe(state);
    deployments = [{ ...deployment, name: 'Another' }];
    expect(another()?.deployment.name).toBe('Another');
  });
});

test('history is read as of now', async () => {
  let held: Store | undefined;
  const { chronicle, chronicles, incidentsOf, coverage } = sources((store) => {
    held = store;
    return store;
  });
  const run: Sample = {
    deployment: 'files-eu',
    endpoint: 'status',
    atMs: nowMs,
    failed: false,
    bad: false,
    status: 'operational',
    durationMs: 20,
    phases: {},
    coveredMs: 30_000,
  };
  held?.record(run);
  while (held?.recount(nowMs));
  nowMs += 60_000;
  expect(chronicle('files-eu').hours).toMatchObject([{ runs: 1, coveredMs: 30_000 }]);
  expect((await chronicles()).get('files-eu')).toEqual(chronicle('files-eu'));
  expect(coverage().get('files-eu')?.['24h']).toBeGreaterThan(0);
  expect(incidentsOf('files-eu', 10)).toEqual([]);
});

describe('the agent itself', () => {
  const monitoring = () =>
    sources()
      .snapshot()
      .self.find(({ name }) => name === 'Monitoring')?.state;

  test.each<[string, Partial<AgentHealth>, string]>([
    ['well', {}, 'operational'],
    ['the tick stands still', { tickFresh: false, cut: true }, 'major_outage'],
    ['its own network is cut', { cut: true, troubledMs: 0 }, 'partial_outage'],
    ['a run missed or failed by ourselves a minute ago', { troubledMs: -59_999 }, 'degraded_performance'],
    ['longer ago', { troubledMs: -60_000 }, 'operational'],
    ['in a future that a clock set back made', { troubledMs: 3_600_000 }, 'operational'],
  ])('%s', (_name, over, state) => {
    const { troubledMs = Number.NEGATIVE_INFINITY } = over;
    health = { ...health, ...over, troubledMs: nowMs + troubledMs };
    expect(monitoring()).toBe(state);
  });

  test('a store that cannot write shows in Incident History', () => {
    const { self } = sources((store) => ({ ...store, healthy: () => false })).snapshot();
    expect(self.find(({ name }) => name === 'Incident History')?.state).toBe('partial_outage');
    expect(self.map(({ name }) => name)).toEqual([
      'Status API',
      'Monitoring',
      'Notifications',
      'Incident History',
    ]);
  });

  test('is healthy while the tick is fresh', () => {
    const { healthy } = sources();
    expect(healthy()).toBe(true);
    health = { ...health, tickFresh: false };
    expect(healthy()).toBe(false);
  });
});

test('a round on request: one at a time for each deployment', async () => {
  let release = () => {};
  held = new Promise((resolve) => {
    release = resolve;
  });
  const { examine } = sources();
  const deployment = aDeployment();
  const first = examine(deployment, ['status']);
  expect(await examine(deployment, ['status'])).toBeNull();
  release();
  expect((await first)?.beat.cause).toBe('asked');
  expect((await examine(deployment, ['status']))?.checks[0]?.reason).toBeNull();
});
