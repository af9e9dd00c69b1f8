// History as buckets, pure: how long they are, how long they are kept, and how runs add up in them.

import type { Rollup, Sample } from '../model/history.ts';
import { type PhaseName, phaseNames, stateCode } from '../model/states.ts';

const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

export const lengths = { fineMs: 300_000, hourMs, dayMs } as const;

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
  return [
    { lengthMs: lengths.fineMs, keptMs: 2 * dayMs },
    { lengthMs: lengths.hourMs, keptMs: 90 * dayMs },
    { lengthMs: lengths.dayMs, keptMs: Math.max(historyMs, 90 * dayMs) },
  ];
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

/** A bucket that is counted into. */
export type Counter = { -readonly [Field in keyof Rollup]: Rollup[Field] } & {
  readonly phaseSumsMs: Partial<Record<PhaseName, number>>;
};

/** The bucket of this length that a run falls in, with nothing in it. */
export function emptyBucket({ endpoint, atMs }: Sample, lengthMs: number): Counter {
  return {
    endpoint,
    startMs: startOf(atMs, lengthMs),
    lengthMs,
    runs: 0,
    failures: 0,
    bad: 0,
    worst: 'operational',
    answers: 0,
    durationSumMs: 0,
    durationMaxMs: 0,
    phaseSumsMs: {},
  };
}

/** Counts a run in. Durations and phases count for answers had in full only. */
export function count(into: Counter, { failed, bad, status, durationMs, phases }: Sample): void {
  into.runs += 1;
  if (failed) into.failures += 1;
  if (bad) into.bad += 1;
  if (stateCode(status) > stateCode(into.worst)) into.worst = status;
  if (durationMs === null) return;
  into.answers += 1;
  into.durationSumMs += durationMs;
  into.durationMaxMs = Math.max(into.durationMaxMs, durationMs);
  addPhases(into.phaseSumsMs, phases);
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
    phaseSumsMs: addPhases({ ...a.phaseSumsMs }, b.phaseSumsMs),
  };
}

function addPhases(sums: Counter['phaseSumsMs'], more: Rollup['phaseSumsMs']): Rollup['phaseSumsMs'] {
  for (const phase of phaseNames) {
    const ms = more[phase];
    if (ms !== undefined) sums[phase] = (sums[phase] ?? 0) + ms;
  }
  return sums;
}
