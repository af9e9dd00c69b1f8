// Rows of the status check in one bucket of time as spans: read by the thousand, so column by column and not row by row.
import type { DatabaseSync } from 'node:sqlite';
import type { Day, Span } from '../model/history.ts';
import { states } from '../model/states.ts';
import { lengths, type Writable } from './buckets.ts';
import { knownCoveredMs, type Slot, type Stretch } from './rollups.ts';

/** One that is still added to. */
export type OpenSpan = Writable<Span>;
export type OpenDay = Writable<Day>;

export interface Spans {
  /** Days where that is the bucket's length, with no incidents yet. Throws what SQLite throws. */
  readonly read: (bucket: Pick<Slot, 'lengthMs' | 'startMs'>, stretch: Stretch) => SpansOfAll;
}

export interface SpansOfAll {
  /** JSON: mostly the same text as of the bucket before. */
  readonly ids: string;
  readonly spans: readonly OpenSpan[];
}

/** Whole µs: they are read faster than fractions. */
const durationUs = 'cast(duration_sum_ms * 1000 + 0.5 AS INTEGER)';
const columns = ['deployment', 'runs', 'bad', 'worst', knownCoveredMs, 'answers', durationUs];

const readSql = `SELECT ${columns.map((column) => `json_group_array(${column})`).join()} FROM rollups
  WHERE length_ms = :lengthMs AND start_ms = :startMs AND deployment > :after AND deployment <= :to
    AND endpoint = 'status'`;

export function openSpans(database: DatabaseSync): Spans {
  const read = database.prepare(readSql);
  read.setReturnArrays(true);
  return {
    read: ({ lengthMs, startMs }, { after, to }) => {
      // An aggregate has a row, of texts.
      const [ids = '[]', ...texts] = read.get({ lengthMs, startMs, after, to }) as unknown as string[];
      const numbers: number[][] = texts.map((text) => JSON.parse(text));
      return { ids, spans: spansOf(numbers, startMs, lengthMs === lengths.dayMs) };
    },
  };
}

function spansOf(numbers: readonly (readonly number[])[], startMs: number, areDays: boolean): OpenSpan[] {
  const [runs = [], bad = [], worst = [], covered = [], answers = [], durationsUs = []] = numbers;
  const spanAt = (at: number): OpenSpan => ({
    startMs,
    runs: runs[at] ?? 0,
    bad: bad[at] ?? 0,
    worst: states[worst[at] ?? 0] ?? 'unknown',
    coveredMs: covered[at] ?? 0,
    answers: answers[at] ?? 0,
    durationSumMs: (durationsUs[at] ?? 0) / 1000,
  });
  return runs.map((_, at) => (areDays ? dayOf(spanAt(at)) : spanAt(at)));
}

/** Without incidents. */
export function dayOf({ startMs, runs, bad, worst, coveredMs, answers, durationSumMs }: Span): OpenDay {
  return { startMs, runs, bad, worst, coveredMs, answers, durationSumMs, incidents: 0 };
}

/** The part of a rollup that a span is. */
export function spanOf({ startMs, runs, bad, worst, coveredMs, answers, durationSumMs }: Span): OpenSpan {
  return { startMs, runs, bad, worst, coveredMs, answers, durationSumMs };
}
