// Where the SQLite store of one test keeps its file: a folder of its own, gone afterwards.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../src/store/sqlite.ts';
import { historyMs, type Place } from './bench.ts';

export interface SqlitePlace extends Place {
  readonly folder: string;
  readonly path: string;
}

export function newPlace(): SqlitePlace {
  const folder = mkdtempSync(join(tmpdir(), 'picket-store-'));
  return placeAt(folder, () => rmSync(folder, { recursive: true, force: true }));
}

export function placeAt(folder: string, leave: () => void): SqlitePlace {
  const path = join(folder, 'data', 'picket.db');
  const errors: unknown[] = [];
  let commits = 0;
  const onCommit = (durationMs: number) => {
    if (durationMs > 0) commits += 1;
  };
  const onError = (error: unknown) => {
    errors.push(error);
  };
  return {
    folder,
    path,
    errors,
    commits: () => commits,
    open: (nowMs) => openStore({ path, historyMs, nowMs, onCommit, onError }),
    leave,
  };
}
