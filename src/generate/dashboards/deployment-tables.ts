// A deployment's parts as tables: its components with how long they have been what they are, and its certificate.
import type { Draft } from './panel.ts';
import { certificateLeft } from './queries.ts';
import { table } from './table.ts';
import type { Select } from './targets.ts';
import { expiry, noData, stateCodes } from './values.ts';

export function componentTable(one: Select): Draft {
  const since = one('picket_component_status_change_timestamp_seconds');
  return table({
    title: 'Components',
    description: 'What each reports, and for how long it has.',
    w: 12,
    h: 8,
    columns: [
      { from: { label: 'component' }, title: 'Component' },
      {
        from: { expr: `max by (component) (${one('picket_component_status_code')})` },
        title: 'State',
        mappings: [noData, stateCodes],
      },
      { from: { expr: `time() - max by (component) (${since})` }, title: 'For', unit: 'dtdurations' },
    ],
    sortBy: [
      { column: 'State', desc: true },
      { column: 'For', desc: false },
    ],
  });
}

export function certificateTable(one: Select): Draft {
  const expires = one('picket_deployment_tls_not_after_timestamp_seconds');
  return table({
    title: 'Certificate',
    description: 'As each agent was shown it; none over plain HTTP. One that has expired stays here.',
    w: 12,
    h: 8,
    columns: [
      { from: { label: 'instance' }, title: 'Agent' },
      {
        from: { expr: certificateLeft(one, 'instance') },
        title: 'Expires in',
        unit: 's',
        mappings: [noData],
        thresholds: expiry,
      },
      { from: { expr: `1000 * min by (instance) (${expires})` }, title: 'Expires at', unit: 'dateTimeAsIso' },
    ],
    sortBy: [{ column: 'Expires in', desc: false }],
  });
}
