// How many incidents were open at some time of each day: of those in the table, and of those that wait to be written.
import type { DatabaseSync } from 'node:sqlite';
import type { Incident } from '../model/belief.ts';
import { dayMs, startOf } from './buckets.ts';
import type { Incidents } from './incidents.ts';
import type { StoreEvents } from './store.ts';

/** Rows that are read at once: some 1 ms. */
const rowsAtOnce = 500;

/** By the start of the day; days without an incident are left out. */
export type DayCounts = ReadonlyMap<number, number>;

export interface IncidentDays {
  /** Of the days from `fromMs`, the start of one, to now's; a disk that fails leaves what waits. */
  readonly of: (deployment: string, fromMs: number, nowMs: number) => DayCounts;
  /** By deployment; may be left alone for a while after each step. Throws what SQLite throws. */
  readonly all: (fromMs: number, nowMs: number) => Generator<undefined, ReadonlyMap<string, DayCounts>>;
}

/** When an incident was open: until `endedMs`, Infinity while it is. */
interface Lasting {
  readonly id: string;
  readonly deployment: string;
  readonly createdMs: number;
  readonly endedMs: number;
}

const lasting = `SELECT id, deployment, created_ms AS createdMs, coalesce(resolved_ms, 9e999) AS endedMs
  FROM incidents`;
/** The first condition is what SQLite finds by the index; by the second alone it would walk all that is older. */
const someSql = `${lasting} WHERE coalesce(resolved_ms, 9e999) >= :endedMs
    AND (coalesce(resolved_ms, 9e999), id) > (:endedMs, :id)
  ORDER BY coalesce(resolved_ms, 9e999), id LIMIT ${rowsAtOnce}`;
const ofOneSql = `${lasting} WHERE deployment = :deployment AND coalesce(resolved_ms, 9e999) >= :endedMs`;

export function openIncidentDays(
  database: DatabaseSync,
  incidents: Pick<Incidents, 'waiting'>,
  onError: StoreEvents['onError'],
): IncidentDays {
  const some = rowsOf(database, someSql);
  const ofOne = rowsOf(database, ofOneSql);
  return {
    of: (deployment, fromMs, nowMs) => {
      const waiting = incidents.waiting().map(lastingOf);
      const isWaiting = new Set(waiting.map(({ id }) => id));
      const counts = new Map<number, number>();
      for (const one of waiting) {
        if (one.deployment === deployment) countDays(counts, one, fromMs, nowMs);
      }
      try {
        for (const one of ofOne({ deployment, endedMs: fromMs })) {
          if (!isWaiting.has(one.id)) countDays(counts, one, fromMs, nowMs);
        }
      } catch (error) {
        onError(error);
      }
      return counts;
    },
    *all(fromMs, nowMs) {
      const waiting = incidents.waiting().map(lastingOf);
      const isWaiting = new Set(waiting.map(({ id }) => id));
      const counts = new Map<string, Map<number, number>>();
      const count = (one: Lasting) => {
        const ofOne = counts.get(one.deployment) ?? new Map<number, number>();
        counts.set(one.deployment, ofOne);
        countDays(ofOne, one, fromMs, nowMs);
      };
      waiting.forEach(count);
      let rows: readonly Lasting[] = [];
      do {
        yield undefined;
        const { endedMs, id } = rows.at(-1) ?? { endedMs: fromMs, id: '' };
        rows = some({ endedMs, id });
        for (const one of rows) if (!isWaiting.has(one.id)) count(one);
      } while (rows.length === rowsAtOnce);
      return counts;
    },
  };
}

/** The columns are as they are named and of these types: the table is strict. */
function rowsOf(database: DatabaseSync, sql: string) {
  const statement = database.prepare(sql);
  return (values: Record<string, string | number>) => statement.all(values) as unknown as readonly Lasting[];
}

function lastingOf({ id, deployment, createdMs, resolvedMs }: Incident): Lasting {
  return { id, deployment, createdMs, endedMs: resolvedMs ?? Number.POSITIVE_INFINITY };
}

/** One that ends with a day is not open in the next. */
function countDays(counts: Map<number, number>, one: Lasting, fromMs: number, nowMs: number): void {
  const lastMs = Math.min(nowMs, Math.max(one.createdMs, one.endedMs - 1));
  for (
    let dayStartMs = startOf(Math.max(one.createdMs, fromMs), dayMs);
    dayStartMs <= lastMs;
    dayStartMs += dayMs
  ) {
    counts.set(dayStartMs, (counts.get(dayStartMs) ?? 0) + 1);
  }
}
