// The metric families of a check: labels deployment, check and vantage, read from its state and its tally.
import { ruleIds, severities } from '../contract/rules.ts';
import type { LastRun, Streak } from '../model/belief.ts';
import { phaseNames, reasons } from '../model/states.ts';
import { type Head, headOf, headsOf, labelBytes, type Write } from './exposition.ts';
import type { CheckTarget, FleetFamily } from './family.ts';
import { bucketBound, type MetricsFormat } from './openmetrics.ts';
import { durationBucketsSeconds } from './tally.ts';

/** What a series is made of; null leaves it out. */
export type Value = number | boolean | null;

const baseLabels = ['deployment', 'check', 'vantage'];

function family(
  type: FleetFamily['type'],
  name: string,
  help: string,
  seriesOf: (target: CheckTarget, write: Write, format: MetricsFormat) => void,
  ...labels: string[]
): FleetFamily {
  return {
    name: `picket_${name}`,
    type,
    help,
    labels: [...baseLabels, ...labels],
    series: ({ checks }, write, format) => {
      for (const check of checks) seriesOf(check, write, format);
    },
  };
}

/** One series a check; null leaves it out. */
export function one(
  type: 'gauge' | 'counter',
  name: string,
  help: string,
  read: (target: CheckTarget) => Value,
) {
  const head = headOf(`picket_${name}`);
  return family(type, name, help, (target, write) => {
    const value = read(target);
    if (value !== null) write(head, target.shared, Number(value));
  });
}

/** What the latest run showed, and only while it is fresh: a stale check keeps its timestamps alone. */
function raw(target: CheckTarget): LastRun | null {
  return target.state?.fresh ? target.state.last : null;
}

function believed(
  target: CheckTarget,
  streakOf: (state: { up: Streak; reachable: Streak }) => Streak,
): Value {
  if (!target.state?.fresh) return null;
  const { confirmed } = streakOf(target.state);
  return confirmed === null ? null : confirmed === 0;
}

export const seconds = (ms: number | null | undefined): Value => (ms == null ? null : ms / 1000);

/** A clock of ours counts nanoseconds: what seconds have beyond is of the arithmetic, and says nothing. */
const measured = (seconds: number): number => Math.round(seconds * 1e9) / 1e9;

function perKey<Key extends string>(
  write: Write,
  { shared }: CheckTarget,
  heads: Readonly<Record<Key, Head>>,
  counts: ReadonlyMap<Key, number>,
): void {
  if (counts.size === 0) return;
  for (const [key, count] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    write(heads[key], shared, count);
  }
}

const reasonHeads = headsOf('picket_check_failure_reasons_total', 'reason', reasons);
const phaseHeads = headsOf('picket_check_phase_seconds', 'phase', phaseNames);
const severityHeads = headsOf('picket_contract_findings', 'severity', severities);
const ruleHeads = headsOf('picket_contract_findings_total', 'rule', ruleIds);

const bucketsOf = (format: MetricsFormat): readonly Head[] =>
  [...durationBucketsSeconds, Number.POSITIVE_INFINITY].map((le) =>
    headOf('picket_check_duration_seconds_bucket', labelBytes('le', bucketBound(le, format))),
  );
const bucketHeads: Readonly<Record<MetricsFormat, readonly Head[]>> = {
  text: bucketsOf('text'),
  openmetrics: bucketsOf('openmetrics'),
};
const sumHead = headOf('picket_check_duration_seconds_sum');
const countHead = headOf('picket_check_duration_seconds_count');

function durations({ tally, shared }: CheckTarget, write: Write, format: MetricsFormat): void {
  let below = 0;
  for (const [index, head] of bucketHeads[format].entries()) {
    below += tally.buckets[index] ?? tally.durations - below;
    write(head, shared, below);
  }
  write(sumHead, shared, measured(tally.durationSumSeconds));
  write(countHead, shared, tally.durations);
}

function phases(target: CheckTarget, write: Write): void {
  const last = raw(target);
  if (last === null) return;
  for (const phase of phaseNames) {
    const ms = last.phases[phase];
    if (ms !== undefined) write(phaseHeads[phase], target.shared, measured(ms / 1000));
  }
}

function findingsNow(target: CheckTarget, write: Write): void {
  const last = raw(target);
  if (last === null) return;
  for (const severity of severities) {
    let count = 0;
    for (const finding of last.findings) if (finding.severity === severity) count += 1;
    write(severityHeads[severity], target.shared, count);
  }
}

export const checkFamilies: readonly FleetFamily[] = [
  one('gauge', 'check_success', 'Whether the last run succeeded (1) or failed (0).', (target) => {
    const last = raw(target);
    return last && last.reason === null;
  }),
  one('gauge', 'check_up', 'Whether the check is confirmed to succeed (1) or to fail (0).', (target) =>
    believed(target, ({ up }) => up),
  ),
  one(
    'gauge',
    'check_reachable',
    'Whether the check is confirmed to be reachable (1) or not (0).',
    (target) => believed(target, ({ reachable }) => reachable),
  ),
  one('counter', 'check_runs_total', 'Runs of the check; re-checks do not count.', ({ tally }) => tally.runs),
  one('counter', 'check_failures_total', 'Failed runs of the check.', ({ tally }) => tally.failures),
  family(
    'counter',
    'check_failure_reasons_total',
    'Failed runs by reason, from its first occurrence.',
    (target, write) => perKey(write, target, reasonHeads, target.tally.reasons),
    'reason',
  ),
  family(
    'histogram',
    'check_duration_seconds',
    'Time to an answer had in full, or to the deadline of a timeout.',
    durations,
    'le',
  ),
  family(
    'gauge',
    'check_phase_seconds',
    'Time the phases of the last run took; a phase that did not happen is absent.',
    phases,
    'phase',
  ),
  one('gauge', 'check_last_run_timestamp_seconds', 'When the check last ran.', ({ state }) =>
    seconds(state?.lastRunMs),
  ),
  one(
    'gauge',
    'check_last_success_timestamp_seconds',
    'When a run of the check last succeeded.',
    ({ state }) => seconds(state?.lastSuccessMs),
  ),
  one('gauge', 'check_interval_seconds', 'How often the check runs.', ({ check }) =>
    seconds(check.intervalMs),
  ),
  one(
    'gauge',
    'check_http_status_code',
    'HTTP status of the last run; absent where none came.',
    (target) => raw(target)?.httpStatus ?? null,
  ),
  one(
    'gauge',
    'check_response_bytes',
    'Decoded size of the last answer; absent where none came.',
    (target) => {
      const last = raw(target);
      return last && last.httpStatus !== null ? last.bodyBytes : null;
    },
  ),
  family('gauge', 'contract_findings', 'Findings of the last run by severity.', findingsNow, 'severity'),
  family(
    'counter',
    'contract_findings_total',
    'Findings by rule, from its first occurrence.',
    (target, write) => perKey(write, target, ruleHeads, target.tally.findings),
    'rule',
  ),
];
