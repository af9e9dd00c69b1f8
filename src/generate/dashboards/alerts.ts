// Alerts that fire, as Prometheus itself keeps them: how many, and a table of them, the gravest first.
import { watchdog } from './frame.ts';
import type { Draft } from './panel.ts';
import { table } from './table.ts';
import { severityRanks } from './values.ts';

/** Alerts about what is absent have no job, those about agents no deployment: both concern whoever looks. */
const concerning = 'job=~"$job|", deployment=~"$deployment|"';
const ours = `alertname=~"Picket.+", alertname!="${watchdog}"`;
const firing = (matchers: string) => `ALERTS{alertstate="firing", ${matchers}}`;

/** 0 only where the watchdog shows that the rules are evaluated. */
export const firingCount = `count(${firing(`${ours}, ${concerning}`)}) or 0 * count(${firing(`alertname="${watchdog}"`)})`;

const labels = ['alertname', 'severity', 'deployment', 'check', 'component', 'region_code', 'instance'];
const each = (series: string) => `max by (${labels.join(', ')}) (${series})`;
const ranked = ['info', 'warning', 'critical'];

/** From the gravest to those of another severity, which the watchdog has. */
const ranks = [
  ...ranked.map((severity, index) => [`severity="${severity}"`, index + 1] as const).toReversed(),
  [`severity!~"${ranked.join('|')}"`, 0] as const,
]
  .map(([matcher, rank]) => `${rank} * ${each(firing(`alertname=~"Picket.+", ${concerning}, ${matcher}`))}`)
  .join(' or ');

const active = each(`ALERTS_FOR_STATE{alertname=~"Picket.+", ${concerning}}`);
const sinceMs = `1000 * (${active} and on (${labels.join(', ')}) ${each(firing(`alertname=~"Picket.+", ${concerning}`))})`;

export function alertsTable(): Draft {
  return table({
    title: 'Firing alerts',
    description: `What fires now, the gravest first. ${watchdog} always does: where it is not here, the rules are not evaluated, and an empty table says nothing.`,
    h: 8,
    columns: [
      { from: { expr: ranks }, title: 'Severity', mappings: [severityRanks], width: 110 },
      { from: { label: 'alertname' }, title: 'Alert' },
      { from: { expr: sinceMs }, title: 'Since', unit: 'dateTimeFromNow' },
      { from: { label: 'deployment' }, title: 'Deployment' },
      { from: { label: 'check' }, title: 'Check' },
      { from: { label: 'component' }, title: 'Component' },
      { from: { label: 'region_code' }, title: 'Region' },
      { from: { label: 'instance' }, title: 'Agent' },
    ],
    hidden: ['severity'],
    sortBy: [
      { column: 'Severity', desc: true },
      { column: 'Since', desc: true },
    ],
  });
}
