// Runs that are counted in memory and wait for the next flush, as buckets of every resolution.
import type { Rollup, Sample } from '../model/history.ts';
import { type Counter, count, emptyBucket, type Resolution, startOf } from './buckets.ts';

/** Buckets that wait for a disk that fails; beyond, the finest that are over are given up first. */
export const maxWaitingBuckets = 200_000;

export interface WaitingRollups {
  readonly record: (sample: Sample) => void;
  /** Live: they count on. */
  readonly of: (deployment: string) => Iterable<Rollup>;
  readonly all: () => IterableIterator<readonly [deployment: string, bucket: Rollup]>;
  readonly isEmpty: () => boolean;
  readonly deployments: () => readonly string[];
  readonly clear: (deployments: readonly string[]) => void;
  /** Keeps within the bound; how many buckets were given up. */
  readonly trim: (nowMs: number) => number;
}

/** What waits of one deployment. */
interface Waiting {
  readonly buckets: Map<string, Counter>;
  /** Of each endpoint the buckets counted into last, in the order of the resolutions: most runs fall in them again. */
  readonly latest: Map<Sample['endpoint'], Counter[]>;
}

export function collectRollups(resolutions: readonly Resolution[], maxBuckets: number): WaitingRollups {
  const waiting = new Map<string, Waiting>();
  const size = () => [...waiting.values()].reduce((sum, { buckets }) => sum + buckets.size, 0);
  return {
    record: (sample) => {
      let entry = waiting.get(sample.deployment);
      if (entry === undefined) {
        entry = { buckets: new Map(), latest: new Map() };
        waiting.set(sample.deployment, entry);
      }
      for (const bucket of bucketsOf(entry, sample, resolutions)) count(bucket, sample);
    },
    of: (deployment) => waiting.get(deployment)?.buckets.values() ?? [],
    *all() {
      for (const [deployment, { buckets }] of waiting) {
        for (const bucket of buckets.values()) yield [deployment, bucket] as const;
      }
    },
    isEmpty: () => waiting.size === 0,
    deployments: () => [...waiting.keys()],
    clear: (deployments) => {
      for (const deployment of deployments) waiting.delete(deployment);
    },
    trim: (nowMs) => {
      const before = size();
      for (const { lengthMs } of resolutions) {
        if (size() <= maxBuckets) break;
        for (const { buckets, latest } of waiting.values()) {
          latest.clear();
          for (const [key, bucket] of buckets) {
            if (bucket.lengthMs === lengthMs && bucket.startMs + lengthMs <= nowMs) buckets.delete(key);
          }
        }
      }
      return before - size();
    },
  };
}

/** The bucket of each resolution that a run falls in. */
function bucketsOf(
  { buckets, latest }: Waiting,
  sample: Sample,
  resolutions: readonly Resolution[],
): Counter[] {
  const last = latest.get(sample.endpoint) ?? [];
  latest.set(sample.endpoint, last);
  for (const [at, { lengthMs }] of resolutions.entries()) {
    const startMs = startOf(sample.atMs, lengthMs);
    if (last[at]?.startMs === startMs) continue;
    const key = `${startMs}/${lengthMs}/${sample.endpoint}`;
    const bucket = buckets.get(key) ?? emptyBucket(sample, lengthMs);
    buckets.set(key, bucket);
    last[at] = bucket;
  }
  return last;
}
