// The fleet at a glance: is anything wrong, since when, and where to look first.

import { staleGraceSeconds, staleIntervals } from '../rules/check-alerts.ts';
import { alertsTable, firingCount } from './alerts.ts';
import { fleetStates, fleetTrends } from './fleet-charts.ts';
import { certificatesTable, fleetTable } from './fleet-tables.ts';
import type { Dashboard } from './format.ts';
import { choices, dashboard, linkTo, uids } from './frame.ts';
import type { Section } from './layout.ts';
import { stat } from './panels.ts';
import { certificateLeft, countOf, onceOfPicket, staleChecks } from './queries.ts';
import { now, ofAgents, selector } from './targets.ts';
import { expiry, expiryWords, noneIsGood, noneSeen } from './values.ts';

const chosen = selector('deployment=~"$deployment"');
const code = chosen('picket_deployment_status_code');
const componentCode = chosen('picket_component_status_code');
const up = chosen('picket_check_up');
const failures = chosen('picket_check_failures_total', 'check="status"');
const runs = chosen('picket_check_runs_total', 'check="status"');

/** Four a line, so that their titles can be read. */
const wide = (parts: Omit<Parameters<typeof stat>[0], 'w' | 'h'>) => stat({ ...parts, w: 6, h: 3 });

const nowSection: Section = {
  title: 'Now',
  panels: [
    wide({
      title: 'Agents down',
      description:
        'Agents that Prometheus cannot scrape and that it did scrape within the time range. What they watched is in none of the other numbers.',
      query: now(countOf(onceOfPicket(`${ofAgents('up')} == 0`), ofAgents('picket_build_info'))),
      unit: 'none',
      thresholds: noneIsGood,
    }),
    wide({
      title: 'Deployments not operational',
      description: 'Deployments whose confirmed state is unknown or worse; maintenance does not count.',
      query: now(countOf(`max by (deployment) (${code}) >= 2`, code)),
      unit: 'none',
      thresholds: noneIsGood,
    }),
    wide({
      title: 'Checks down',
      description:
        'Checks that are confirmed to fail from at least one agent. 0 needs a check that is confirmed to be up.',
      query: now(countOf(`min by (deployment, check) (${up}) == 0`, up)),
      unit: 'none',
      thresholds: noneIsGood,
    }),
    wide({
      title: 'Components not operational',
      description: 'Components that are unknown or report worse; maintenance does not count.',
      query: now(countOf(`max by (deployment, component) (${componentCode}) >= 2`, componentCode)),
      unit: 'none',
      thresholds: noneIsGood,
    }),
    wide({
      title: 'Stale checks',
      description: `Checks that have not run for ${staleIntervals} of their intervals and ${staleGraceSeconds} s, or never: of these nobody knows anything.`,
      query: now(countOf(staleChecks(chosen), chosen('picket_check_interval_seconds'))),
      unit: 'none',
      thresholds: noneIsGood,
    }),
    wide({
      title: 'Availability',
      description: 'Runs of the status checks that did not fail, of all runs in the time range.',
      query: now(`1 - sum(increase(${failures}[$__range])) / sum(increase(${runs}[$__range]))`),
      unit: 'percentunit',
      decimals: 2,
    }),
    wide({
      title: 'Next certificate expires in',
      description: `${expiryWords}; below zero it has expired.`,
      query: now(`min(${certificateLeft(chosen)})`),
      unit: 's',
      decimals: 0,
      thresholds: expiry,
      mappings: [noneSeen('no certificate')],
    }),
    wide({
      title: 'Alerts',
      description:
        'How many fire, the watchdog left out, which always does; where even that does not, the rules are not evaluated.',
      query: now(firingCount),
      unit: 'none',
      thresholds: noneIsGood,
    }),
  ],
};

export const fleet: Dashboard = dashboard({
  uid: uids.fleet,
  title: 'Picket / Fleet',
  description:
    'All deployments that the chosen agents watch: what is wrong, since when, and where to look first.',
  variables: [
    choices(
      'deployment',
      'Deployment',
      'What all panels are about.',
      'picket_deployment_info{job=~"$job", instance=~"$instance"}',
    ),
  ],
  links: [
    linkTo(uids.deployment, 'Deployment', 'One deployment in all detail'),
    linkTo(uids.agent, 'Agents', 'The agents themselves'),
  ],
  alerts: ['job=~"$job|"', 'deployment=~"$deployment|"'],
  sections: [
    nowSection,
    { title: 'State', panels: fleetStates(chosen) },
    { title: 'Deployments', panels: [fleetTable()] },
    { title: 'Alerts', panels: [alertsTable()] },
    { title: 'Certificates', collapsed: true, panels: [certificatesTable()] },
    { title: 'Trends', panels: fleetTrends(chosen) },
  ],
});
