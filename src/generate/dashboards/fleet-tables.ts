// The fleet as tables: a deployment a row, with a link to its own dashboard at the same time range.
import type { FieldLink } from './format.ts';
import { chosenAgents, uids } from './frame.ts';
import type { Draft } from './panel.ts';
import { burn, certificateLeft, failureRatio, quantileOver } from './queries.ts';
import { type Column, table } from './table.ts';
import { selector } from './targets.ts';
import { budgetLeft, expiry, expiryWords, noData, noneIsGood, noneSeen, stateCodes } from './values.ts';

const chosen = selector('deployment=~"$deployment"');

const toDeployment: FieldLink = {
  title: 'Open this deployment',
  url: `/d/${uids.deployment}?\${__url_time_range}&${chosenAgents}&var-deployment=\${__value.raw}`,
  targetBlank: false,
};

const deploymentColumn: Column = {
  from: { label: 'deployment' },
  title: 'Deployment',
  link: toDeployment,
};

/** 0 for a deployment all of whose checks are up; none where no check has been confirmed either way. */
function checksDown(): string {
  const up = chosen('picket_check_up');
  const down = `count by (deployment) (min by (deployment, check) (${up}) == 0)`;
  return `${down} or 0 * count by (deployment) (${up})`;
}

/** Certificates in the table of those that expire next. */
const mostCertificates = 50;

const fleetColumns: readonly Column[] = [
  deploymentColumn,
  {
    from: { expr: `max by (deployment) (${chosen('picket_deployment_status_code')})` },
    title: 'State',
    mappings: [noData, stateCodes],
  },
  {
    from: { expr: checksDown() },
    title: 'Checks down',
    mappings: [noData],
    thresholds: noneIsGood,
  },
  {
    from: { expr: `max by (deployment) (${chosen('picket_component_status_code')})` },
    title: 'Worst component',
    mappings: [noneSeen('none'), stateCodes],
  },
  {
    from: { expr: `1 - ${failureRatio(chosen, '$__range')}` },
    title: 'Availability',
    unit: 'percentunit',
    decimals: 2,
    mappings: [noData],
  },
  {
    from: { expr: quantileOver(0.95, chosen, 'deployment, ') },
    title: 'p95',
    unit: 's',
    mappings: [noneSeen('no answers')],
  },
  {
    from: { expr: certificateLeft(chosen) },
    title: 'Certificate expires in',
    unit: 's',
    mappings: [noneSeen('none')],
    thresholds: expiry,
  },
  {
    from: { expr: `1 - ${burn(chosen, '$__range')}` },
    title: 'Error budget left',
    unit: 'percentunit',
    decimals: 1,
    mappings: [noneSeen('no objective')],
    thresholds: budgetLeft,
  },
];

export function fleetTable(): Draft {
  return table({
    title: 'Deployments, the worst first',
    description:
      'One row a deployment, as it is now; availability, p95 and error budget over the chosen time range. A click on a deployment opens its dashboard at the same time range. Error budget: what is left of it if the chosen range were its window.',
    h: 12,
    columns: fleetColumns,
    sortBy: [
      { column: 'State', desc: true },
      { column: 'Checks down', desc: true },
    ],
  });
}

export function certificatesTable(): Draft {
  const next = `bottomk(${mostCertificates}, min by (deployment) (${chosen('picket_deployment_tls_not_after_timestamp_seconds')}))`;
  return table({
    title: 'Certificates that expire next',
    description: `The ${mostCertificates} that expire first; deployments over plain HTTP have none. ${expiryWords}. One that has expired stays here.`,
    h: 10,
    columns: [
      deploymentColumn,
      {
        from: { expr: `${next} - time()` },
        title: 'Expires in',
        unit: 's',
        mappings: [noData],
        thresholds: expiry,
      },
      { from: { expr: `1000 * ${next}` }, title: 'Expires at', unit: 'dateTimeAsIso' },
    ],
    sortBy: [{ column: 'Expires in', desc: false }],
  });
}
