// For how long nobody looked at a deployment while an incident of it was open, as far as history tells.
import { resolutions } from '../model/history.ts';
import type { IncidentWithEvidence } from './incident-schema.ts';
import { missingMs } from './page/missing.ts';
import type { Sources } from './sources.ts';

/** Buckets that are read of one incident: a day of the finest, 12 days of hours. */
const maxBuckets = 288;

/**
 * Time that no run of its status check stands for, ms: at least so much, as nobody knows which part of a bucket is covered; 0
 * where history does not reach back. Read in steps, of which nothing of a page comes. `intervalMs` is that of the check.
 */
export function* unseenMs(
  { history }: Pick<Sources, 'history'>,
  {
    deployment,
    created_at,
    resolved_at,
  }: Pick<IncidentWithEvidence, 'deployment' | 'created_at' | 'resolved_at'>,
  intervalMs: number,
  atMs: number,
): Generator<string, number> {
  const createdMs = Date.parse(created_at);
  const endMs = resolved_at === undefined ? atMs : Date.parse(resolved_at);
  const resolution = Object.values(resolutions).find(
    ({ lengthMs, keptMs }) =>
      intervalMs <= lengthMs && atMs - createdMs <= keptMs && endMs - createdMs <= maxBuckets * lengthMs,
  );
  if (resolution === undefined) return 0;
  const { lengthMs } = resolution;
  const coveredMs = new Map<number, number>();
  for (const part of history(deployment, createdMs, lengthMs, 'status')) {
    for (const bucket of part) coveredMs.set(bucket.startMs, bucket.coveredMs);
    if ((part.at(-1)?.startMs ?? 0) >= endMs) break;
    yield '';
  }
  let sumMs = 0;
  for (let startMs = createdMs - (createdMs % lengthMs); startMs < endMs; startMs += lengthMs) {
    const openMs = Math.min(endMs, startMs + lengthMs) - Math.max(createdMs, startMs);
    sumMs += missingMs(openMs, coveredMs.get(startMs) ?? 0, intervalMs);
  }
  return sumMs;
}
