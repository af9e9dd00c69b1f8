// The metric families of a check: labels deployment, check and vantage, read from its state and its tally.
import { severities } from '../contract/rules.ts';
import type { LastRun, Streak } from '../model/belief.ts';
import type { Walk } from '../model/round.ts';
import { phaseNames } from '../model/states.ts';
import type { CheckTarget, Family, Labels, Sample } from './family.ts';
import { durationBucketsSeconds } from './tally.ts';

type Value = number | boolean | null;

const baseLabels = ['deployment', 'check', 'vantage'];

function family(
  type: Family['type'],
  name: string,
  help: string,
  samplesOf: (target: CheckTarget) => readonly Sample[],
  ...labels: string[]
): Family {
  return {
    name: `picket_${name}`,
    type,
    help,
    labels: [...baseLabels, ...labels],
    samples: ({ checks }) => checks.flatMap(samplesOf),
  };
}

/** One series a check; null leaves it out. */
function one(type: 'gauge' | 'counter', name: string, help: string, value: (target: CheckTarget) => Value) {
  return family(type, name, help, (target) => sample(target, value(target)));
}

function sample(target: CheckTarget, value: Value, labels?: Labels): readonly Sample[] {
  if (value === null) return [];
  return [{ value: Number(value), sharedLabels: target.labels, ...(labels && { labels }) }];
}

/** What the latest run showed, and only while it is fresh: a stale check keeps its timestamps alone. */
function raw(target: CheckTarget): LastRun | null {
  return target.state?.fresh ? target.state.last : null;
}

/** As the latest run, gone once the check is stale; its timestamp stays. */
function walked({ state }: CheckTarget, value: (walk: Walk) => Value): Value {
  return state?.fresh && state.walk ? value(state.walk) : null;
}

function believed(
  target: CheckTarget,
  streakOf: (state: { up: Streak; reachable: Streak }) => Streak,
): Value {
  if (!target.state?.fresh) return null;
  const { confirmed } = streakOf(target.state);
  return confirmed === null ? null : confirmed === 0;
}

const seconds = (ms: number | null | undefined): Value => (ms == null ? null : ms / 1000);

function perKey(target: CheckTarget, label: string, counts: ReadonlyMap<string, number>): readonly Sample[] {
  return [...counts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, count]) => sample(target, count, { [label]: key }));
}

function durations(target: CheckTarget): readonly Sample[] {
  const { buckets, durations: count, durationSumSeconds } = target.tally;
  const name = 'picket_check_duration_seconds';
  const at = (suffix: string, value: number, labels?: Labels) =>
    sample(target, value, labels).map((series) => ({ ...series, metricName: `${name}_${suffix}` }));
  let below = 0;
  const cumulative = buckets.map((inBucket) => {
    below += inBucket;
    return below;
  });
  return [
    ...durationBucketsSeconds.flatMap((le, index) => at('bucket', cumulative[index] ?? 0, { le })),
    ...at('bucket', count, { le: '+Inf' }),
    ...at('sum', durationSumSeconds),
    ...at('count', count),
  ];
}

function findingsNow(target: CheckTarget): readonly Sample[] {
  const last = raw(target);
  if (last === null) return [];
  return severities.flatMap((severity) =>
    sample(target, last.findings.filter((finding) => finding.severity === severity).length, { severity }),
  );
}

export const checkFamilies: readonly Family[] = [
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
    (target) => perKey(target, 'reason', target.tally.reasons),
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
    (target) => phaseNames.flatMap((phase) => sample(target, seconds(raw(target)?.phases[phase]), { phase })),
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
    (target) => perKey(target, 'rule', target.tally.findings),
    'rule',
  ),
  one('gauge', 'check_walk_items', 'Items on all pages of the latest walk over a list.', (target) =>
    walked(target, ({ items }) => items),
  ),
  one('gauge', 'check_walk_pages', 'Pages of the latest walk over a list.', (target) =>
    walked(target, ({ pages }) => pages),
  ),
  one(
    'gauge',
    'check_walk_complete',
    'Whether the latest walk over a list reached its last page.',
    (target) => walked(target, ({ end }) => end === 'last_page'),
  ),
  one('gauge', 'check_walk_timestamp_seconds', 'When the latest walk over a list began.', ({ state }) =>
    seconds(state?.walk?.startedMs),
  ),
];
