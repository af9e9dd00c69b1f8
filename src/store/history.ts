// History as readers see it: what the file holds and what waits in memory for the next flush, added up.
import type { DatabaseSync } from 'node:sqlite';
import type { Rollup, Sample } from '../model/history.ts';
import { add, isWithin, type Range, type Resolution, resolutionsFor, startOf } from './buckets.ts';
import { spansAtOnce } from './chronicle-spans.ts';
import { type Chronicles, openChronicles } from './chronicles.ts';
import type { IncidentDays } from './incident-days.ts';
import { openRollups } from './rollups.ts';
import { openSpans } from './spans.ts';
import type { Store, StoreEvents } from './store.ts';
import { openUptime, type UptimeCount, uptimesAtOnce } from './uptime.ts';
import { collectRollups, maxWaitingBuckets } from './waiting-rollups.ts';

/** Buckets that are read in one step: of six checks some 3 ms, in which nothing else happens. */
const bucketsAtOnce = 48;

export interface History {
  readonly record: (sample: Sample) => void;
  readonly of: Store['history'];
  readonly parts: Store['historyInParts'];
  readonly uptime: UptimeCount;
  readonly chronicles: (incidents: Pick<IncidentDays, 'all'>) => Chronicles;
  /** Deployments of which something is not written. */
  readonly waiting: () => readonly string[];
  /** Writes what waits of these, inside a transaction. */
  readonly write: (deployments: readonly string[]) => void;
  /** After its commit. */
  readonly written: (deployments: readonly string[]) => void;
  /** Keeps what waits within its bound after a commit that failed. */
  readonly trim: (nowMs: number) => void;
  /** Removes a part of what is past its retention, inside a transaction; whether there is more. */
  readonly sweep: (nowMs: number) => boolean;
}

export function openHistory(
  database: DatabaseSync,
  historyMs: number,
  openedMs: number,
  onError: StoreEvents['onError'],
): History {
  const resolutions = resolutionsFor(historyMs);
  const rollups = openRollups(database, resolutions);
  const waiting = collectRollups(resolutions, maxWaitingBuckets);
  const uptime = openUptime(rollups, waiting, uptimesAtOnce, onError);
  // That the store is closed while somebody reads is the end of the agent, and no failure.
  const onReadError = (error: unknown) => database.isOpen && onError(error);
  let latestMs = openedMs;

  function* parts(
    ...[deployment, sinceMs, lengthMs, endpoint]: Parameters<Store['history']>
  ): ReturnType<Store['historyInParts']> {
    for (const range of stepsOf(rangeSince(resolutions, sinceMs, latestMs, lengthMs))) {
      const written = orElse(() => rollups.read(deployment, range, endpoint), [], onReadError);
      const unwritten =
        endpoint === undefined ? waiting.of(deployment) : waiting.ofCheck(deployment, endpoint);
      yield merge(written, unwritten, range);
    }
    return undefined;
  }

  return {
    record: (sample) => {
      latestMs = sample.atMs;
      waiting.record(sample);
      uptime.add(sample);
    },
    of: (...question) => [...parts(...question)].flat(),
    parts,
    uptime,
    chronicles: (incidents) => {
      const means = { rollups, spans: openSpans(database), waiting, most: spansAtOnce };
      return openChronicles(means, incidents, onReadError);
    },
    waiting: waiting.deployments,
    write: (deployments) => {
      for (const deployment of deployments) {
        for (const bucket of waiting.of(deployment)) rollups.write(deployment, bucket);
      }
    },
    written: waiting.clear,
    trim: (nowMs) => {
      const given = waiting.trim(nowMs);
      if (given > 0) onError(new Error(`${given} rollups given up: the disk has failed for too long`));
    },
    sweep: (nowMs) => {
      latestMs = nowMs;
      return rollups.sweep(nowMs);
    },
  };
}

/**
 * Buckets of that length that end after `sinceMs`, as far as they are kept; to the bucket after now's, as runs may be
 * counted a little out of order.
 */
export function rangeSince(
  resolutions: readonly Resolution[],
  sinceMs: number,
  nowMs: number,
  lengthMs: number,
): Range {
  const { keptMs } = resolutions.find((one) => one.lengthMs === lengthMs) ?? { keptMs: 0 };
  const fromMs = startOf(Math.max(sinceMs, nowMs - keptMs), lengthMs);
  return { lengthMs, fromMs, toMs: startOf(nowMs, lengthMs) + 2 * lengthMs };
}

/** Oldest first. */
function* stepsOf({ lengthMs, fromMs, toMs }: Range): Generator<Range> {
  const stepMs = bucketsAtOnce * lengthMs;
  for (let atMs = fromMs; atMs < toMs; atMs += stepMs) {
    yield { lengthMs, fromMs: atMs, toMs: Math.min(toMs, atMs + stepMs) };
  }
}

/** What of both lies in the range, oldest first; within a bucket by endpoint. */
export function merge(written: readonly Rollup[], waiting: Iterable<Rollup>, range: Range): Rollup[] {
  const merged = new Map<string, Rollup>();
  for (const bucket of [...written, ...waiting]) {
    if (!isWithin(range, bucket)) continue;
    const key = `${bucket.startMs}/${bucket.endpoint}`;
    const known = merged.get(key);
    merged.set(key, known === undefined ? bucket : add(known, bucket));
  }
  return [...merged.values()]
    .map(bounded)
    .sort((a, b) => a.startMs - b.startMs || (a.endpoint < b.endpoint ? -1 : 1));
}

/** Runs that begin at a start overlap those of before, and those of a slot reach beyond the bucket's end. */
function bounded(bucket: Rollup): Rollup {
  return bucket.coveredMs <= bucket.lengthMs ? bucket : { ...bucket, coveredMs: bucket.lengthMs };
}

/** A disk that cannot be read leaves what memory knows. */
function orElse<T>(read: () => T, otherwise: T, onError: StoreEvents['onError']): T {
  try {
    return read();
  } catch (error) {
    onError(error);
    return otherwise;
  }
}
