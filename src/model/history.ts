// Runs as they are remembered: one sample a counted run, added up in buckets of time.
import type { EndpointName } from '../contract/endpoints.ts';
import type { Observation } from './round.ts';
import type { PhaseName, State } from './states.ts';

/** What one counted run adds to history. */
export interface Sample {
  readonly deployment: string;
  readonly endpoint: EndpointName;
  readonly atMs: number;
  readonly failed: boolean;
  /** SLO, status check only: not reachable, or the overall word partial_outage or worse. */
  readonly bad: boolean;
  /** Confirmed state after the run. */
  readonly status: State;
  /** Of answers had in full; null otherwise. */
  readonly durationMs: number | null;
  readonly phases: Observation['phases'];
  /**
   * The time it stands for: since the run before it, at most the interval of its check. Never 0, which is of runs of which
   * it is not known.
   */
  readonly coveredMs: number;
}

/** Runs of one check in one bucket of history. */
export interface Rollup {
  readonly endpoint: EndpointName;
  readonly startMs: number;
  readonly lengthMs: number;
  readonly runs: number;
  readonly failures: number;
  readonly bad: number;
  readonly worst: State;
  /** Answers had in full, and the sum, largest of their durations; ms. */
  readonly answers: number;
  readonly durationSumMs: number;
  readonly durationMaxMs: number;
  /** Sums over the answers in which the phase happened. */
  readonly phaseSumsMs: Readonly<Partial<Record<PhaseName, number>>>;
  /** Time its runs stand for; as it is read from a store, never more than lengthMs. */
  readonly coveredMs: number;
}

/** Share of good runs of the status check, 0 to 1; null without runs. */
export interface Uptime {
  readonly '24h': number | null;
  readonly '7d': number | null;
  readonly '30d': number | null;
  readonly '90d': number | null;
}

/** Share of the window's time that runs of the status check stand for, 0 to 1; the rest is no data, neither up nor down. */
export type Coverage = Readonly<Record<keyof Uptime, number>>;

/** Runs of the status check of one deployment in one UTC day or hour. */
export interface Span {
  readonly startMs: number;
  readonly runs: number;
  readonly bad: number;
  /** `unknown` where there were no runs. */
  readonly worst: State;
  /** Never more than the time that has passed of it. */
  readonly coveredMs: number;
  /** Answers had in full, and the sum of their durations; ms. */
  readonly answers: number;
  readonly durationSumMs: number;
}

export interface Day extends Span {
  /** That were open at some time of the day. */
  readonly incidents: number;
}

/**
 * One deployment over the last 90 UTC days and the last 24 hours, with the ones under way; oldest first. Sparse: an hour
 * that is not there had no runs, a day neither runs nor incidents.
 */
export interface Chronicle {
  readonly days: readonly Day[];
  readonly hours: readonly Span[];
}

export const chronicleDays = 90;
export const chronicleHours = 24;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Lengths of the buckets of history, finest first, and how long ago one may have ended; days at least that long. */
export const resolutions = {
  '5m': { lengthMs: 300_000, keptMs: 2 * dayMs },
  '1h': { lengthMs: hourMs, keptMs: 90 * dayMs },
  '1d': { lengthMs: dayMs, keptMs: 90 * dayMs },
} as const;
