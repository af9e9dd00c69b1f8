// The table of incidents, with the newest in memory; rows are upserted by id, so writing twice is harmless.
import type { DatabaseSync } from 'node:sqlite';
import type { Incident } from '../model/belief.ts';
import { incidentSchema } from './state-schema.ts';
import type { StoreEvents } from './store.ts';

/** Answered from memory; older ones are read from the file. */
const maxCachedIncidents = 1_000;
/** Incidents that wait for a disk that fails; beyond, the oldest is given up. */
const maxWaitingIncidents = 10_000;
/** Removed at once, with their evidence: some 15 ms, in which nothing else happens. */
const maxSwept = 250;

export interface Incidents {
  /** Newest first. */
  readonly list: (limit: number) => readonly Incident[];
  /** Of one deployment, newest first. */
  readonly of: (deployment: string, limit: number) => readonly Incident[];
  readonly get: (id: string) => Incident | null;
  /** Those in the file that are not over, newest first. */
  readonly unresolved: () => readonly Incident[];
  /** Takes an incident as it is now; it waits to be written. */
  readonly put: (incident: Incident) => void;
  readonly waiting: () => readonly Incident[];
  /** Inside a transaction. */
  readonly write: (incidents: readonly Incident[]) => void;
  /** After its commit. */
  readonly written: (incidents: readonly Incident[]) => void;
  /**
   * Removes a part of what was over before the instant, inside a transaction; whether there is more. An open incident stays
   * with its state.
   */
  readonly sweep: (beforeMs: number) => boolean;
}

export function openIncidents(database: DatabaseSync, onError: StoreEvents['onError']): Incidents {
  const table = openTable(database, onError);
  const waiting = new Map<string, Incident>();
  let cached = table.newest(maxCachedIncidents);
  // Merged in when somebody asks: an outage of the whole fleet puts hundreds at once.
  const fresh = new Map<string, Incident>();
  const newestCached = () => {
    if (fresh.size > 0) cached = merge(cached, fresh.values()).slice(0, maxCachedIncidents);
    fresh.clear();
    return cached;
  };
  /** Those that are meant: what is read of them with what waits, else the cached ones. */
  const known = (read: () => readonly Incident[], isMeant = (_: Incident) => true) => {
    try {
      return merge(read(), [...waiting.values()].filter(isMeant));
    } catch (error) {
      onError(error);
      return newestCached().filter(isMeant);
    }
  };

  return {
    list: (limit) => {
      const newest = newestCached();
      if (limit <= newest.length || newest.length < maxCachedIncidents) return newest.slice(0, limit);
      return known(() => table.newest(limit)).slice(0, limit);
    },
    of: (deployment, limit) => {
      const isOf = (incident: Incident) => incident.deployment === deployment;
      return known(() => table.newestOf(deployment, limit), isOf).slice(0, limit);
    },
    get: (id) => {
      const isIt = (incident: Incident) => incident.id === id;
      return waiting.get(id) ?? known(() => table.one(id), isIt)[0] ?? null;
    },
    unresolved: table.unresolved,
    put: (incident) => {
      fresh.set(incident.id, incident);
      if (fresh.size > maxCachedIncidents) newestCached();
      waiting.set(incident.id, incident);
      const [oldest] = waiting.keys();
      if (waiting.size > maxWaitingIncidents && oldest !== undefined) waiting.delete(oldest);
    },
    waiting: () => [...waiting.values()],
    write: table.write,
    written: (incidents) => {
      for (const { id } of incidents) waiting.delete(id);
    },
    sweep: (beforeMs) => {
      const swept = table.sweep(beforeMs);
      if (swept > 0) {
        cached = merge(table.newest(maxCachedIncidents), waiting.values()).slice(0, maxCachedIncidents);
        fresh.clear();
      }
      return swept >= maxSwept;
    },
  };
}

interface Table extends Pick<Incidents, 'unresolved' | 'write'> {
  readonly newest: (limit: number) => readonly Incident[];
  readonly newestOf: (deployment: string, limit: number) => readonly Incident[];
  /** None where there is none of that id. */
  readonly one: (id: string) => readonly Incident[];
  /** How many went. */
  readonly sweep: (beforeMs: number) => number;
}

/** What is in the file, without what waits; throws what SQLite throws. */
function openTable(database: DatabaseSync, onError: StoreEvents['onError']): Table {
  const upsert = database.prepare(`INSERT INTO incidents VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
    resolved_ms = excluded.resolved_ms, json = excluded.json`);
  const newest = database.prepare('SELECT json FROM incidents ORDER BY created_ms DESC, id DESC LIMIT ?');
  const newestOf = database.prepare(`SELECT json FROM incidents WHERE deployment = ?
    ORDER BY created_ms DESC, id DESC LIMIT ?`);
  const one = database.prepare('SELECT json FROM incidents WHERE id = ?');
  const open = database.prepare(`SELECT json FROM incidents WHERE resolved_ms IS NULL
    ORDER BY created_ms DESC, id DESC LIMIT ?`);
  const sweepResolved = database.prepare(`DELETE FROM incidents WHERE rowid IN (
    SELECT rowid FROM incidents WHERE resolved_ms < ? ORDER BY resolved_ms LIMIT ${maxSwept})`);
  const sweepOrphans = database.prepare(`DELETE FROM incidents WHERE resolved_ms IS NULL AND created_ms < ?
    AND deployment NOT IN (SELECT deployment FROM states)`);
  return {
    newest: (limit) => newest.all(limit).flatMap((row) => parse(String(row.json), onError)),
    newestOf: (deployment, limit) =>
      newestOf.all(deployment, limit).flatMap((row) => parse(String(row.json), onError)),
    one: (id) => one.all(id).flatMap((row) => parse(String(row.json), onError)),
    // What cannot be read has been told of already.
    unresolved: () => open.all(maxWaitingIncidents).flatMap((row) => parse(String(row.json), () => {})),
    write: (incidents) => {
      for (const one of incidents) {
        upsert.run(one.id, one.deployment, one.createdMs, one.resolvedMs, JSON.stringify(one));
      }
    },
    sweep: (beforeMs) =>
      Number(sweepResolved.run(beforeMs).changes) + Number(sweepOrphans.run(beforeMs).changes),
  };
}

/** The later ones replace those of the same id; newest first, by id where created at the same instant. */
function merge(known: readonly Incident[], later: Iterable<Incident>): Incident[] {
  const byId = new Map([...known, ...later].map((incident) => [incident.id, incident]));
  return [...byId.values()].sort((a, b) => b.createdMs - a.createdMs || (a.id < b.id ? 1 : -1));
}

function parse(json: string, onError: StoreEvents['onError']): Incident[] {
  try {
    return [incidentSchema.parse(JSON.parse(json))];
  } catch (error) {
    onError(new Error('an incident cannot be read, left out', { cause: error }));
    return [];
  }
}
