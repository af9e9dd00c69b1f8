// The tables and every step that led to them: the version in the file is the number of steps taken.
import type { DatabaseSync } from 'node:sqlite';
import { StoreError } from './store.ts';

/** "PICK" in the file's header: tells our file from another program's. */
const applicationId = 0x5049434b;

/**
 * A step is never changed once released. A field added to DeploymentState or Incident needs a step that gives
 * it to the rows there are (`json_set`), or they are not read back; one that cannot be read must not hold it up.
 * Rollups are clustered by time: a flush touches few pages, and old rows go as one range.
 */
export const migrations: readonly string[] = [
  `CREATE TABLE states (deployment TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT, WITHOUT ROWID;
   CREATE TABLE incidents (
     id TEXT PRIMARY KEY, deployment TEXT NOT NULL, created_ms REAL NOT NULL, resolved_ms REAL,
     json TEXT NOT NULL
   ) STRICT;
   CREATE INDEX incidents_created ON incidents (created_ms DESC, id DESC);
   CREATE INDEX incidents_resolved ON incidents (resolved_ms, created_ms);
   CREATE TABLE rollups (
     length_ms INTEGER NOT NULL, start_ms INTEGER NOT NULL, deployment TEXT NOT NULL, endpoint TEXT NOT NULL,
     runs INTEGER NOT NULL, failures INTEGER NOT NULL, bad INTEGER NOT NULL, worst INTEGER NOT NULL,
     answers INTEGER NOT NULL, duration_sum_ms REAL NOT NULL, duration_max_ms REAL NOT NULL,
     dns_ms REAL, connect_ms REAL, tls_ms REAL, first_byte_ms REAL, transfer_ms REAL,
     PRIMARY KEY (length_ms, start_ms, deployment, endpoint)
   ) STRICT, WITHOUT ROWID;`,
  `UPDATE states SET json = json_set(json, '$.drift', json('[]'), '$.contradictions', json('[]'))
     WHERE json_valid(json);
   UPDATE states SET json = json_set(json, '$.checks', (
     SELECT json_group_object(key, json_set(value, '$.listed', value ->> '$.last.items', '$.walk', NULL))
     FROM json_each(states.json, '$.checks') WHERE type = 'object'
   )) WHERE json_valid(json);`,
  `CREATE TABLE evidence (
     id INTEGER PRIMARY KEY, incident TEXT NOT NULL, at_ms REAL NOT NULL, deployment TEXT NOT NULL,
     json TEXT NOT NULL, UNIQUE (incident, at_ms)
   ) STRICT;
   CREATE INDEX evidence_deployment ON evidence (deployment);
   CREATE TRIGGER evidence_goes AFTER DELETE ON incidents BEGIN
     DELETE FROM evidence WHERE incident = old.id;
   END;`,
  `ALTER TABLE rollups ADD COLUMN covered_ms INTEGER NOT NULL DEFAULT 0;
   CREATE INDEX incidents_deployment ON incidents (deployment, created_ms DESC, id DESC);
   CREATE INDEX incidents_ended ON incidents (coalesce(resolved_ms, 9e999), id, deployment, created_ms);`,
  'CREATE INDEX incidents_lasted ON incidents (deployment, coalesce(resolved_ms, 9e999), id, created_ms);',
];

/** Refuses another program's file and a newer version of ours, before anything is changed. */
export function identify(database: DatabaseSync, path: string, known: number): number {
  const version = pragma(database, 'user_version');
  const owner = pragma(database, 'application_id');
  const isEmpty = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
  if (owner !== applicationId && !isEmpty) {
    throw new StoreError(`${path} is another program's database: set another store.path`);
  }
  if (version > known) {
    throw new StoreError(
      `${path} has schema version ${version}, this picket knows ${known}: use the newer picket, or set another store.path`,
    );
  }
  return version;
}

/** Takes the steps that are missing, all or none. */
export function migrate(database: DatabaseSync, path: string, steps: readonly string[]): void {
  const version = identify(database, path, steps.length);
  if (version === steps.length) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    for (const step of steps.slice(version)) database.exec(step);
    database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${steps.length}; COMMIT`);
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function pragma(database: DatabaseSync, name: string): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
}
