// Runs that are counted in memory and wait for the next flush, as buckets of every resolution.
import type { Rollup, Sample } from '../model/history.ts';
import { add, bucketOf, type Resolution } from './buckets.ts';

/** Buckets that wait for a disk that fails; beyond, the finest that are over are given up first. */
export const maxWaitingBuckets = 200_000;

export interface WaitingRollups {
  readonly record: (sample: Sample) => void;
  readonly of: (deployment: string) => Iterable<Rollup>;
  readonly all: () => IterableIterator<readonly [deployment: string, bucket: Rollup]>;
  readonly isEmpty: () => boolean;
  readonly deployments: () => readonly string[];
  readonly clear: (deployments: readonly string[]) => void;
  /** Keeps within the bound; how many buckets were given up. */
  readonly trim: (nowMs: number) => number;
}

export function collectRollups(resolutions: readonly Resolution[], maxBuckets: number): WaitingRollups {
  const waiting = new Map<string, Map<string, Rollup>>();
  const count = () => [...waiting.values()].reduce((sum, buckets) => sum + buckets.size, 0);
  return {
    record: (sample) => {
      let buckets = waiting.get(sample.deployment);
      if (buckets === undefined) {
        buckets = new Map();
        waiting.set(sample.deployment, buckets);
      }
      for (const { lengthMs } of resolutions) {
        const one = bucketOf(sample, lengthMs);
        const key = `${one.startMs}/${lengthMs}/${one.endpoint}`;
        const known = buckets.get(key);
        buckets.set(key, known === undefined ? one : add(known, one));
      }
    },
    of: (deployment) => waiting.get(deployment)?.values() ?? [],
    *all() {
      for (const [deployment, buckets] of waiting) {
        for (const bucket of buckets.values()) yield [deployment, bucket] as const;
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
        for (const buckets of waiting.values()) {
          for (const [key, bucket] of buckets) {
            if (bucket.lengthMs === lengthMs && bucket.startMs + lengthMs <= nowMs) buckets.delete(key);
          }
        }
      }
      return before - count();
    },
  };
}
