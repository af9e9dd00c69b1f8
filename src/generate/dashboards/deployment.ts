// One deployment in all detail: what it is, since when, which part of it, from where, and what is left of its budget.

import { staleGraceSeconds, staleIntervals } from '../rules/check-alerts.ts';
import { latency, objectives, reasons, vantages } from './deployment-charts.ts';
import { certificateTable, componentTable } from './deployment-tables.ts';
import type { Dashboard } from './format.ts';
import { dashboard, linkTo, oneOf, uids } from './frame.ts';
import type { Section } from './layout.ts';
import { stat, stateTimeline } from './panels.ts';
import {
  badness,
  certificateLeft,
  countOf,
  failureRatio,
  highest,
  lowest,
  quantileOver,
  staleChecks,
  worstOf,
} from './queries.ts';
import { line, now, selector } from './targets.ts';
import {
  expiry,
  expiryWords,
  noData,
  noneIsGood,
  noneOrOpen,
  noneSeen,
  stateCodes,
  upOrDown,
} from './values.ts';

const one = selector('deployment="$deployment"');
const component = one('picket_component_status_code');
const region = one('picket_region_status_code');
/** Regions in the timeline: a deployment may list 64. */
const mostRegions = 10;

const nowSection: Section = {
  title: 'Now',
  panels: [
    stat({
      title: 'State',
      description: 'What the agents believe, confirmed; the worst of what they say.',
      query: now(`max(${one('picket_deployment_status_code')})`),
      unit: 'none',
      mappings: [noData, stateCodes],
    }),
    stat({
      title: 'Incident',
      description: 'Whether an incident is open.',
      query: now(`max(${one('picket_deployment_incident_open')})`),
      unit: 'none',
      mappings: [noData, noneOrOpen],
    }),
    stat({
      title: 'Stale checks',
      description: `Checks that have not run for ${staleIntervals} of their intervals and ${staleGraceSeconds} s, or never: of these nobody knows anything.`,
      query: now(countOf(staleChecks(one), one('picket_check_interval_seconds'))),
      unit: 'none',
      thresholds: noneIsGood,
    }),
    stat({
      title: 'Last run',
      description: 'How long ago the status check last ran.',
      query: now(`time() - max(${one('picket_check_last_run_timestamp_seconds', 'check="status"')})`),
      unit: 's',
      decimals: 0,
    }),
    stat({
      title: 'Availability',
      description: 'Runs of the status check that did not fail, of all runs in the time range.',
      query: now(`1 - ${failureRatio(one, '$__range')}`),
      unit: 'percentunit',
      decimals: 2,
    }),
    stat({
      title: 'p95',
      description: 'Of the answers to all checks in the time range, timeouts at their deadline included.',
      query: now(quantileOver(0.95, one, '')),
      unit: 's',
      mappings: [noneSeen('no answers')],
    }),
    stat({
      title: 'Certificate',
      description: `When it expires. ${expiryWords}; below zero it has expired.`,
      query: now(certificateLeft(one)),
      unit: 's',
      decimals: 0,
      thresholds: expiry,
      mappings: [noneSeen('no certificate')],
    }),
    stat({
      title: 'Version',
      description: 'Version of the API and kind, as configured.',
      query: now(`max by (version, kind) (${one('picket_deployment_info')})`, '{{version}} {{kind}}'),
      unit: 'none',
      named: true,
    }),
  ],
};

const stateSection: Section = {
  title: 'State',
  panels: [
    stateTimeline({
      title: 'Checks',
      description: 'Confirmed; down where it is down from at least one agent. A gap is no data.',
      w: 12,
      h: 8,
      queries: [line(lowest(one('picket_check_up'), 'check'), '{{check}}')],
      mappings: [noData, upOrDown],
    }),
    stateTimeline({
      title: 'Components and regions',
      description: `What it reports, at once and unconfirmed; of its regions the ${mostRegions} that were worst over the time range. A gap is no data.`,
      w: 12,
      h: 8,
      queries: [
        line(highest(component, 'component'), '{{component}}'),
        line(
          worstOf(mostRegions, highest(region, 'region_code'), 'region_code', badness(region, 'region_code')),
          'region {{region_code}}',
        ),
      ],
      mappings: [noData, stateCodes],
    }),
  ],
};

export const deployment: Dashboard = dashboard({
  uid: uids.deployment,
  title: 'Picket / Deployment',
  description:
    'One deployment: its state, checks, components, latency, error budget, failures and certificate.',
  variables: [
    oneOf(
      'deployment',
      'Deployment',
      'What all panels are about.',
      'picket_deployment_info{job=~"$job", instance=~"$instance"}',
    ),
  ],
  links: [
    linkTo(uids.fleet, 'Fleet', 'All deployments'),
    linkTo(uids.agent, 'Agents', 'The agents themselves'),
  ],
  alerts: ['job=~"$job|"', 'deployment="$deployment"'],
  sections: [
    nowSection,
    stateSection,
    { title: 'Latency', panels: latency(one) },
    { title: 'Objective', panels: objectives(one) },
    { title: 'Failures', panels: reasons(one) },
    { title: 'Parts', panels: [componentTable(one), certificateTable(one)] },
    { title: 'One agent or everyone?', collapsed: true, panels: vantages(one) },
  ],
});
