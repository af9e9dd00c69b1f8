// Runs that are counted in memory and wait for the next flush, as buckets of every resolution.
import type { Rollup, Sample } from '../model/history.ts';
import { bucketOf, countIn, type OpenBucket, type Resolution, startOf } from './buckets.ts';

/** Buckets that wait for a disk that fails; beyond, the finest that are over are given up first. */
export const maxWaitingBuckets = 200_000;

export interface WaitingRollups {
  readonly record: (sample: Sample) => void;
  /** As they are now. */
  readonly of: (deployment: string) => Iterable<Rollup>;
  /** To be read at once: runs go on to be counted in them. */
  readonly all: () => IterableIterator<readonly [deployment: string, bucket: Rollup]>;
  readonly isEmpty: () => boolean;
  readonly deployments: () => readonly string[];
  readonly clear: (deployments: readonly string[]) => void;
  /** Keeps within the bound; how many buckets were given up. */
  readonly trim: (nowMs: number) => number;
}

export function collectRollups(resolutions: readonly Resolution[], maxBuckets: number): WaitingRollups {
  // Of a deployment a few, the latest at the end: looking through them is cheaper than a key for each.
  const waiting = new Map<string, OpenBucket[]>();
  const count = () => [...waiting.values()].reduce((sum, buckets) => sum + buckets.length, 0);
  return {
    record: (sample) => {
      let buckets = waiting.get(sample.deployment);
      if (buckets === undefined) {
        buckets = [];
        waiting.set(sample.deployment, buckets);
      }
      for (const { lengthMs } of resolutions) {
        const startMs = startOf(sample.atMs, lengthMs);
        const known = buckets.findLast(
          (bucket) =>
            bucket.startMs === startMs && bucket.lengthMs === lengthMs && bucket.endpoint === sample.endpoint,
        );
        if (known === undefined) buckets.push(bucketOf(sample, lengthMs));
        else countIn(known, sample);
      }
    },
    of: (deployment) => (waiting.get(deployment) ?? []).map(copyOf),
    *all() {
      for (const [deployment, buckets] of waiting) {
        for (const bucket of buckets) yield [deployment, bucket] as const;
      }
    },
    isEmpty: () => waiting.size === 0,
    deployments: () => [...waiting.keys()],
    clear: (deployments) => {
      for (const deployment of deployments) waiting.delete(deployment);
    },
    trim: (nowMs) => {
      const before = count();
      for (const { lengthMs } of resolutions) {
        if (count() <= maxBuckets) break;
        for (const [deployment, buckets] of waiting) {
          const isOver = (bucket: OpenBucket) =>
            bucket.lengthMs === lengthMs && bucket.startMs + lengthMs <= nowMs;
          waiting.set(
            deployment,
            buckets.filter((bucket) => !isOver(bucket)),
          );
        }
      }
      return before - count();
    },
  };
}

/** Readers keep what they were told. */
function copyOf(bucket: OpenBucket): Rollup {
  return { ...bucket, phaseSumsMs: { ...bucket.phaseSumsMs } };
}
