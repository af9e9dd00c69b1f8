// One process a file: a lock that the operating system holds for the life of this process, kill -9 included.
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { explain, primaryCode, sqliteBusy } from './sqlite-errors.ts';
import { StoreError } from './store.ts';

/** How long a process that is just ending may still hold its lock. */
const lockWaitMs = 200;
/** States hold addresses and answers of what is monitored: for this user only. */
const privateMode = 0o600;

/**
 * Takes `<path>.lock`, a second, empty SQLite database held in an exclusive transaction, so that the file
 * itself stays readable to others. Returns its release.
 */
export function takeLock(path: string): () => void {
  const lockPath = `${path}.lock`;
  let lock: DatabaseSync | null = null;
  try {
    mkdirSync(dirname(path), { recursive: true });
    createPrivate(lockPath);
    lock = new DatabaseSync(lockPath, { timeout: lockWaitMs });
    lock.exec('BEGIN EXCLUSIVE');
    const held = lock;
    return () => held.close();
  } catch (error) {
    lock?.close();
    if (primaryCode(error) !== sqliteBusy) throw new StoreError(explain(lockPath, error));
    throw new StoreError(`${path} is in use by another process: end it, or set another store.path`);
  }
}

/**
 * Creates what is not there. A file that exists is not opened: closing any descriptor of it would drop the
 * POSIX locks this process may hold on it.
 */
export function createPrivate(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'ax', privateMode));
}
