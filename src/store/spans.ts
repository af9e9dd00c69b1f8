// Rows of the status check in one bucket of time as spans: read by the thousand, so as two texts and not row by row.
import type { DatabaseSync } from 'node:sqlite';
import type { Span } from '../model/history.ts';
import { states } from '../model/states.ts';
import type { Writable } from './buckets.ts';
import { knownCoveredMs, type Slot, type Stretch } from './rollups.ts';

/** One that is still added to. */
export type OpenSpan = Writable<Span>;

export interface Spans {
  /** In the order of ids, at most `most`; all where that is negative. */
  readonly read: (
    bucket: Pick<Slot, 'lengthMs' | 'startMs'>,
    stretch: Stretch,
    most: number,
  ) => readonly (readonly [deployment: string, span: OpenSpan])[];
}

/** Numbers of a row, in this order; µs, since whole numbers are read twice as fast. */
const columns = ['runs', 'bad', 'worst', knownCoveredMs, 'answers', 'round(duration_sum_ms * 1000)'];

const readSql = `SELECT json_group_array(deployment) AS ids,
    '[' || group_concat(${columns.map((column) => `cast(${column} AS INTEGER)`).join(` || ',' || `)}) || ']' AS numbers
  FROM (SELECT * FROM rollups
    WHERE length_ms = :lengthMs AND start_ms = :startMs AND deployment > :after AND deployment <= :to
      AND endpoint = 'status'
    ORDER BY deployment LIMIT :most)`;

export function openSpans(database: DatabaseSync): Spans {
  const read = database.prepare(readSql);
  let last: { readonly text: string; readonly ids: readonly string[] } = { text: '', ids: [] };
  return {
    read: ({ lengthMs, startMs }, { after, to }, most) => {
      const row = read.get({ lengthMs, startMs, after, to, most });
      if (typeof row?.ids !== 'string' || typeof row.numbers !== 'string') return [];
      // Mostly the same deployments as in the bucket before.
      if (row.ids !== last.text) last = { text: row.ids, ids: JSON.parse(row.ids) };
      const numbers: number[] = JSON.parse(row.numbers);
      return last.ids.map((deployment, index) => [deployment, spanAt(numbers, index, startMs)]);
    },
  };
}

/** The columns are integers: the table is strict. */
function spanAt(numbers: readonly number[], index: number, startMs: number): OpenSpan {
  const at = index * columns.length;
  return {
    startMs,
    runs: numbers[at] ?? 0,
    bad: numbers[at + 1] ?? 0,
    worst: states[numbers[at + 2] ?? 0] ?? 'unknown',
    coveredMs: numbers[at + 3] ?? 0,
    answers: numbers[at + 4] ?? 0,
    durationSumMs: (numbers[at + 5] ?? 0) / 1000,
  };
}
