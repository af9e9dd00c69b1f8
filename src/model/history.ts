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
}

/** Share of good runs of the status check, 0 to 1; null without runs. */
export interface Uptime {
  readonly '24h': number | null;
  readonly '7d': number | null;
  readonly '30d': number | null;
  readonly '90d': number | null;
}
