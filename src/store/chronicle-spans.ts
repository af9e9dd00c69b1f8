// What is read for chronicles, in steps: of what is over bucket by bucket, of what is under way deployment by deployment.
import { stateCode } from '../model/states.ts';
import { startOf } from './buckets.ts';
import type { Reach } from './chronicles.ts';
import type { Rollups } from './rollups.ts';
import type { OpenSpan, Spans } from './spans.ts';
import { endOfIds, type Part, stretches } from './stretches.ts';
import type { WaitingRollups } from './waiting-rollups.ts';

/** In one step: some 2 ms. */
export const chroniclesAtOnce = 500;

export interface Means {
  readonly rollups: Pick<Rollups, 'lastOf'>;
  readonly spans: Spans;
  readonly waiting: Pick<WaitingRollups, 'once' | 'deployments'>;
  /** Deployments in one step. */
  readonly most: number;
}

export interface Reaches {
  readonly days: Reach;
  readonly hours: Reach;
}

/** Oldest first. */
export interface Read {
  readonly days: OpenSpan[];
  readonly hours: OpenSpan[];
}

/** By deployment, from `readFromMs` to now, written or waiting; may be left alone for a while after each step. */
export function* readSpans(
  means: Means,
  reaches: Reaches,
  nowMs: number,
): Generator<undefined, ReadonlyMap<string, Read>> {
  const read = new Map<string, Read>();
  const of = (deployment: string) => {
    const known = read.get(deployment) ?? { days: [], hours: [] };
    read.set(deployment, known);
    return known;
  };
  yield* readOver(means, reaches, of);
  const { days } = reaches;
  const range = { lengthMs: days.lengthMs, fromMs: days.settledMs, toMs: nowMs + 1 };
  for (const part of stretches(means.rollups, range, means.waiting.deployments(), means.most)) {
    readUnderWay(means, reaches, part, nowMs, of);
    yield undefined;
  }
  return read;
}

const names = ['days', 'hours'] as const;

function* readOver(
  { spans, most }: Means,
  reaches: Reaches,
  of: (deployment: string) => Read,
): Generator<undefined, void> {
  for (const name of names) {
    const { lengthMs, readFromMs, settledMs } = reaches[name];
    for (let startMs = readFromMs; startMs < settledMs; startMs += lengthMs) {
      for (let after: string | undefined = ''; after !== undefined; ) {
        const rows = spans.read({ lengthMs, startMs }, { after, to: endOfIds }, most);
        for (const [deployment, span] of rows) of(deployment)[name].push(span);
        after = rows.length < most ? undefined : rows.at(-1)?.[0];
        yield undefined;
      }
    }
  }
}

/** What is written of a deployment and what waits of it in one step: a flush between them would change both. */
function readUnderWay(
  { spans, waiting }: Means,
  reaches: Reaches,
  part: Part,
  nowMs: number,
  of: (deployment: string) => Read,
): void {
  const found = new Set(part.unwritten);
  for (const name of names) {
    const { lengthMs, settledMs } = reaches[name];
    for (let startMs = settledMs; startMs <= nowMs; startMs += lengthMs) {
      for (const [deployment, span] of spans.read({ lengthMs, startMs }, part, everyRow)) {
        of(deployment)[name].push(span);
        found.add(deployment);
      }
    }
  }
  for (const deployment of found) addWaiting(waiting.once(deployment), of(deployment), reaches, nowMs);
}

const everyRow = -1;

function addWaiting(
  buckets: ReturnType<WaitingRollups['once']>,
  read: Read,
  reaches: Reaches,
  nowMs: number,
): void {
  for (const bucket of buckets) {
    if (bucket.endpoint !== 'status') continue;
    for (const name of names) {
      const { lengthMs, settledMs } = reaches[name];
      const startMs = startOf(bucket.startMs, lengthMs);
      if (bucket.lengthMs > lengthMs || startMs < settledMs || startMs > nowMs) continue;
      const { runs, bad, worst, coveredMs, answers, durationSumMs } = bucket;
      add(read[name], { startMs, runs, bad, worst, coveredMs, answers, durationSumMs });
    }
  }
}

function add(spans: OpenSpan[], more: OpenSpan): void {
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
