// History as buckets, pure: how long they are, how long they are kept, and how runs add up in them.
import { type Rollup, resolutions, type Sample } from '../model/history.ts';
import { type PhaseName, phaseNames, stateCode } from '../model/states.ts';

const { '5m': fine, '1h': hour, '1d': day } = resolutions;
export const dayMs = day.lengthMs;

export const lengths = { fineMs: fine.lengthMs, hourMs: hour.lengthMs, dayMs } as const;

export interface Resolution {
  readonly lengthMs: number;
  /** A bucket goes when it ended this long ago. */
  readonly keptMs: number;
}

/** Buckets of one length that start from `fromMs` to before `toMs`. */
export interface Range {
  readonly lengthMs: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Finest first. Days are kept at least as long as hours, or the 90 day uptime would lack them. */
export function resolutionsFor(historyMs: number): readonly Resolution[] {
  return [fine, hour, { ...day, keptMs: Math.max(historyMs, day.keptMs) }];
}

export function startOf(atMs: number, lengthMs: number): number {
  return Math.floor(atMs / lengthMs) * lengthMs;
}

export function ceilTo(atMs: number, lengthMs: number): number {
  return Math.ceil(atMs / lengthMs) * lengthMs;
}

export function isWithin(range: Range, bucket: Rollup): boolean {
  return bucket.lengthMs === range.lengthMs && bucket.startMs >= range.fromMs && bucket.startMs < range.toMs;
}

/** A bucket that runs are still counted in. */
export interface OpenBucket extends Writable<Omit<Rollup, 'phaseSumsMs'>> {
  readonly phaseSumsMs: Writable<Rollup['phaseSumsMs']>;
}
export type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** A bucket with one run in it. Durations and phases count for answers had in full only. */
export function bucketOf(sample: Sample, lengthMs: number): OpenBucket {
  const isAnswer = sample.durationMs !== null;
  return {
    endpoint: sample.endpoint,
    startMs: startOf(sample.atMs, lengthMs),
    lengthMs,
    runs: 1,
    failures: sample.failed ? 1 : 0,
    bad: sample.bad ? 1 : 0,
    worst: sample.status,
    answers: isAnswer ? 1 : 0,
    durationSumMs: sample.durationMs ?? 0,
    durationMaxMs: sample.durationMs ?? 0,
    phaseSumsMs: isAnswer ? { ...sample.phases } : {},
    coveredMs: sample.coveredMs,
  };
}

/** One more run, in place: what is done at every check must leave nothing behind to be collected. */
export function countIn(bucket: OpenBucket, sample: Sample): void {
  const { failed, bad, status, durationMs, phases } = sample;
  bucket.runs += 1;
  bucket.coveredMs += sample.coveredMs;
  if (failed) bucket.failures += 1;
  if (bad) bucket.bad += 1;
  if (stateCode(status) > stateCode(bucket.worst)) bucket.worst = status;
  if (durationMs === null) return;
  bucket.answers += 1;
  bucket.durationSumMs += durationMs;
  bucket.durationMaxMs = Math.max(bucket.durationMaxMs, durationMs);
  for (const phase of phaseNames) {
    const more = phases[phase];
    if (more !== undefined) bucket.phaseSumsMs[phase] = (bucket.phaseSumsMs[phase] ?? 0) + more;
  }
}

/** Two parts of the same bucket as one. */
export function add(a: Rollup, b: Rollup): Rollup {
  return {
    ...a,
    runs: a.runs + b.runs,
    failures: a.failures + b.failures,
    bad: a.bad + b.bad,
    worst: stateCode(b.worst) > stateCode(a.worst) ? b.worst : a.worst,
    answers: a.answers + b.answers,
    durationSumMs: a.durationSumMs + b.durationSumMs,
    durationMaxMs: Math.max(a.durationMaxMs, b.durationMaxMs),
    phaseSumsMs: addPhases(a.phaseSumsMs, b.phaseSumsMs),
    coveredMs: a.coveredMs + b.coveredMs,
  };
}

function addPhases(a: Rollup['phaseSumsMs'], b: Rollup['phaseSumsMs']): Rollup['phaseSumsMs'] {
  const sums: Partial<Record<PhaseName, number>> = { ...a };
  for (const phase of phaseNames) {
    const more = b[phase];
    if (more !== undefined) sums[phase] = (sums[phase] ?? 0) + more;
  }
  return sums;
}
