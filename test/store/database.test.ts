// A damaged file is set aside and a fresh one begun; what is not ours, or newer, is left as it is.
import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StoreError } from '../../src/store/store.ts';
import { fullState, incident, noonMs, settlement, state, told } from './examples.ts';
import { newPlace, type SqlitePlace } from './places.ts';

let place: SqlitePlace;
beforeEach(() => {
  place = newPlace();
});
afterEach(() => place.leave());

function fill(): void {
  const store = place.open(noonMs);
  store.advance('a', () => settlement(fullState('a'), { durable: true }));
  for (let count = 0; count < 200; count++) {
    store.advance('files-eu', () => told(incident(`inc_${count}`)));
  }
  store.close(noonMs);
}

function overwrite(at: number, bytes: Buffer): void {
  const file = readFileSync(place.path);
  bytes.copy(file, at);
  writeFileSync(place.path, file);
}

describe('a corrupt file is set aside, told, and begun afresh', () => {
  const pageBytes = 4_096;
  it.each<[string, () => void]>([
    ['garbage', () => writeFileSync(place.path, 'garbage '.repeat(1_000))],
    ['a file cut short', () => truncateSync(place.path, 2 * pageBytes)],
    ['a file cut within its header', () => truncateSync(place.path, 50)],
    ['flipped bytes in the magic', () => overwrite(3, Buffer.from('#'))],
    ['flipped bytes in the page size', () => overwrite(16, Buffer.from([0x12, 0x34]))],
    ['a schema overwritten', () => overwrite(100, Buffer.alloc(pageBytes - 100, 0xa5))],
    ['a page of rows overwritten', () => overwrite(5 * pageBytes, Buffer.alloc(pageBytes, 0xa5))],
  ])('%s', (_, damage) => {
    fill();
    writeFileSync(`${place.path}-wal`, 'left behind');
    damage();
    const store = place.open(noonMs);
    const aside = `${place.path}.corrupt-2026-11-21T12:00:00.000Z`;
    expect(place.errors.map(String)).toEqual([
      `Error: ${place.path} is corrupt, set aside as ${aside}, begun afresh`,
    ]);
    expect(existsSync(aside)).toBe(true);
    expect(store.load()).toEqual([]);
    store.advance('b', () => settlement(state('b'), { durable: true }));
    store.close(noonMs);
    const again = place.open(noonMs);
    expect(again.load()).toEqual([state('b')]);
    again.close(noonMs);
    expect(place.errors).toHaveLength(1);
  });
});

it('sets the write-ahead log aside with its file: both are needed to rescue rows by hand', () => {
  fill();
  const store = place.open(noonMs);
  store.advance('b', () => settlement(state('b'), { durable: true }));
  const wal = readFileSync(`${place.path}-wal`);
  store.close(noonMs);
  writeFileSync(place.path, 'garbage '.repeat(1_000));
  writeFileSync(`${place.path}-wal`, wal);
  place.open(noonMs).close(noonMs);
  const aside = `${place.path}.corrupt-2026-11-21T12:00:00.000Z-wal`;
  expect(readFileSync(aside).equals(wal)).toBe(true);
});

it('leaves out a row that cannot be read, says so, and keeps the others', () => {
  fill();
  const database = new DatabaseSync(place.path);
  database.exec(`INSERT INTO states VALUES ('bad', '{"deployment":"bad"}'), ('cut', '{'), ('other', '[]');
    INSERT INTO states SELECT 'stranger', json FROM states WHERE deployment = 'a';
    UPDATE incidents SET json = 'null' WHERE id = 'inc_7'`);
  database.close();
  const store = place.open(noonMs);
  expect(store.load().map(({ deployment }) => deployment)).toEqual(['a', 'files-eu']);
  expect(store.incidents(1_000)).toHaveLength(200);
  expect(place.errors.map((error) => String(error).replace(/^Error: /, ''))).toEqual([
    'state of bad cannot be read, left out',
    'state of cut cannot be read, left out',
    'state of other cannot be read, left out',
    'state of stranger cannot be read, left out',
    'an incident cannot be read, left out',
  ]);
  store.close(noonMs);
});

it.each([
  [
    'a newer version of ours',
    'PRAGMA user_version = 99',
    /picket\.db has schema version 99, this picket knows \d+: use the newer picket/,
  ],
  ['the file of another program', 'PRAGMA application_id = 7', /picket\.db is another program's database/],
])('refuses %s in one line and leaves it as it is', (_, sql, message) => {
  fill();
  const database = new DatabaseSync(place.path);
  database.exec(`${sql}; PRAGMA journal_mode = DELETE`);
  database.close();
  const before = readFileSync(place.path);
  expect(() => place.open(noonMs)).toThrow(message);
  expect(() => place.open(noonMs)).toThrow(StoreError);
  expect(readFileSync(place.path).equals(before)).toBe(true);
  expect(place.errors).toEqual([]);
});

it('says what to do when the path is a folder', () => {
  mkdirSync(place.path, { recursive: true });
  expect(() => place.open(noonMs)).toThrow(/^cannot open \S+picket\.db: [^\n]+; [^\n]+$/);
});
