// Runs that are counted in memory and wait for the next flush: counted once, read as buckets of every resolution.
import type { Rollup, Sample } from '../model/history.ts';
import { add, bucketOf, countIn, type OpenBucket, type Resolution, startOf } from './buckets.ts';

/** Buckets that wait for a disk that fails; beyond, the finest that are over become part of coarser ones. */
export const maxWaitingBuckets = 200_000;

export interface WaitingRollups {
  readonly record: (sample: Sample) => void;
  /** As they are now. */
  readonly of: (deployment: string) => readonly Rollup[];
  /** Of one check alone. */
  readonly ofCheck: (deployment: string, endpoint: Rollup['endpoint']) => readonly Rollup[];
  /** Each run once, in the length it waits in; as long as nothing else happens. */
  readonly once: (deployment: string) => readonly Rollup[];
  readonly deployments: () => readonly string[];
  readonly clear: (deployments: readonly string[]) => void;
  /** Keeps within the bound; how many buckets were given up for coarser ones. */
  readonly trim: (nowMs: number) => number;
}

export function collectRollups(resolutions: readonly Resolution[], maxBuckets: number): WaitingRollups {
  const lengthsMs = resolutions.map(({ lengthMs }) => lengthMs);
  const [finestMs = 1] = lengthsMs;
  // Of a deployment a few, the latest at the end. Each stands for itself, and counts in the coarser ones it lies in.
  const waiting = new Map<string, OpenBucket[]>();
  const size = () => [...waiting.values()].reduce((sum, buckets) => sum + buckets.length, 0);
  return {
    record: (sample) => {
      let buckets = waiting.get(sample.deployment);
      if (buckets === undefined) {
        buckets = [];
        waiting.set(sample.deployment, buckets);
      }
      const startMs = startOf(sample.atMs, finestMs);
      const known = buckets.findLast(
        (bucket) => bucket.startMs === startMs && bucket.endpoint === sample.endpoint,
      );
      if (known?.lengthMs === finestMs) countIn(known, sample);
      else buckets.push(bucketOf(sample, finestMs));
    },
    of: (deployment) => inEveryLength(waiting.get(deployment) ?? [], lengthsMs),
    ofCheck: (deployment, endpoint) => {
      const buckets = (waiting.get(deployment) ?? []).filter((bucket) => bucket.endpoint === endpoint);
      return inEveryLength(buckets, lengthsMs);
    },
    once: (deployment) => waiting.get(deployment) ?? [],
    deployments: () => [...waiting.keys()],
    clear: (deployments) => {
      for (const deployment of deployments) waiting.delete(deployment);
    },
    trim: (nowMs) => {
      let given = 0;
      for (const [at, coarserMs] of lengthsMs.slice(1).entries()) {
        if (size() <= maxBuckets) break;
        const isOver = ({ startMs, lengthMs }: Rollup) =>
          lengthMs === lengthsMs[at] && startMs + lengthMs <= nowMs;
        for (const [deployment, buckets] of waiting) {
          const over = buckets.filter(isOver);
          if (over.length === 0) continue;
          const isCoarser = ({ lengthMs }: Rollup) => lengthMs === coarserMs;
          const coarser = inEveryLength([...buckets.filter(isCoarser), ...over], [coarserMs]);
          const rest = buckets.filter((bucket) => !isOver(bucket) && !isCoarser(bucket));
          waiting.set(deployment, [...coarser, ...rest]);
          given += over.length;
        }
      }
      return given;
    },
  };
}

/** Copies, added up: one for each bucket of these lengths that one of `buckets` is or lies in. */
function inEveryLength(buckets: readonly OpenBucket[], lengthsMs: readonly number[]): OpenBucket[] {
  const added = new Map<string, OpenBucket>();
  for (const bucket of buckets) {
    for (const lengthMs of lengthsMs) {
      if (lengthMs < bucket.lengthMs) continue;
      const startMs = startOf(bucket.startMs, lengthMs);
      const key = `${startMs}/${lengthMs}/${bucket.endpoint}`;
      const part = { ...bucket, startMs, lengthMs, phaseSumsMs: { ...bucket.phaseSumsMs } };
      const known = added.get(key);
      added.set(key, known === undefined ? part : add(known, part));
    }
  }
  return [...added.values()];
}
