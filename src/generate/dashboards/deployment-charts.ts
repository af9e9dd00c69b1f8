// A deployment's numbers over time: latency, error budget, failures, and the same from each agent.
import { formatDuration } from '../../config/units.ts';
import { leastFailures } from '../rules/burn-rates.ts';
import type { Draft } from './panel.ts';
import { heatmap, stat, stateTimeline, timeseries } from './panels.ts';
import { burn, lowest, orNone, quantileAt } from './queries.ts';
import { buckets, line, now, rated, type Select } from './targets.ts';
import { budgetLeft, burnRate, noData, noneSeen, pagingRates, upOrDown } from './values.ts';

const paging = pagingRates
  .map(({ longMs, factor }) => `the last ${formatDuration(longMs)} is above ${factor}`)
  .join(' or ');

const quantiles: readonly (readonly [name: string, quantile: number])[] = [
  ['p50', 0.5],
  ['p95', 0.95],
  ['p99', 0.99],
];

export function latency(one: Select): Draft[] {
  const phase = one('picket_check_phase_seconds', 'check="status"');
  const durations = one('picket_check_duration_seconds_bucket');
  const objective = one('picket_deployment_latency_objective_seconds');
  return [
    timeseries({
      title: 'Phases of the status check',
      description: 'Of its last run, on average over the agents; a phase that did not happen is absent.',
      w: 8,
      queries: [line(`avg by (phase) (${phase})`, '{{phase}}')],
      unit: 's',
      stacked: true,
    }),
    timeseries({
      title: 'Answers of all checks',
      description:
        'Answers had in full, and timeouts at their deadline. Above 10 s a quantile stays at 10 s. Dashed: the objective, where one is configured.',
      w: 8,
      queries: [
        ...quantiles.map(([name, quantile]) => rated(quantileAt(quantile, one, ''), name)),
        line(`max(${objective})`, 'objective'),
      ],
      unit: 's',
      overrides: [
        {
          matcher: { id: 'byName', options: 'objective' },
          properties: [
            { id: 'custom.lineStyle', value: { fill: 'dash', dash: [10, 10] } },
            { id: 'custom.fillOpacity', value: 0 },
          ],
        },
      ],
    }),
    heatmap({
      title: 'Where answers lie',
      description: 'Answers of all checks by duration.',
      w: 8,
      query: buckets(`sum by (le) (increase(${durations}[$__rate_interval]))`),
    }),
  ];
}

export function objectives(one: Select): Draft[] {
  const objective = one('picket_deployment_availability_objective_ratio');
  return [
    stat({
      title: 'Error budget left',
      description: 'What is left of it if the time range were its window; below zero it is overspent.',
      query: now(`1 - ${burn(one, '$__range')}`),
      unit: 'percentunit',
      decimals: 1,
      thresholds: budgetLeft,
      mappings: [noneSeen('no objective')],
      w: 4,
      h: 8,
    }),
    stat({
      title: 'Objective',
      description: 'Share of the runs of the status check that shall not fail, as configured.',
      query: now(`max(${objective})`),
      unit: 'percentunit',
      mappings: [noneSeen('no objective')],
      w: 4,
      h: 8,
    }),
    timeseries({
      title: 'Burn rate',
      description: `How many times faster than the objective allows it fails. The alert pages where ${paging}, a shorter window agrees, and at least ${leastFailures} runs failed.`,
      w: 16,
      queries: pagingRates.map(({ longMs }) => {
        const window = formatDuration(longMs);
        return line(burn(one, window), `last ${window}`);
      }),
      unit: 'none',
      thresholds: burnRate,
      softMax: Math.max(...pagingRates.map(({ factor }) => factor)),
    }),
  ];
}

export function reasons(one: Select): Draft[] {
  const failures = one('picket_check_failures_total');
  const byReason = one('picket_check_failure_reasons_total');
  const findings = `max by (check, severity) (${one('picket_contract_findings')})`;
  return [
    timeseries({
      title: 'Failed runs by reason',
      description:
        'A minute. Line: all failed runs. Bars: their reasons; the very first failure of a reason begins its series, so that it shows in the line alone.',
      w: 8,
      queries: [
        rated(
          orNone(
            `60 * sum by (reason) (rate(${byReason}[$__rate_interval]))`,
            'reason',
            one('picket_check_interval_seconds'),
          ),
          '{{reason}}',
        ),
        rated(`60 * sum(rate(${failures}[$__rate_interval]))`, 'all'),
      ],
      unit: 'none',
      softMax: 1,
      stacked: true,
      bars: true,
      overrides: [
        {
          matcher: { id: 'byName', options: 'all' },
          properties: [
            { id: 'custom.drawStyle', value: 'line' },
            { id: 'custom.fillOpacity', value: 0 },
            { id: 'custom.stacking', value: { group: 'B', mode: 'none' } },
          ],
        },
      ],
    }),
    timeseries({
      title: 'HTTP status',
      description: 'Of the last run of each check, the highest of the agents; a gap where no answer came.',
      w: 8,
      queries: [line(`max by (check) (${one('picket_check_http_status_code')})`, '{{check}}')],
      unit: 'none',
    }),
    timeseries({
      title: 'Findings',
      description: 'What the last answers break of the contract, by severity; an error fails its run.',
      w: 8,
      queries: [line(`sum by (severity) (${findings})`, '{{severity}}')],
      unit: 'none',
      softMax: 1,
    }),
  ];
}

export function vantages(one: Select): Draft[] {
  const each = 'vantage, instance';
  return [
    stateTimeline({
      title: 'Worst check by agent',
      description: 'One row down means one agent or its network; all rows down mean the deployment.',
      w: 8,
      h: 8,
      queries: [line(lowest(one('picket_check_up'), each), '{{vantage}} {{instance}}')],
      mappings: [noData, upOrDown],
    }),
    timeseries({
      title: 'Success by agent',
      description: 'Share of its checks whose last run succeeded, before anything is confirmed.',
      w: 8,
      queries: [line(`avg by (${each}) (${one('picket_check_success')})`, '{{vantage}} {{instance}}')],
      unit: 'percentunit',
      max: 1,
    }),
    timeseries({
      title: 'p95 by agent',
      description: 'Of the answers to all checks, as each agent measured them.',
      w: 8,
      queries: [rated(quantileAt(0.95, one, `${each}, `), '{{vantage}} {{instance}}')],
      unit: 's',
    }),
  ];
}
