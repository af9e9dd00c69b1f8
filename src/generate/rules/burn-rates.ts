// Error budget burn in pairs of windows: which pairs fit the intervals, and the alert of each.
import { formatDuration } from '../../config/units.ts';
import { aggregate, believed, indented, ofDeployment, select, withLabels } from './promql.ts';
import type { AlertRule, Group } from './rule.ts';
import type { RuleSettings } from './settings.ts';

/** Windows and factors as in the SRE workbook, chapter "Alerting on SLOs". */
export interface BurnRate {
  /** How many times faster than the objective allows. */
  readonly factor: number;
  /** Window that decides. */
  readonly longMs: number;
  /** Window that lets the alert resolve soon. */
  readonly shortMs: number;
  readonly severity: 'critical' | 'warning';
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export const workbookRates: readonly BurnRate[] = [
  { factor: 14.4, longMs: hourMs, shortMs: 5 * minuteMs, severity: 'critical' },
  { factor: 6, longMs: 6 * hourMs, shortMs: 30 * minuteMs, severity: 'critical' },
  { factor: 3, longMs: dayMs, shortMs: 2 * hourMs, severity: 'warning' },
  { factor: 1, longMs: 3 * dayMs, shortMs: 6 * hourMs, severity: 'warning' },
];

/** Fewer say nothing of now. */
export const leastRunsInShort = 5;
/** A run or two that fail are no trend, however little the objective allows. */
export const leastFailures = 3;
/** From this long window on, alerts are evaluated as seldom as their records. */
const slowLongMs = dayMs;
const slowEveryMs = 120_000;

/** The pair with a short window that holds enough runs; null where that leaves no room for it in the long one. */
export function fitted(rate: BurnRate, intervalMs: number): BurnRate | null {
  const neededMs = Math.ceil((leastRunsInShort * intervalMs) / minuteMs) * minuteMs;
  const shortMs = Math.max(rate.shortMs, neededMs);
  return 2 * shortMs > rate.longMs ? null : { ...rate, shortMs };
}

export function ratesFor(intervalMs: number): readonly BurnRate[] {
  return workbookRates.map((rate) => fitted(rate, intervalMs)).filter((rate) => rate !== null);
}

export function ratioRecord(windowMs: number): string {
  return `job_deployment:picket_check_failures_per_runs:ratio_rate${formatDuration(windowMs)}`;
}

export function burnRateGroups(
  settings: RuleSettings,
  rates: readonly BurnRate[],
): readonly Group<AlertRule>[] {
  const rows = (some: readonly BurnRate[]) => some.map((rate) => burnRateAlert(settings, rate));
  return [
    { name: 'picket-error-budget', rules: rows(rates.filter(({ longMs }) => longMs < slowLongMs)) },
    {
      name: 'picket-error-budget-slow',
      everyMs: slowEveryMs,
      rules: rows(rates.filter(({ longMs }) => longMs >= slowLongMs)),
    },
  ].filter(({ rules }) => rules.length > 0);
}

/** Failures are counted at one agent: replicas ask at the same instant, and one bad moment fails at each of them. */
function burnRateAlert(settings: RuleSettings, { factor, longMs, shortMs, severity }: BurnRate): AlertRule {
  const [long, short] = [formatDuration(longMs), formatDuration(shortMs)];
  const objective = select(settings, 'picket_deployment_availability_objective_ratio');
  const allowed = `${factor} * (1 - max by (job, deployment) (${objective}))`;
  const exceeds = (windowMs: number) =>
    `(\n${indented(`${select(settings, ratioRecord(windowMs))}\n> on (job, deployment) (${allowed})`)}\n)`;
  const failures = `increase(${select(settings, 'picket_check_failures_total', 'check="status"')}[${long}])`;
  const enough = `${aggregate('max', ofDeployment, ...believed(settings, failures))} >= ${leastFailures}`;
  return {
    alert: 'PicketErrorBudgetBurn',
    subject: 'deployment',
    severity,
    expr: withLabels(
      settings,
      [
        exceeds(longMs),
        `and on (job, deployment) ${exceeds(shortMs)}`,
        `and on (job, deployment) (\n${indented(enough)}\n)`,
      ].join('\n'),
    ),
    forMs: Math.max(minuteMs, Math.floor(shortMs / 2 / minuteMs) * minuteMs),
    labels: { long, short },
    summary: 'A deployment is using up its error budget faster than its objective allows.',
    description: `{{ $value | humanizePercentage }} of the status runs of {{ $labels.deployment }} failed in ${long}, and ${short} look no better: that is above ${factor} times what its availability objective allows.`,
  };
}
