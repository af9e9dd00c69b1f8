// PromQL that dashboards share. Counts of bad things are 0 only where the good ones are there to be counted.
import { staleGraceSeconds, staleIntervals } from '../rules/check-alerts.ts';
import type { Select } from './targets.ts';
import { ofAgents } from './targets.ts';

/**
 * How many of `bad` there are; 0 where there are none but `known`, of which they are a part, has series. Without those
 * the answer is empty: nobody knows.
 */
export function countOf(bad: string, known: string): string {
  return `count(${bad}) or 0 * count(${known})`;
}

/** Series by a label, and beside them one of value 0 that bears `none` for as long as `known` has series. */
export function orNone(series: string, label: string, known: string): string {
  return `${series} or label_replace(0 * count(${known}), "${label}", "none", "", "")`;
}

/** Of what every scraped process has, that of agents: "All" jobs of a Prometheus are not all ours. */
export function ofPicket(series: string): string {
  return `${series} and on (job, instance) ${ofAgents('picket_build_info')}`;
}

/** As `ofPicket`, those too which were there within the range, so that one that is gone is not forgotten. */
export function onceOfPicket(series: string): string {
  return `${series} and on (job, instance) last_over_time(${ofAgents('picket_build_info')}[$__range])`;
}

/** The highest value of each step, so that no state is so short that it falls between two points of a long range. */
export function highest(series: string, by: string): string {
  return `max by (${by}) (max_over_time(${series}[$__interval]) or ${series})`;
}

/** As `highest`, the lowest. */
export function lowest(series: string, by: string): string {
  return `min by (${by}) (min_over_time(${series}[$__interval]) or ${series})`;
}

/** The series of the `count` worst by their rank over the whole range: the same ones at every step. */
export function worstOf(count: number, series: string, by: string, rank: string): string {
  return `${series} and on (${by}) topk(${count}, ${rank})`;
}

/** For `worstOf`: how bad a code was on average over the range. */
export function badness(series: string, by: string): string {
  return `max by (${by}) (avg_over_time(${series}[$__range] @ end()))`;
}

const status = 'check="status"';

/** Failed runs of the status check per run, over a range such as `1h`; no runs give NaN, which is no data. */
export function failureRatio(select: Select, range: string): string {
  const failures = select('picket_check_failures_total', status);
  const runs = select('picket_check_runs_total', status);
  const sumOf = (series: string) => `sum by (deployment) (increase(${series}[${range}]))`;
  return `${sumOf(failures)} / ${sumOf(runs)}`;
}

/** How many times faster than its objective allows a deployment fails. */
export function burn(select: Select, range: string): string {
  const objective = select('picket_deployment_availability_objective_ratio');
  return `(${failureRatio(select, range)}) / (1 - max by (deployment) (${objective}))`;
}

/** Of answers had in full and of timeouts at their deadline, at each step; `by` is a list of labels, comma at its end. */
export function quantileAt(quantile: number, select: Select, by: string): string {
  return `histogram_quantile(${quantile}, sum by (${by}le) (rate(${durations(select)}[$__rate_interval])))`;
}

/** As `quantileAt`, over the whole range; `at` may fix its end, as a rank needs it. */
export function quantileOver(quantile: number, select: Select, by: string, at = ''): string {
  return `histogram_quantile(${quantile}, sum by (${by}le) (increase(${durations(select)}[$__range]${at})))`;
}

const durations = (select: Select) => select('picket_check_duration_seconds_bucket');

/** Seconds until the certificate expires; below 0 it has. */
export function certificateLeft(select: Select, by = 'deployment'): string {
  return `min by (${by}) (${select('picket_deployment_tls_not_after_timestamp_seconds')}) - time()`;
}

/** Checks that have not run for as long as the alert on stale checks waits, those which never ran included. */
export function staleChecks(select: Select): string {
  const each = (name: string) => `max by (deployment, check) (${select(name)})`;
  const interval = each('picket_check_interval_seconds');
  const age = `time() - ${each('picket_check_last_run_timestamp_seconds')}`;
  return `${interval} unless (${age} <= ${staleIntervals} * ${interval} + ${staleGraceSeconds})`;
}
