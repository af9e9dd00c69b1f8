// One deployment as a page: its state, what its checks found, how it drifted and where it contradicts itself.
import { severities } from '../../contract/rules.ts';
import type { Deployment } from '../deployment-schema.ts';
import type { IncidentItem } from '../document.ts';
import type { Finding } from '../schemas.ts';
import { framed, type Site } from './frame.ts';
import { type Html, html, said } from './html.ts';
import { incidentColumns, incidentLink } from './incidents-page.ts';
import { type Column, section, terms } from './table.ts';
import { endInWords, inWords, milliseconds, phasesInWords } from './words.ts';

type Item<Name extends keyof Deployment> = Extract<Deployment[Name], readonly unknown[]>[number];

/** Of a deployment told with its findings, and its incidents, newest first. */
export function renderDeploymentPage(
  deployment: Deployment,
  incidents: readonly IncidentItem[],
  site: Site,
  atMs: number,
): string {
  const { id, name, checks, components } = deployment;
  const columns = checks.some(({ walk }) => walk !== null) ? [...checkColumns, walkColumn] : checkColumns;
  return framed({
    site,
    atMs,
    title: name,
    deployment: id,
    refreshes: true,
    jsonPath: `/api/v2/deployments/${id}`,
    body: html`<h1><bdi>${name}</bdi></h1>
${summary(deployment, site)}
${section('Contradictions', 'What the status document claims, and what the same round showed', contradictionColumns, deployment.contradictions ?? [])}
${section('Checks', 'The last run of each', columns, checks)}
${section('Components', 'As the status document reports them', componentColumns, components)}
${section('Findings', 'Of the last run of each check, and of the last walk over its pages; the gravest first', findingColumns, gravestFirst(deployment))}
${section('Drift', 'How answers differ from what they were or what is documented', driftColumns, deployment.drift ?? [])}
${section('Incidents', 'Newest first', incidentColumns(site), incidents)}`,
  });
}

function gravestFirst({ findings = [], checks }: Deployment): Finding[] {
  const all = [...findings, ...checks.flatMap(({ walk }) => walk?.findings ?? [])];
  return severities.flatMap((severity) => all.filter((finding) => finding.severity === severity));
}

function summary(deployment: Deployment, site: Site): Html {
  const { id, kind, version, status, since, cause, stale, checked_at, certificate, incident } = deployment;
  const isOpen = incident !== null && incident.resolved_at === undefined;
  return terms([
    ['State', `${inWords[status]} since ${since}${stale ? ' (no fresh answer of the status check)' : ''}`],
    ['Cause', cause && said(cause)],
    ['Incident', isOpen ? incidentLink(site, incident) : null],
    ['Deployment', `${id}, ${kind}, ${version}`],
    ['Last check', checked_at ?? 'never'],
    ['Certificate', certificate && certificateTold(certificate)],
  ]);
}

function certificateTold({
  subject,
  issuer,
  not_after,
  error,
}: NonNullable<Deployment['certificate']>): Html {
  return html`${said(subject)}, issued by ${said(issuer)}, valid until ${not_after ?? 'a date that cannot be read'}${error === null ? '' : html` (${said(error)})`}`;
}

const what = ({ message, rule }: Pick<Finding, 'message' | 'rule'>) =>
  html`${said(message)}<small>${rule}</small>`;
const where = ({ check, path }: Pick<Finding, 'check' | 'path'>) =>
  html`${check}<small>${said(path)}</small>`;
const sides: readonly Column<Pick<Finding, 'expected' | 'observed'>>[] = [
  { head: 'Expected', cell: ({ expected }) => said(expected) },
  { head: 'Observed', cell: ({ observed }) => said(observed) },
];

const findingColumns: readonly Column<Finding>[] = [
  { head: 'What', cell: what },
  { head: 'Severity', width: 'narrow', cell: ({ severity }) => severity },
  { head: 'Where', cell: where },
  ...sides,
];

const driftColumns: readonly Column<Item<'drift'>>[] = [
  { head: 'What', cell: what },
  { head: 'Where', cell: where },
  ...sides,
  {
    head: 'Seen',
    cell: ({ first_seen, last_seen, count }) =>
      html`${count === 1 ? '1 run' : `${count} runs`}<small>first ${first_seen}</small><small>last ${last_seen}</small>`,
  },
];

const contradictionColumns: readonly Column<Item<'contradictions'>>[] = [
  { head: 'What', cell: what },
  ...sides,
  { head: 'Since', cell: ({ since }) => since },
];

const checkColumns: readonly Column<Item<'checks'>>[] = [
  { head: 'Check', width: 'narrow', cell: ({ check }) => check },
  {
    head: 'Last run',
    cell: ({ reason, checked_at }) =>
      checked_at === null ? 'never' : html`${reason ?? 'well'}<small>${checked_at}</small>`,
  },
  { head: 'Confirmed', width: 'narrow', cell: confirmed },
  { head: 'HTTP status', width: 'narrow', cell: ({ http_status }) => http_status ?? '' },
  {
    head: 'Latency',
    cell: ({ latency_ms, phases }) =>
      latency_ms === null ? '' : html`${milliseconds(latency_ms)}<small>${phasesInWords(phases)}</small>`,
  },
];

/** Lists are walked where that is configured alone. */
const walkColumn: Column<Item<'checks'>> = {
  head: 'Walk over its pages',
  cell: ({ walk }) => (walk === null ? '' : walkTold(walk)),
};

function confirmed({ up, reachable }: Item<'checks'>): string {
  if (up === null) return 'unknown';
  if (up) return 'up';
  return reachable === false ? 'down, not reachable' : 'down';
}

function walkTold({ items, pages, end, started_at }: NonNullable<Item<'checks'>['walk']>): Html {
  return html`${items} items on ${pages} pages, ${endInWords[end]}<small>${started_at}</small>`;
}

const componentColumns: readonly Column<Item<'components'>>[] = [
  { head: 'Component', cell: ({ name }) => said(name) },
  { head: 'State', cell: ({ status }) => inWords[status] },
  { head: 'Reported', cell: ({ reported }) => said(reported ?? '') },
  { head: 'Since', cell: ({ since }) => since },
];
