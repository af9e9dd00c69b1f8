// All writing goes through here: a failing disk is told and remembered, never thrown.
import type { DatabaseSync } from 'node:sqlite';
import { busyWaitMs } from './database.ts';
import type { StoreEvents } from './store.ts';

interface Transactions {
  /** Whether what `write` did is committed; nothing of it is when not. */
  readonly commit: (write: () => void) => boolean;
  /** False while the last commit failed. */
  readonly healthy: () => boolean;
}

export function openTransactions(database: DatabaseSync, events: StoreEvents): Transactions {
  let healthy = true;
  const attempt = (write: () => void): boolean => {
    try {
      database.exec('BEGIN IMMEDIATE');
      write();
      database.exec('COMMIT');
      return true;
    } catch (error) {
      rollBack(database, events);
      events.onError(error);
      return false;
    }
  };
  return {
    commit: (write) => {
      const startedMs = performance.now();
      const committed = attempt(write);
      if (committed) events.onCommit(performance.now() - startedMs);
      if (committed !== healthy) waitForOthers(database, committed ? busyWaitMs : 0, events);
      healthy = committed;
      return committed;
    },
    healthy: () => healthy,
  };
}

/** SQLite has rolled back by itself after some errors. */
function rollBack(database: DatabaseSync, events: StoreEvents): void {
  try {
    if (database.isOpen && database.isTransaction) database.exec('ROLLBACK');
  } catch (error) {
    events.onError(error);
  }
}

/** Waiting blocks every probe: after one wait in vain, none until a commit succeeds. */
function waitForOthers(database: DatabaseSync, waitMs: number, events: StoreEvents): void {
  try {
    if (database.isOpen) database.exec(`PRAGMA busy_timeout = ${waitMs}`);
  } catch (error) {
    events.onError(error);
  }
}
