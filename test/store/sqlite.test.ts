// The SQLite store keeps what every store keeps; and in memory it works with no file at all.
import { existsSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { openStore } from '../../src/store/sqlite.ts';
import { historyMs } from './bench.ts';
import { dayMs, incident, minuteMs, noonMs, sample, told } from './examples.ts';
import { newPlace } from './places.ts';
import { describeStore } from './store-suite.ts';

describeStore('the SQLite store', newPlace);

const errors: unknown[] = [];
afterEach(() => expect(errors.splice(0)).toEqual([]));
const quiet = { onCommit: () => {}, onError: (error: unknown) => errors.push(error) };
const open = () => openStore({ path: ':memory:', historyMs, nowMs: noonMs, ...quiet });

it('in memory does the same, leaves no file, and forgets when closed', () => {
  const store = open();
  const other = open();
  store.advance('files-eu', () => told(incident('inc_1')));
  store.record(sample());
  store.flush(noonMs);
  expect(store.incidents(1)).toHaveLength(1);
  expect(store.history('files-eu', noonMs, 5 * minuteMs)).toHaveLength(1);
  expect(other.incidents(1)).toEqual([]);
  store.close(noonMs);
  other.close(noonMs);
  expect(existsSync(':memory:.lock')).toBe(false);
});

it('closed while chronicles are read, has not failed', async () => {
  const store = open();
  store.record(sample());
  store.flush(noonMs);
  const chronicles = store.chronicles(noonMs);
  store.close(noonMs);
  expect((await chronicles).size).toBe(0);
});

it('closed while history is read in parts, has not failed', () => {
  const store = open();
  store.record(sample());
  store.flush(noonMs);
  const parts = store.historyInParts('files-eu', noonMs - dayMs, 5 * minuteMs);
  expect(parts.next()).toEqual({ value: [], done: false });
  store.close(noonMs);
  expect([...parts].flat()).toEqual([]);
});
