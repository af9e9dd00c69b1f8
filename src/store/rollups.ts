// The table of rollups: added to at each flush, read back as history and totals, swept by age.
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Rollup } from '../model/history.ts';
import { phaseNames, stateCode, states } from '../model/states.ts';
import type { Range, Resolution } from './buckets.ts';
import { endpointSchema } from './state-schema.ts';

/** Rows of each resolution removed at once: some 1 ms, in which nothing else happens. */
const maxSweptRows = 500;

/** One bucket of time, and in which windows it counts: a bit for each. */
export interface Slot {
  readonly lengthMs: number;
  readonly startMs: number;
  readonly windows: number;
}

/** Deployments whose id comes after one, up to another. */
export interface Stretch {
  readonly after: string;
  readonly to: string;
}

/** Runs of the status check of a deployment, in all buckets that count in the same windows. */
export interface Total {
  readonly deployment: string;
  readonly windows: number;
  readonly runs: number;
  readonly bad: number;
  readonly coveredMs: number;
}

export interface Rollups {
  /** Adds to what the bucket holds already; inside a transaction. */
  readonly write: (deployment: string, bucket: Rollup) => void;
  /**
   * Oldest first; of one check where it is given. The range is walked bucket by bucket: rows are clustered by time, not
   * by deployment.
   */
  readonly read: (deployment: string, range: Range, endpoint?: Rollup['endpoint']) => readonly Rollup[];
  /** Each slot is read once, as one short range. */
  readonly totals: (slots: readonly Slot[], stretch: Stretch) => readonly Total[];
  /**
   * Up to here no bucket of the range has a status check of more than `most` deployments after that id; null where
   * none has as many.
   */
  readonly lastOf: (range: Range, after: string, most: number) => string | null;
  /** Removes a part of what is past its retention, oldest first, inside a transaction; whether there is more. */
  readonly sweep: (nowMs: number) => boolean;
}

/**
 * 0 where it is not known what the runs of a bucket stood for, as some of them are from before that was counted. Such
 * a bucket is taken as covered all along: nothing says that it has a gap, and full of runs it must not look like one.
 */
const addCovered = 'covered_ms = iif(covered_ms = 0, 0, covered_ms + excluded.covered_ms)';
export const knownCoveredMs = 'iif(covered_ms = 0, length_ms, covered_ms)';
/** One run alone stands for its interval, however long that is; of several, those that begin at a start may overlap. */
const boundedMs = `iif(runs = 1, ${knownCoveredMs}, min(${knownCoveredMs}, length_ms))`;

const summed = ['runs', 'failures', 'bad', 'answers', 'duration_sum_ms'];
const largest = ['worst', 'duration_max_ms'];
const phaseColumns = phaseNames.map((phase) => `${phase}_ms`);

const upsertSql = `INSERT INTO rollups (length_ms, start_ms, deployment, endpoint, worst, runs, failures, bad,
    answers, duration_sum_ms, duration_max_ms, covered_ms, ${phaseColumns.join()})
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${phaseColumns.map(() => '?').join()})
  ON CONFLICT DO UPDATE SET ${[
    addCovered,
    ...summed.map((name) => `${name} = ${name} + excluded.${name}`),
    ...largest.map((name) => `${name} = max(${name}, excluded.${name})`),
    ...phaseColumns.map(
      (name) => `${name} = coalesce(${name} + excluded.${name}, ${name}, excluded.${name})`,
    ),
  ].join()}`;

const walk = `WITH RECURSIVE slots (slot_ms) AS (
    SELECT :fromMs UNION ALL SELECT slot_ms + :lengthMs FROM slots WHERE slot_ms + :lengthMs < :toMs)`;

const readSql = `${walk} SELECT rollups.*, ${knownCoveredMs} AS known_ms FROM slots CROSS JOIN rollups
  ON length_ms = :lengthMs AND start_ms = slot_ms AND deployment = :deployment
  WHERE endpoint = coalesce(:endpoint, endpoint)`;

const totalsSql = `WITH slots AS MATERIALIZED (
    SELECT value ->> 'lengthMs' AS slot_length_ms, value ->> 'startMs' AS slot_ms, value ->> 'windows' AS windows
    FROM json_each(:slots))
  SELECT deployment, windows, sum(runs) AS runs, sum(bad) AS bad, sum(${boundedMs}) AS coveredMs
  FROM slots CROSS JOIN rollups
  ON length_ms = slot_length_ms AND start_ms = slot_ms AND deployment > :after AND deployment <= :to
  WHERE endpoint = 'status' GROUP BY deployment, windows`;

const lastSql = `${walk} SELECT min((SELECT deployment FROM rollups
    WHERE length_ms = :lengthMs AND start_ms = slot_ms AND deployment > :after AND endpoint = 'status'
    ORDER BY deployment LIMIT 1 OFFSET :most - 1)) AS deployment FROM slots`;

const sweepSql = `DELETE FROM rollups WHERE (length_ms, start_ms, deployment, endpoint) IN (
  SELECT length_ms, start_ms, deployment, endpoint FROM rollups
  WHERE length_ms = :lengthMs AND start_ms < :beforeMs
  ORDER BY length_ms, start_ms, deployment, endpoint LIMIT ${maxSweptRows})`;

const amount = z.number();
const rollupRow = z
  .object({
    endpoint: endpointSchema,
    start_ms: amount,
    length_ms: amount,
    runs: amount,
    failures: amount,
    bad: amount,
    worst: amount,
    answers: amount,
    duration_sum_ms: amount,
    duration_max_ms: amount,
    dns_ms: amount.nullable(),
    connect_ms: amount.nullable(),
    tls_ms: amount.nullable(),
    first_byte_ms: amount.nullable(),
    transfer_ms: amount.nullable(),
    known_ms: amount,
  })
  .transform(
    (row): Rollup => ({
      endpoint: row.endpoint,
      startMs: row.start_ms,
      lengthMs: row.length_ms,
      runs: row.runs,
      failures: row.failures,
      bad: row.bad,
      worst: states[row.worst] ?? 'unknown',
      answers: row.answers,
      durationSumMs: row.duration_sum_ms,
      durationMaxMs: row.duration_max_ms,
      phaseSumsMs: Object.fromEntries(
        phaseNames.flatMap((phase) => {
          const sumMs = row[`${phase}_ms`];
          return sumMs === null ? [] : [[phase, sumMs]];
        }),
      ),
      coveredMs: row.known_ms,
    }),
  );
const totalRow = z.object({
  deployment: z.string(),
  windows: amount,
  runs: amount,
  bad: amount,
  coveredMs: amount,
});
const lastRow = z.object({ deployment: z.string().nullable() });

export function openRollups(database: DatabaseSync, resolutions: readonly Resolution[]): Rollups {
  const upsert = database.prepare(upsertSql);
  const read = database.prepare(readSql);
  const totals = database.prepare(totalsSql);
  const last = database.prepare(lastSql);
  const sweep = database.prepare(sweepSql);
  return {
    write: (deployment, bucket) => {
      upsert.run(
        bucket.lengthMs,
        bucket.startMs,
        deployment,
        bucket.endpoint,
        stateCode(bucket.worst),
        bucket.runs,
        bucket.failures,
        bucket.bad,
        bucket.answers,
        bucket.durationSumMs,
        bucket.durationMaxMs,
        bucket.coveredMs,
        ...phaseNames.map((phase) => bucket.phaseSumsMs[phase] ?? null),
      );
    },
    read: (deployment, range, endpoint) =>
      z.array(rollupRow).parse(read.all({ ...range, deployment, endpoint: endpoint ?? null })),
    totals: (slots, { after, to }) =>
      z.array(totalRow).parse(totals.all({ slots: JSON.stringify(slots), after, to })),
    lastOf: (range, after, most) => lastRow.parse(last.get({ ...range, after, most })).deployment,
    sweep: (nowMs) => {
      const removed = resolutions.map(({ lengthMs, keptMs }) =>
        Number(sweep.run({ lengthMs, beforeMs: nowMs - keptMs - lengthMs + 1 }).changes),
      );
      return removed.includes(maxSweptRows);
    },
  };
}
