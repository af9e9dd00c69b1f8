// The recording rules: what alerts join, what keeps them quiet, and the ratios of the error budget.
import { formatDuration } from '../../config/units.ts';
import { type BurnRate, ratioRecord } from './burn-rates.ts';
import { aggregate, labelsRecord, maintenanceRecord, ofDeployment, select } from './promql.ts';
import type { Group, RecordRule } from './rule.ts';
import type { RuleSettings } from './settings.ts';

/** Windows from this on read many samples, and move slowly. */
const slowWindowMs = 2 * 3_600_000;
/** Below the 5 m after which Prometheus takes a series for gone. */
const slowEveryMs = 120_000;

export function recordGroups(
  settings: RuleSettings,
  rates: readonly BurnRate[],
): readonly Group<RecordRule>[] {
  const windows = [...new Set(rates.flatMap(({ longMs, shortMs }) => [longMs, shortMs]))];
  const ratios = windows.toSorted((a, b) => a - b);
  const rows = (some: readonly number[]) => some.map((windowMs) => ratio(settings, windowMs));
  return [
    { name: 'picket-deployments.records', rules: [labels(settings), maintenance(settings)] },
    {
      name: 'picket-error-budget.records',
      rules: rows(ratios.filter((windowMs) => windowMs < slowWindowMs)),
    },
    {
      name: 'picket-error-budget-slow.records',
      everyMs: slowEveryMs,
      rules: rows(ratios.filter((windowMs) => windowMs >= slowWindowMs)),
    },
  ].filter(({ rules }) => rules.length > 0);
}

/** Replicas of two versions may say different things of one deployment: one of them is taken. */
function labels(settings: RuleSettings): RecordRule {
  const by = [...ofDeployment, ...settings.labels];
  const info = aggregate('max', by, select(settings, 'picket_deployment_info'));
  return { record: labelsRecord, expr: aggregate('topk', ofDeployment, '1,', info) };
}

/** Also where its components say so and its state is worse for another check that fails. */
function maintenance(settings: RuleSettings): RecordRule {
  const by = ['job', 'instance', 'deployment'];
  const worstIs1 = (metric: string) => `max by (${by.join(', ')}) (${select(settings, metric)}) == 1`;
  return {
    record: maintenanceRecord,
    expr: `${worstIs1('picket_deployment_status_code')}\nor\n${worstIs1('picket_component_status_code')}`,
  };
}

/** Of all agents together: ratios are never averaged. */
function ratio(settings: RuleSettings, windowMs: number): RecordRule {
  const window = formatDuration(windowMs);
  const rateOf = (metric: string) =>
    `sum by (job, deployment) (rate(${select(settings, metric, 'check="status"')}[${window}]))`;
  return {
    record: ratioRecord(windowMs),
    expr: `${rateOf('picket_check_failures_total')}\n/\n${rateOf('picket_check_runs_total')}`,
  };
}
