// One process a file, for as long as it lives; everybody may read.
import { spawnSync } from 'node:child_process';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { takeLock } from '../../src/store/lock.ts';
import { StoreError } from '../../src/store/store.ts';
import { noonMs } from './examples.ts';
import { newPlace, type SqlitePlace } from './places.ts';
import { start } from './processes.ts';

let place: SqlitePlace;
beforeEach(() => {
  place = newPlace();
});
afterEach(() => place.leave());

it('refuses a second process in one line, lets it read, and is free after kill -9', async () => {
  const other = start('endless-writer.ts', [place.path, '0']);
  await other.said(10);
  const refusal = `${place.path} is in use by another process: end it, or set another store.path`;
  expect(() => place.open(noonMs)).toThrow(new StoreError(refusal));
  const reader = new DatabaseSync(place.path, { readOnly: true });
  expect(reader.prepare('SELECT count(*) AS rows FROM incidents').get()?.rows).toBeGreaterThan(0);
  reader.close();
  await other.kill();
  place.open(noonMs).close(noonMs);
});

it('refuses a second store in one process, which leaves the first its lock against others', () => {
  const store = place.open(noonMs);
  expect(() => place.open(noonMs)).toThrow(StoreError);
  const writer = join(import.meta.dirname, 'fixtures', 'endless-writer.ts');
  const other = spawnSync(process.execPath, [writer, place.path, '0'], { timeout: 20_000, encoding: 'utf8' });
  expect(other.stderr).toContain('is in use by another process');
  store.close(noonMs);
  place.open(noonMs).close(noonMs);
});

it('makes the folder, and files for this user only', () => {
  const store = place.open(noonMs);
  for (const suffix of ['', '-wal', '.lock']) {
    expect([suffix, statSync(place.path + suffix).mode & 0o777]).toEqual([suffix, 0o600]);
  }
  store.close(noonMs);
});

it.each([
  ['a folder that is a file', (folder: string) => writeFileSync(join(folder, 'data'), '')],
  [
    'a lock file that is none',
    (folder: string) => {
      mkdirSync(join(folder, 'data'));
      writeFileSync(join(folder, 'data', 'picket.db.lock'), 'not a lock'.repeat(100));
    },
  ],
])('names the file and a remedy for %s', (_, spoil) => {
  spoil(place.folder);
  expect(() => takeLock(place.path)).toThrow(/^cannot open \S+picket\.db\.lock: [^\n]+; [^\n]*store\.path$/);
});
