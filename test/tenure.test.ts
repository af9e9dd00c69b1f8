// What the store holds of a deployment: begun, gone on with, and let go.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { initialState, judge } from '../src/judge/judge.ts';
import type { DeploymentState } from '../src/model/belief.ts';
import type { Store } from '../src/store/store.ts';
import { leftBehind, letGo, takeUp } from '../src/tenure.ts';
import { aBrokenRun, aDeployment, aResult } from './fixtures/model.ts';
import { memoryStore } from './fixtures/store.ts';

const deployment = aDeployment();
const startMs = Date.UTC(2026, 0, 1);
let store: Store;

beforeEach(() => {
  store = memoryStore(startMs, () => expect.unreachable());
});

afterEach(() => store.close(startMs));

/** Twice without an answer: an incident is open. */
function fail(): DeploymentState | null {
  for (const atMs of [startMs + 1_000, startMs + 2_000]) {
    const result = aResult(atMs, [aBrokenRun('status', atMs)]);
    store.advance(deployment.id, (state) => judge(deployment, state, result, atMs));
  }
  return store.get(deployment.id);
}

test('one that is new is unknown', () => {
  takeUp(store, deployment, startMs);
  expect(store.get('files-eu')).toEqual(initialState(deployment, startMs));
});

test('one that is known is unknown until its first run, with its streaks and its incident', () => {
  const before = fail();
  expect(before?.status).toBe('major_outage');
  takeUp(store, deployment, startMs + 3_000);
  const { status, sinceMs, incident, checks } = store.get('files-eu') ?? initialState(deployment, 0);
  expect([status, sinceMs, incident]).toEqual(['unknown', startMs + 3_000, before?.incident]);
  expect(checks.status).toEqual({ ...before?.checks.status, fresh: false });
});

test('one that is let go is forgotten, and its incident has ended', () => {
  fail();
  const settlement = letGo(store, 'files-eu', startMs + 3_000);
  expect(settlement?.changes.map(({ kind }) => kind)).toEqual(['incident_resolved']);
  expect(store.get('files-eu')).toBeNull();
  expect(store.incidents(1)).toMatchObject([{ status: 'resolved', resolvedMs: startMs + 3_000 }]);
  expect(letGo(store, 'files-eu', startMs + 4_000)).toBeNull();
});

test('those left behind are those held, and not configured', () => {
  for (const id of ['a', 'b', 'c']) takeUp(store, aDeployment({ id }), startMs);
  expect(leftBehind(store, [aDeployment({ id: 'b' }), aDeployment({ id: 'd' })])).toEqual(['a', 'c']);
});

test('so are those of which only an open incident is left, each once', () => {
  const { incident } = fail() ?? {};
  if (incident == null) throw new Error('no incident');
  const unresolved = new Map(['files-eu', 'gone'].map((id) => [id, { ...incident, deployment: id }]));
  const held = { ...store, unresolved: () => unresolved };
  expect(leftBehind(held, [])).toEqual(['files-eu', 'gone']);
});
