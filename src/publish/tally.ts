// Counts of one deployment's runs as plain numbers: what its counters and histogram are read from at a scrape.
import type { EndpointName } from '../contract/endpoints.ts';
import type { RuleId } from '../contract/rules.ts';
import type { CheckResult, Observation, Walk } from '../model/round.ts';
import type { Reason } from '../model/states.ts';

/** Upper bounds of picket_check_duration_seconds (interfaces: 50 ms to 10 s); +Inf is the count. */
export const durationBucketsSeconds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

export interface CheckTally {
  runs: number;
  failures: number;
  /** From their first occurrence; keys are closed lists, so both are bounded. */
  readonly reasons: Map<Reason, number>;
  readonly findings: Map<RuleId, number>;
  /** Per bucket, not cumulative; durations above the last bound are in `durations` only. */
  readonly buckets: number[];
  durations: number;
  durationSumSeconds: number;
}

/** One deployment's, by endpoint. */
export type Tally = Map<EndpointName, CheckTally>;

export function emptyCheckTally(): CheckTally {
  return {
    runs: 0,
    failures: 0,
    reasons: new Map(),
    findings: new Map(),
    buckets: durationBucketsSeconds.map(() => 0),
    durations: 0,
    durationSumSeconds: 0,
  };
}

/** The duration that counts as a latency, ms: of answers had in full, and of timeouts (their deadline). */
export function latencyMs(run: Pick<Observation, 'failure' | 'durationMs'>): number | null {
  return run.failure === null || run.failure.kind === 'timeout' ? run.durationMs : null;
}

export function countRun(tally: Tally, run: CheckResult): void {
  const counts = countsOf(tally, run.endpoint);
  counts.runs += 1;
  if (run.reason !== null) {
    counts.failures += 1;
    increment(counts.reasons, run.reason);
  }
  for (const finding of run.findings) increment(counts.findings, finding.rule);
  const measuredMs = latencyMs(run.observation);
  if (measuredMs !== null) countDuration(counts, measuredMs / 1000);
}

/** A walk is no run: only what it found counts. */
export function countWalk(tally: Tally, { endpoint, findings }: Walk): void {
  const counts = countsOf(tally, endpoint);
  for (const finding of findings) increment(counts.findings, finding.rule);
}

function countsOf(tally: Tally, endpoint: EndpointName): CheckTally {
  const counts = tally.get(endpoint) ?? emptyCheckTally();
  tally.set(endpoint, counts);
  return counts;
}

function countDuration(counts: CheckTally, seconds: number): void {
  counts.durations += 1;
  counts.durationSumSeconds += seconds;
  const index = durationBucketsSeconds.findIndex((bound) => seconds <= bound);
  if (index >= 0) counts.buckets[index] = (counts.buckets[index] ?? 0) + 1;
}

function increment<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
