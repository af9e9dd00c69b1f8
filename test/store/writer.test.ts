// What is acknowledged is there after kill -9, once; a disk that fails stops nothing and loses nothing in memory.
import { spawnSync } from 'node:child_process';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Exhibits } from '../../src/store/evidence.ts';
import type { History } from '../../src/store/history.ts';
import type { Incidents } from '../../src/store/incidents.ts';
import type { States } from '../../src/store/states.ts';
import { openWriter } from '../../src/store/writer.ts';
import {
  dayMs,
  evidence,
  incident,
  minuteMs,
  noonMs,
  resolved,
  sample,
  settlement,
  state,
  told,
} from './examples.ts';
import { newPlace, type SqlitePlace } from './places.ts';
import { start } from './processes.ts';

/** A disk of its own for one process; needs the right to make a mount namespace. */
const onSmallDisk = ['unshare', '-rm', 'sh', '-c', 'mount -t tmpfs -o size=2m none "$0" && exec "$@"'];
const canMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;

let place: SqlitePlace;
afterEach(() => place.leave());

it('keeps every acknowledged incident, once, over kill -9 after kill -9', async () => {
  place = newPlace();
  const acknowledged = new Map<string, string>();
  for (const round of [0, 1, 2, 3]) {
    const writer = start('endless-writer.ts', [place.path, String(round)]);
    await writer.said(20 + 13 * round);
    await writer.kill();
    for (const line of writer.lines) {
      const [word = '', id = ''] = line.split(' ');
      acknowledged.set(id, word);
    }
    const store = place.open(noonMs);
    const found = store.incidents(10_000);
    const byId = new Map(found.map((one) => [one.id, one]));
    expect(byId.size).toBe(found.length);
    for (const [id, word] of acknowledged) {
      // One that was only said to be open may have been resolved before it could be said.
      const expected = word === 'resolved' ? ['resolved'] : ['investigating', 'resolved'];
      expect(expected).toContain(byId.get(id)?.status);
    }
    const open = found.filter((one) => one.status === 'investigating');
    expect(open).toEqual([store.get('files-eu')?.incident].filter((one) => one != null));
    if (open[0] !== undefined) {
      const over = resolved(open[0], noonMs);
      store.advance('files-eu', () => told(over));
      acknowledged.set(over.id, 'resolved');
    }
    store.close(noonMs);
    expect(place.errors).toEqual([]);
  }
  expect(acknowledged.size).toBeGreaterThan(60);
});

describe('while the file cannot be written', () => {
  const locked = () => {
    const other = new DatabaseSync(place.path, { timeout: 0 });
    other.exec('BEGIN IMMEDIATE');
    return () => other.close();
  };

  it('goes on in memory, says so each time, and writes all of it with the next commit', () => {
    place = newPlace();
    let store = place.open(noonMs);
    store.advance('gone', () => settlement(state('gone'), { durable: true }));
    const unlock = locked();
    store.record(sample());
    const one = incident('inc_1');
    store.advance('files-eu', () => ({ ...told(one), evidence: [evidence(one)] }));
    store.advance('quiet', () => settlement(state('quiet')));
    store.remove('gone');
    store.flush(noonMs);
    expect(store.healthy()).toBe(false);
    expect(place.errors.map(String)).toEqual(Array(3).fill('Error: database is locked'));
    expect(store.get('files-eu')?.incident?.id).toBe('inc_1');
    expect(store.incidents(10)).toHaveLength(1);
    expect(store.incident('inc_1')).toEqual(one);
    expect(store.evidence('inc_1')).toEqual([evidence(one)]);
    expect(store.history('files-eu', noonMs, 5 * minuteMs)).toHaveLength(1);
    expect(store.get('gone')).toBeNull();

    unlock();
    store.advance('media', () => settlement(state('media'), { durable: true }));
    expect(store.healthy()).toBe(true);
    const reader = new DatabaseSync(place.path, { readOnly: true });
    const rows = (sql: string) =>
      reader
        .prepare(sql)
        .all()
        .flatMap((row) => Object.values(row));
    expect(rows('SELECT deployment FROM states')).toEqual(['files-eu', 'media', 'quiet']);
    expect(rows('SELECT id FROM incidents')).toEqual(['inc_1']);
    expect(rows('SELECT incident FROM evidence')).toEqual(['inc_1']);
    reader.close();
    store.close(noonMs);
    store = place.open(noonMs);
    expect(store.history('files-eu', noonMs, 5 * minuteMs)).toMatchObject([{ runs: 1 }]);
    store.close(noonMs);
    expect(place.errors).toHaveLength(3);
  });

  it('waits for another program once, then not until a commit succeeds', () => {
    place = newPlace();
    const store = place.open(noonMs);
    const unlock = locked();
    const waits = vi.spyOn(DatabaseSync.prototype, 'exec');
    const asked = () =>
      waits.mock.calls.map(([sql]) => sql).filter((sql) => sql.startsWith('PRAGMA busy_timeout'));
    for (let count = 0; count < 50; count++) store.advance('files-eu', () => told(incident('inc_1')));
    expect(asked()).toEqual(['PRAGMA busy_timeout = 0']);
    expect(place.errors).toHaveLength(50);
    unlock();
    store.flush(noonMs);
    expect(asked()).toEqual(['PRAGMA busy_timeout = 0', 'PRAGMA busy_timeout = 100']);
    waits.mockRestore();
    store.close(noonMs);
  });

  it.runIf(canMount)('survives a full disk, and has all of it once there is space (ENOSPC)', async () => {
    place = newPlace();
    const writer = start('full-disk.ts', [place.folder], [...onSmallDisk, place.folder]);
    await writer.said(4);
    await writer.kill();
    expect(writer.lines).toEqual([
      'full',
      '1000 current, healthy false, errors 13',
      'healthy true',
      '1001 states, 1001 incidents',
    ]);
  });

  it('survives a limit on the size of files (EFBIG)', async () => {
    place = newPlace();
    const limited = ['sh', '-c', 'ulimit -f 400; exec "$@"', 'sh'];
    const writer = start('limited-writer.ts', [place.path], limited);
    await writer.said(1);
    await writer.kill();
    expect(writer.lines).toEqual(['2000 advanced, unhealthy, told']);
    const store = place.open(noonMs);
    expect(store.incidents(3_000).length).toBeGreaterThan(0);
    store.close(noonMs);
    expect(place.errors).toEqual([]);
  });
});

describe('a flush in parts', () => {
  const ids = Array.from({ length: 100 }, (_, index) => `d${index}`);
  const filled = () => {
    place = newPlace();
    const store = place.open(noonMs);
    for (const id of ids) {
      store.advance(id, () => settlement(state(id)));
      store.record(sample({ deployment: id }));
    }
    return store;
  };
  const rowsIn = (path: string) => {
    const reader = new DatabaseSync(path, { readOnly: true });
    const count = (table: string) =>
      Number(reader.prepare(`SELECT count(DISTINCT deployment) AS n FROM ${table}`).get()?.n);
    const rows = [count('states'), count('rollups')];
    reader.close();
    return rows;
  };

  it('writes some deployments at a time, each with its state and its runs, and then says so', () => {
    const store = filled();
    expect(rowsIn(place.path)).toEqual([0, 0]);
    const written: number[][] = [];
    let isMore = true;
    while (isMore) {
      isMore = store.flush(noonMs);
      written.push(rowsIn(place.path));
    }
    expect(written).toEqual([
      [40, 40],
      [80, 80],
      [100, 100],
    ]);
    expect(store.flush(noonMs)).toBe(false);
    store.close(noonMs);
  });

  it('counts a run once, also one that comes between two parts', () => {
    let store = filled();
    store.flush(noonMs);
    for (const id of ids) store.record(sample({ deployment: id }));
    store.close(noonMs);
    store = place.open(noonMs);
    for (const id of ids) expect(store.history(id, noonMs - 1, 5 * minuteMs)[0]?.runs).toBe(2);
    store.close(noonMs);
  });

  it('ends where the disk fails, and begins anew', () => {
    const store = filled();
    expect(store.flush(noonMs)).toBe(true);
    const other = new DatabaseSync(place.path, { timeout: 0 });
    other.exec('BEGIN IMMEDIATE');
    expect(store.flush(noonMs)).toBe(false);
    expect(store.healthy()).toBe(false);
    other.close();
    while (store.flush(noonMs));
    expect(rowsIn(place.path)).toEqual([100, 100]);
    expect(store.healthy()).toBe(true);
    store.close(noonMs);
    expect(store.flush(noonMs)).toBe(false);
    expect(store.recount(noonMs)).toBe(false);
    expect(place.errors).toHaveLength(1);
  });
});

it('keeps history that waits within its bound after each commit that failed, and only then', () => {
  const trimmed: number[] = [];
  let diskWorks = false;
  const table = {
    waiting: () => (diskWorks ? [] : ['a']),
    write: () => {
      if (!diskWorks) throw new Error('disk I/O error');
    },
    written: () => {},
    sweep: () => false,
    trim: (nowMs: number) => trimmed.push(nowMs),
  } as unknown as History & States & Incidents & Exhibits;
  const tables = { states: table, incidents: table, exhibits: table, history: table };
  const events = { onCommit: () => {}, onError: () => {} };
  const { flush } = openWriter(new DatabaseSync(':memory:'), tables, dayMs, events);
  for (const atMs of [noonMs, noonMs + 1]) expect(flush(atMs)).toBe(false);
  diskWorks = true;
  flush(noonMs + 2);
  expect(trimmed).toEqual([noonMs, noonMs + 1]);
});
