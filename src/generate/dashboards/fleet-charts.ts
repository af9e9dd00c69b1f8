// The fleet over time: the worst of it as timelines, and where it is going.
import { type State, states } from '../../model/states.ts';
import type { Override } from './format.ts';
import type { Draft } from './panel.ts';
import { stateTimeline, timeseries } from './panels.ts';
import { badness, countOf, highest, quantileAt, quantileOver, worstOf } from './queries.ts';
import { line, rated, type Select } from './targets.ts';
import { noData, stateCodes, stateColours } from './values.ts';

/** Rows of a timeline: what fits on a screen, whatever the size of the fleet. */
const mostRows = 25;
/** Lines of a chart that can still be told apart. */
const mostLines = 10;

export function fleetStates(chosen: Select): Draft[] {
  const code = chosen('picket_deployment_status_code');
  const componentCode = chosen('picket_component_status_code');
  return [
    stateTimeline({
      title: 'Deployments',
      description: `Confirmed state over time of the ${mostRows} that were worst over the time range. A gap is no data.`,
      w: 12,
      h: 12,
      queries: [
        line(
          worstOf(mostRows, highest(code, 'deployment'), 'deployment', badness(code, 'deployment')),
          '{{deployment}}',
        ),
      ],
      mappings: [noData, stateCodes],
    }),
    stateTimeline({
      title: 'Worst component of each deployment',
      description: `What components report, at once and unconfirmed, of the ${mostRows} deployments that were worst over the time range. A gap is no data.`,
      w: 12,
      h: 12,
      queries: [
        line(
          worstOf(
            mostRows,
            highest(componentCode, 'deployment'),
            'deployment',
            badness(componentCode, 'deployment'),
          ),
          '{{deployment}}',
        ),
      ],
      mappings: [noData, stateCodes],
    }),
  ];
}

export function fleetTrends(chosen: Select): Draft[] {
  const code = chosen('picket_deployment_status_code');
  const failures = chosen('picket_check_failures_total', 'check="status"');
  const runs = chosen('picket_check_runs_total', 'check="status"');
  return [
    timeseries({
      title: 'Deployments by state',
      description: 'How many are in which confirmed state.',
      w: 8,
      queries: states.map((state, index) =>
        line(countOf(`max by (deployment) (${code}) == ${index}`, code), state),
      ),
      unit: 'none',
      stacked: true,
      overrides: states.map(stateLine),
    }),
    timeseries({
      title: 'Failure ratio',
      description: `Failed runs of the status check per run, of the ${mostLines} deployments with the most failures in the time range.`,
      w: 8,
      queries: [
        rated(
          worstOf(
            mostLines,
            `sum by (deployment) (rate(${failures}[$__rate_interval])) / sum by (deployment) (rate(${runs}[$__rate_interval]))`,
            'deployment',
            `sum by (deployment) (increase(${failures}[$__range] @ end()))`,
          ),
          '{{deployment}}',
        ),
      ],
      unit: 'percentunit',
      max: 1,
    }),
    timeseries({
      title: 'p95 of answers',
      description: `Of all checks of a deployment, timeouts at their deadline included; the ${mostLines} slowest over the time range. Above 10 s it stays at 10 s.`,
      w: 8,
      queries: [
        rated(
          worstOf(
            mostLines,
            quantileAt(0.95, chosen, 'deployment, '),
            'deployment',
            quantileOver(0.95, chosen, 'deployment, ', ' @ end()'),
          ),
          '{{deployment}}',
        ),
      ],
      unit: 's',
    }),
  ];
}

function stateLine(state: State): Override {
  return {
    matcher: { id: 'byName', options: state },
    properties: [{ id: 'color', value: { mode: 'fixed', fixedColor: stateColours[state] } }],
  };
}
