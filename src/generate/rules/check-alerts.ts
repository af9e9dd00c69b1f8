// Alerts about a check: failing, flapping, stale, slow, breaking the contract, and agents that disagree about it.
import { formatDuration } from '../../config/units.ts';
import {
  aggregate,
  believed,
  indented,
  ofCheck,
  select,
  unlessCutOff,
  unlessMaintained,
  withLabels,
} from './promql.ts';
import { type AlertRule, keepFiringForMs, waitMs } from './rule.ts';
import type { RuleSettings } from './settings.ts';

const minuteMs = 60_000;
/** Runs that a window must hold for a check to be called flapping or slow. */
export const runsInWindow = 20;
/** Longer windows would call a fast check flapping for what it did hours ago. */
export const maxWindowMs = 360 * minuteMs;
const mostChanges = 6;
/** As the agent's own staleness, with time for a scrape. */
export const staleIntervals = 3;
export const staleGraceSeconds = 60;

export function checkAlerts(settings: RuleSettings): readonly AlertRule[] {
  return [
    failing(settings),
    flapping(settings),
    stale(settings),
    slow(settings),
    vantagesDisagree(settings),
    replicasDisagree(settings),
    contractBroken(settings),
  ];
}

function windowMs(floorMs: number, { checkMs }: RuleSettings): number {
  const neededMs = Math.ceil((runsInWindow * checkMs) / minuteMs) * minuteMs;
  return Math.max(floorMs, Math.min(neededMs, maxWindowMs));
}

/** A status check that cannot be reached is a deployment that is down: that is the one alert for it. */
function failing(settings: RuleSettings): AlertRule {
  const unreachable = `${select(settings, 'picket_check_reachable', 'check="status"')} == 0`;
  const rows = [
    ...believed(settings, select(settings, 'picket_check_up')),
    `unless on (job, instance, deployment, check) (${unreachable})`,
  ];
  return {
    alert: 'PicketCheckFailing',
    subject: 'deployment',
    severity: 'warning',
    expr: withLabels(settings, `${aggregate('avg', ofCheck, ...rows)} < 0.5`),
    forMs: waitMs(5 * minuteMs, settings.checkMs, 30 * minuteMs),
    keepFiringForMs,
    summary: 'A check of a deployment is failing.',
    description:
      'The {{ $labels.check }} check of {{ $labels.deployment }} fails at most of the agents that run it.',
  };
}

function flapping(settings: RuleSettings): AlertRule {
  const window = formatDuration(windowMs(30 * minuteMs, settings));
  const rows = believed(settings, `changes(${select(settings, 'picket_check_up')}[${window}])`);
  return {
    alert: 'PicketCheckFlapping',
    subject: 'deployment',
    severity: 'warning',
    expr: withLabels(settings, `${aggregate('max', ofCheck, ...rows)} > ${mostChanges}`),
    forMs: 10 * minuteMs,
    summary: 'A check of a deployment keeps changing between up and down.',
    description: `The {{ $labels.check }} check of {{ $labels.deployment }} changed {{ $value }} times in ${window}.`,
  };
}

/** Of each agent: one that has stopped running a check is a hole, though another still runs it. */
function stale(settings: RuleSettings): AlertRule {
  const lastRun = select(settings, 'picket_check_last_run_timestamp_seconds');
  const interval = select(settings, 'picket_check_interval_seconds');
  const late = `time() - ${lastRun}\n> ${staleIntervals} * ${interval} + ${staleGraceSeconds}`;
  const never = `${interval}\nunless on (job, instance, deployment, check) ${lastRun}`;
  const either = `(\n${indented(`(\n${indented(late)}\n)\nor (\n${indented(never)}\n)`)}\n)`;
  return {
    alert: 'PicketCheckStale',
    subject: 'deployment',
    severity: 'warning',
    expr: withLabels(settings, aggregate('max', ofCheck, either, unlessCutOff(settings))),
    forMs: 5 * minuteMs,
    summary: 'A check of a deployment is not being run.',
    description: `An agent has not run the {{ $labels.check }} check of {{ $labels.deployment }} for more than ${staleIntervals} of its intervals, or never did.`,
  };
}

function slow(settings: RuleSettings): AlertRule {
  const window = formatDuration(windowMs(10 * minuteMs, settings));
  const buckets = `rate(${select(settings, 'picket_check_duration_seconds_bucket')}[${window}])`;
  const summed = aggregate('sum', [...ofCheck, 'le'], ...believed(settings, buckets));
  const objective = select(settings, 'picket_deployment_latency_objective_seconds');
  return {
    alert: 'PicketCheckSlow',
    subject: 'deployment',
    severity: 'warning',
    expr: withLabels(
      settings,
      [
        `histogram_quantile(0.95,\n${indented(summed)}\n)`,
        `> on (job, deployment) group_left () max by (job, deployment) (${objective})`,
      ].join('\n'),
    ),
    forMs: 10 * minuteMs,
    summary: 'A check of a deployment is slower than its latency objective.',
    description: `95 % of the {{ $labels.check }} runs of {{ $labels.deployment }} in ${window} took up to {{ $value | humanizeDuration }}, which is above its objective.`,
  };
}

/** One vantage where every replica finds it up, and one where every replica finds it down. */
function vantagesDisagree(settings: RuleSettings): AlertRule {
  const rows = believed(settings, select(settings, 'picket_check_up'));
  const of = (outer: string, inner: string) =>
    aggregate(outer, ofCheck, aggregate(inner, [...ofCheck, 'vantage'], ...rows));
  return {
    alert: 'PicketVantagesDisagree',
    subject: 'deployment',
    severity: 'warning',
    expr: withLabels(settings, `${of('max', 'min')}\n> ${of('min', 'max')}`),
    forMs: waitMs(15 * minuteMs, settings.checkMs, 30 * minuteMs),
    summary: 'A check of a deployment is up from one region and down from another.',
    description:
      'The {{ $labels.check }} check of {{ $labels.deployment }} is up from some vantages and down from others.',
  };
}

function replicasDisagree(settings: RuleSettings): AlertRule {
  const rows = believed(settings, select(settings, 'picket_check_up'));
  const of = (operator: string) => aggregate(operator, [...ofCheck, 'vantage'], ...rows);
  return {
    alert: 'PicketReplicasDisagree',
    subject: 'deployment',
    severity: 'warning',
    expr: withLabels(settings, `${of('max')}\n> ${of('min')}`),
    forMs: waitMs(15 * minuteMs, settings.checkMs, 30 * minuteMs),
    summary: 'Agents of one region disagree about a check.',
    description:
      'Of the agents in {{ $labels.vantage }} some find the {{ $labels.check }} check of {{ $labels.deployment }} up, others down.',
  };
}

/** What is not a 200 breaks rules, too, but is told as a check that fails. */
function contractBroken(settings: RuleSettings): AlertRule {
  const rows = [
    select(settings, 'picket_contract_findings', 'severity="error"'),
    `and on (job, instance, deployment, check) (${select(settings, 'picket_check_http_status_code')} == 200)`,
    unlessCutOff(settings),
    unlessMaintained(settings),
  ];
  return {
    alert: 'PicketContractBroken',
    subject: 'deployment',
    severity: 'warning',
    expr: withLabels(settings, `${aggregate('max', ofCheck, ...rows)} > 0`),
    forMs: waitMs(3 * minuteMs, settings.checkMs, 30 * minuteMs),
    keepFiringForMs,
    summary: 'A deployment answers against the documented contract.',
    description:
      'The last {{ $labels.check }} answer of {{ $labels.deployment }} has {{ $value }} findings of severity error.',
  };
}
