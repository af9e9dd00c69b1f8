// An incident does not stay open for ever because its state was lost.
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../src/store/store.ts';
import { incident, noonMs, resolved, settlement, state, told } from './examples.ts';
import { newPlace, type SqlitePlace } from './places.ts';

let place: SqlitePlace;
let store: Store;
const openMs = noonMs + 5_000;

/** Leaves what `fill` did, spoils it, and opens the store again. */
function begin(fill: (store: Store) => void, sql = "UPDATE states SET json = '{'"): void {
  const first = place.open(noonMs);
  fill(first);
  first.close(noonMs);
  const database = new DatabaseSync(place.path);
  database.exec(sql);
  database.close();
  store = place.open(openMs);
}
const open = (id: string, createdMs = noonMs) => incident(id, { createdMs });
const fill = (...ids: readonly string[]) => {
  return (filled: Store) =>
    ids.forEach((id, index) => {
      filled.advance('files-eu', () => told(open(id, noonMs + index)));
    });
};
const statuses = () => store.incidents(10).map(({ id, status }) => `${id} ${status}`);

beforeEach(() => {
  place = newPlace();
});
afterEach(() => {
  store.close(openMs);
  const again = place.open(openMs);
  // What was decided at the open before is in the file.
  expect(again.incidents(10)).toEqual(store.incidents(10));
  again.close(openMs);
  place.leave();
});

it.each([
  ['cannot be read', "UPDATE states SET json = '{'"],
  ['is not there', 'DELETE FROM states'],
])('is handed out when the state %s', (_, sql) => {
  begin(fill('inc_1'), sql);
  expect(store.get('files-eu')).toBeNull();
  expect([...store.unresolved()]).toEqual([['files-eu', open('inc_1')]]);
});

it('is not handed out while its state holds it', () => {
  begin(fill('inc_1'), '');
  expect([...store.unresolved()]).toEqual([]);
  expect(statuses()).toEqual(['inc_1 investigating']);
});

describe('the first settlement', () => {
  it('takes it over: the incident goes on', () => {
    begin(fill('inc_1'));
    store.advance('files-eu', () => settlement(state('files-eu', { incident: open('inc_1') })));
    expect(statuses()).toEqual(['inc_1 investigating']);
    expect([...store.unresolved()]).toEqual([]);
  });

  it('ends it itself', () => {
    begin(fill('inc_1'));
    store.advance('files-eu', () => told(resolved(open('inc_1'), noonMs + 7_000)));
    expect(store.incidents(10)).toEqual([resolved(open('inc_1'), noonMs + 7_000)]);
  });

  it('or, without a word of it, ends it as of the start', () => {
    begin(fill('inc_1'));
    store.advance('files-eu', () => settlement(state('files-eu'), { durable: true }));
    const [ended] = store.incidents(10);
    expect(ended).toMatchObject({ id: 'inc_1', status: 'resolved', resolvedMs: openMs });
    expect(ended?.updates.at(-1)).toEqual({
      atMs: openMs,
      state: 'unknown',
      text: 'resolved: what it stood in was lost',
    });
    expect([...store.unresolved()]).toEqual([]);
  });
});

it('ends when its deployment is forgotten', () => {
  begin(fill('inc_1'));
  store.remove('files-eu');
  expect(statuses()).toEqual(['inc_1 resolved']);
  expect([...store.unresolved()]).toEqual([]);
});

it('never ends before it began', () => {
  begin((filled) => filled.advance('files-eu', () => told(open('inc_1', openMs + 1))));
  store.remove('files-eu');
  expect(store.incidents(1)).toMatchObject([{ createdMs: openMs + 1, resolvedMs: openMs + 1 }]);
});

describe('of two that are open', () => {
  it('the state keeps its own', () => {
    begin(fill('inc_1', 'inc_2'), '');
    expect(statuses()).toEqual(['inc_2 investigating', 'inc_1 resolved']);
    expect(store.get('files-eu')?.incident?.id).toBe('inc_2');
  });

  it('the newest is handed out without one', () => {
    begin(fill('inc_1', 'inc_2'));
    expect([...store.unresolved().values()].map(({ id }) => id)).toEqual(['inc_2']);
    expect(statuses()).toEqual(['inc_2 investigating', 'inc_1 resolved']);
  });
});
