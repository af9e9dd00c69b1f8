// What is read for chronicles, in steps: of what is over bucket by bucket, of what is under way deployment by deployment.
import { stateCode } from '../model/states.ts';
import { startOf } from './buckets.ts';
import type { Rollups, Slot } from './rollups.ts';
import { dayOf, type OpenDay, type OpenSpan, type Spans, type SpansOfAll, spanOf } from './spans.ts';
import { type Part, stretches } from './stretches.ts';
import type { WaitingRollups } from './waiting-rollups.ts';

/** Rows that are read in one step: some 2 ms, in which nothing else happens. */
export const spansAtOnce = 1_000;

/** Buckets of one length that a chronicle has, and what of them is read: the others are known from before. */
export interface Reach {
  readonly lengthMs: number;
  /** Of the chronicle. */
  readonly fromMs: number;
  readonly readFromMs: number;
  /** What starts before it is over. */
  readonly settledMs: number;
}

export interface Means {
  readonly rollups: Pick<Rollups, 'lastOf'>;
  readonly spans: Spans;
  readonly waiting: Pick<WaitingRollups, 'once' | 'deployments'>;
  /** Rows in one step. */
  readonly most: number;
}

export interface Reaches {
  readonly days: Reach;
  readonly hours: Reach;
}

/** Oldest first. */
export interface Read {
  readonly days: OpenDay[];
  readonly hours: OpenSpan[];
}

/** By deployment, from `readFromMs` to now, written or waiting; may be left alone for a while after each step. */
export function* readSpans(
  means: Means,
  reaches: Reaches,
  nowMs: number,
): Generator<undefined, ReadonlyMap<string, Read>> {
  const { rollups, spans, waiting, most } = means;
  const taken = createTaken();
  const { lengthMs, settledMs } = reaches.days;
  const current = { lengthMs, fromMs: settledMs, toMs: nowMs + 1 };
  const over = buckets(reaches, ({ readFromMs, settledMs }) => [readFromMs, settledMs]);
  const underWay = buckets(reaches, ({ settledMs }) => [settledMs, nowMs + 1]);
  const atOnce = Math.ceil(most / underWay.length);
  for (const part of stretches(rollups, current, waiting.deployments(), atOnce)) {
    for (const [name, bucket] of over) {
      taken.take(name, spans.read(bucket, part));
      yield undefined;
    }
    takeUnderWay(means, reaches, nowMs, underWay, part, taken);
    yield undefined;
  }
  return taken.all;
}

const names = ['days', 'hours'] as const;

type Bucket = readonly [keyof Read, Pick<Slot, 'lengthMs' | 'startMs'>];

/** Oldest first of each length. */
function buckets(
  reaches: Reaches,
  between: (reach: Reach) => readonly [fromMs: number, toMs: number],
): Bucket[] {
  return names.flatMap((name) => {
    const { lengthMs } = reaches[name];
    const [fromMs, toMs] = between(reaches[name]);
    const count = Math.ceil((toMs - fromMs) / lengthMs);
    return Array.from(
      { length: count },
      (_, index): Bucket => [name, { lengthMs, startMs: fromMs + index * lengthMs }],
    );
  });
}

interface Taken {
  readonly all: ReadonlyMap<string, Read>;
  readonly of: (deployment: string) => Read;
  /** Appends each span to its deployment's; which those are. */
  readonly take: (name: keyof Read, found: SpansOfAll) => readonly string[];
}

interface Group {
  readonly text: string;
  readonly ids: readonly string[];
  readonly reads: readonly Read[];
}

function createTaken(): Taken {
  const all = new Map<string, Read>();
  const of = (deployment: string) => {
    const known = all.get(deployment) ?? { days: [], hours: [] };
    all.set(deployment, known);
    return known;
  };
  // Mostly the same deployments as in the bucket before: to look each up would take as long as reading it.
  let last: Group = { text: '[]', ids: [], reads: [] };
  return {
    all,
    of,
    take: (name, { ids: text, spans }) => {
      if (text !== last.text) {
        const ids: string[] = JSON.parse(text);
        last = { text, ids, reads: ids.map(of) };
      }
      for (const [index, read] of last.reads.entries()) {
        const span = spans[index];
        const list: OpenSpan[] = read[name];
        if (span !== undefined) list.push(span);
      }
      return last.ids;
    },
  };
}

/** What is written of a deployment and what waits of it in one step: a flush between them would change both. */
function takeUnderWay(
  { spans, waiting }: Means,
  reaches: Reaches,
  nowMs: number,
  underWay: readonly Bucket[],
  part: Part,
  taken: Taken,
): void {
  const found = new Set(part.unwritten);
  for (const [name, bucket] of underWay) {
    for (const id of taken.take(name, spans.read(bucket, part))) found.add(id);
  }
  for (const id of found) addWaiting(waiting.once(id), taken.of(id), reaches, nowMs);
}

/** What waits from before the clock was set back is to come. */
function addWaiting(
  buckets: ReturnType<WaitingRollups['once']>,
  read: Read,
  { days, hours }: Reaches,
  nowMs: number,
): void {
  const isIn = ({ lengthMs, settledMs }: Reach, atMs: number) => {
    const startMs = startOf(atMs, lengthMs);
    return startMs >= settledMs && startMs <= nowMs;
  };
  for (const bucket of buckets) {
    if (bucket.endpoint !== 'status') continue;
    const { startMs, lengthMs } = bucket;
    if (isIn(days, startMs)) add(read.days, dayOf({ ...bucket, startMs: startOf(startMs, days.lengthMs) }));
    if (lengthMs > hours.lengthMs || !isIn(hours, startMs)) continue;
    add(read.hours, spanOf({ ...bucket, startMs: startOf(startMs, hours.lengthMs) }));
  }
}

function add<T extends OpenSpan>(spans: T[], more: T): void {
  const at = spans.findLastIndex(({ startMs }) => startMs <= more.startMs);
  const known = spans[at];
  if (known?.startMs !== more.startMs) {
    spans.splice(at + 1, 0, more);
    return;
  }
  known.runs += more.runs;
  known.bad += more.bad;
  if (stateCode(more.worst) > stateCode(known.worst)) known.worst = more.worst;
  known.coveredMs += more.coveredMs;
  known.answers += more.answers;
  known.durationSumMs += more.durationSumMs;
}

/** Of the runs that wait. */
export function earliestMs(waiting: Means['waiting']): number {
  let earliest = Number.POSITIVE_INFINITY;
  for (const deployment of waiting.deployments()) {
    for (const { endpoint, startMs } of waiting.once(deployment)) {
      if (endpoint === 'status' && startMs < earliest) earliest = startMs;
    }
  }
  return earliest;
}
