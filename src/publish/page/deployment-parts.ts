// What a deployment consists of, as tables: its checks, components and regions, each with its state and since when.

import { type State, stateCode } from '../../model/states.ts';
import type { Deployment } from '../deployment-schema.ts';
import { type Html, html, said } from './html.ts';
import { marked } from './mark.ts';
import { type Column, section } from './table.ts';
import { endInWords, milliseconds, moment, phasesInWords } from './words.ts';

type Item<Name extends keyof Deployment> = Extract<Deployment[Name], readonly unknown[]>[number];
type CheckItem = Item<'checks'>;

export function checksTold({ checks }: Deployment): Html {
  const columns = checks.some(({ walk }) => walk !== null) ? [...checkColumns, walkColumn] : checkColumns;
  return section('Checks', 'The last run of each', columns, checks);
}

export function componentsTold({ components }: Deployment): Html {
  return section(
    'Components',
    'As the status document reports them, the worst first',
    componentColumns,
    worstFirst(components),
  );
}

export function regionsTold({ regions }: Deployment): Html {
  return section(
    'Regions',
    'As the regions check lists them, the worst first',
    regionColumns,
    worstFirst(regions),
  );
}

/** Else in the order in which they came: one of sixty must not have to be looked for. */
function worstFirst<Part extends { readonly status: State }>(parts: readonly Part[]): Part[] {
  return parts.toSorted((a, b) => stateCode(b.status) - stateCode(a.status));
}

const checkColumns: readonly Column<CheckItem>[] = [
  { head: 'Check', width: 'narrow', cell: ({ check }) => check },
  { head: 'Confirmed', cell: confirmed },
  {
    head: 'Last run',
    cell: ({ reason, checked_at }) =>
      checked_at === null ? 'never' : html`${reason ?? 'well'}<small>${moment(checked_at)}</small>`,
  },
  { head: 'HTTP status', width: 'narrow', cell: ({ http_status }) => http_status ?? '' },
  {
    head: 'Latency',
    width: 'wide',
    cell: ({ latency_ms, phases }) =>
      latency_ms === null ? '' : html`${milliseconds(latency_ms)}<small>${phasesInWords(phases)}</small>`,
  },
  {
    head: 'Next run',
    cell: ({ next_run_at }) => (next_run_at === null ? '' : html`<small>${moment(next_run_at)}</small>`),
  },
];

/** Lists are walked where that is configured alone. */
const walkColumn: Column<CheckItem> = {
  head: 'Walk over its pages',
  cell: ({ walk }) => (walk === null ? '' : walkTold(walk)),
};

/** In the marks of states; a check that is down is shown as bad as what it makes of the deployment. */
function confirmed({ up, reachable }: CheckItem): Html {
  if (up === null) return marked('unknown');
  if (up) return marked('operational', 'up');
  return reachable === false
    ? marked('major_outage', 'down, not reachable')
    : marked('partial_outage', 'down');
}

function walkTold({ items, pages, end, started_at }: NonNullable<CheckItem['walk']>): Html {
  return html`${items} items on ${pages} pages, ${endInWords[end]}<small>${moment(started_at)}</small>`;
}

const componentColumns: readonly Column<Item<'components'>>[] = [
  { head: 'Component', cell: ({ name }) => said(name) },
  { head: 'State', cell: ({ status }) => marked(status) },
  { head: 'Reported', cell: ({ reported }) => said(reported ?? '') },
  { head: 'Since', cell: ({ since }) => moment(since) },
];

const regionColumns: readonly Column<Item<'regions'>>[] = [
  { head: 'Region', cell: ({ name, code }) => html`${said(name)}<small>${said(code)}</small>` },
  { head: 'State', cell: ({ status }) => marked(status) },
  { head: 'Reported', cell: ({ reported }) => said(reported) },
  { head: 'Where', cell: ({ zone, country }) => html`${said(zone)}<small>${said(country)}</small>` },
];
