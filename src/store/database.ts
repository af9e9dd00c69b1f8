// Opens the file: locked, checked, migrated; a corrupt one is set aside and a fresh one begun.
import { existsSync, renameSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { createPrivate, takeLock } from './lock.ts';
import { identify, migrate, migrations } from './migrations.ts';
import { explain, isCorrupt } from './sqlite-errors.ts';
import { StoreError, type StoreEvents } from './store.ts';

/** A write waits this long for another program's; it holds up everything else meanwhile. */
export const busyWaitMs = 100;
/** A whole check reads every page; a larger file has only the tables checked that must not be lost. */
const maxWholeCheckBytes = 32 * 1024 * 1024;
/** The write-ahead log is cut back to this after a checkpoint. */
const maxWalBytes = 16 * 1024 * 1024;

const inMemory = ':memory:';

interface OpenDatabase {
  readonly database: DatabaseSync;
  /** Closes the file, then gives up the lock. */
  readonly close: () => void;
}

export function openDatabase(path: string, nowMs: number, onError: StoreEvents['onError']): OpenDatabase {
  const release = path === inMemory ? () => {} : takeLock(path);
  try {
    const database = openOrReplace(path, nowMs, onError);
    return {
      database,
      close: () => {
        database.close();
        release();
      },
    };
  } catch (error) {
    release();
    throw error instanceof StoreError ? error : new StoreError(explain(path, error));
  }
}

function openOrReplace(path: string, nowMs: number, onError: StoreEvents['onError']): DatabaseSync {
  try {
    return openChecked(path);
  } catch (error) {
    if (!isCorrupt(error)) throw error;
    const asidePath = `${path}.corrupt-${new Date(nowMs).toISOString()}`;
    setAside(path, asidePath);
    onError(new Error(`${path} is corrupt, set aside as ${asidePath}, begun afresh`, { cause: error }));
    return openChecked(path);
  }
}

function openChecked(path: string): DatabaseSync {
  if (path !== inMemory) createPrivate(path);
  const database = new DatabaseSync(path, { timeout: busyWaitMs });
  try {
    identify(database, path, migrations.length);
    checkPages(database, path);
    database.exec(
      `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = ${maxWalBytes}`,
    );
    migrate(database, path, migrations);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Every start, not only after a crash: a file can be cut short or damaged while nobody has it open. */
function checkPages(database: DatabaseSync, path: string): void {
  const isSmall = path === inMemory || statSync(path).size <= maxWholeCheckBytes;
  for (const subject of isSmall ? ['1'] : ["'states'", "'incidents'"]) {
    const found = Object.values(database.prepare(`PRAGMA quick_check(${subject})`).get() ?? {})[0];
    if (found !== 'ok') throw Object.assign(new Error(String(found)), { errcode: 11 });
  }
}

/** The log goes too, and first: it belongs to that file, and must never be replayed into the fresh one. */
function setAside(path: string, asidePath: string): void {
  for (const suffix of ['-wal', '-shm', '']) {
    if (existsSync(path + suffix)) renameSync(path + suffix, asidePath + suffix);
  }
}
