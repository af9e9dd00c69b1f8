// The latest incidents of the fleet as a page: those that are open, then day by day; and the table a deployment tells its own in.
import { duration } from '../../browser/duration.js';
import type { IncidentItem } from '../document.ts';
import { framed, live, news, type Site } from './frame.ts';
import { type Html, html, said, sentence } from './html.ts';
import { marked, markedImpact } from './mark.ts';
import type { Column } from './table.ts';
import { moment } from './words.ts';

/** Whose incident it is; one that is configured no more has no name, and no page to lead to. */
export interface Owner {
  readonly id: string;
  readonly name: string | null;
}

/** One of the fleet's, beside the deployment it is of. */
export interface FleetIncident extends IncidentItem {
  readonly deployment: Owner;
}

/** What is shown, newest first, and whether there are more. */
export interface Latest {
  readonly incidents: readonly FleetIncident[];
  readonly isCut: boolean;
}

export function renderIncidentsPage({ incidents, isCut }: Latest, site: Site, atMs: number): string {
  const open = incidents.filter(({ resolved_at }) => resolved_at === undefined);
  const over = incidents.filter(({ resolved_at }) => resolved_at !== undefined);
  const told = (incident: FleetIncident) => itemTold(incident, site, atMs);
  return framed({
    site,
    atMs,
    title: open.length === 0 ? 'Incidents' : `Incidents (${open.length} open)`,
    refreshes: true,
    assets: ['incident.css'],
    jsonPath: '/api/v2/incidents',
    body: html`<h1>Incidents</h1>
<section id="open"${live}${news(openInWords(open))}>
${openTold(open.map(told), over.length)}</section>
<div id="over"${live}>
${daysOf(over).map(({ day, incidents }) => dayTold(day, incidents.map(told)))}${isCut ? html`<p>Older ones are left out here.</p>\n` : ''}</div>
`,
  });
}

interface Day {
  readonly day: string;
  readonly incidents: readonly FleetIncident[];
}

/** By the UTC day on which each began, in the order in which they are given. */
export function daysOf(incidents: readonly FleetIncident[]): Day[] {
  const days = Map.groupBy(incidents, ({ created_at }) => created_at.slice(0, 10));
  return [...days].map(([day, incidents]) => ({ day, incidents }));
}

/** The newest is the one that came. */
function openInWords([newest, ...others]: readonly FleetIncident[]): string {
  if (newest === undefined) return 'No incident is open';
  return `Open incidents: ${others.length + 1}, the newest is ${newest.title}`;
}

function openTold(items: readonly Html[], othersKnown: number): Html {
  if (items.length > 0) return html`<h2>Open now</h2>\n${listTold(items)}`;
  return html`<p>${othersKnown === 0 ? 'No incidents are known.' : 'No incident is open.'}</p>\n`;
}

/** `Sat, 21 Nov 2026`; a `time` would be told in the reader's zone, where it may be another day. */
function dayTold(day: string, items: readonly Html[]): Html {
  const heading = new Date(day).toUTCString().slice(0, 16);
  return html`<h2>${heading} <small>UTC</small></h2>\n${listTold(items)}`;
}

function listTold(items: readonly Html[]): Html {
  return html`<ul class="incidents">\n${items}</ul>\n`;
}

function itemTold(incident: FleetIncident, site: Site, atMs: number): Html {
  const { impact, created_at, deployment } = incident;
  return html`<li>
<span class="past">${markedImpact(impact)}</span>
<div>${incidentLink(site, incident)}
<small>${deploymentLink(site, deployment)}, ${moment(created_at)}</small></div>
${endTold(incident, atMs)}
</li>
`;
}

function endTold(incident: IncidentItem, atMs: number): Html {
  const lasted = duration(spanMs(incident, atMs));
  return incident.resolved_at === undefined
    ? html`<span>Open for ${lasted}</span>`
    : marked('operational', `Resolved after ${lasted}`);
}

export function incidentColumns(site: Site): readonly Column<IncidentItem>[] {
  return [
    { head: 'Incident', width: 'wide', cell: (incident) => incidentLink(site, incident) },
    { head: 'Impact', width: 'narrow', cell: ({ impact }) => markedImpact(impact) },
    { head: 'Began', cell: ({ created_at }) => moment(created_at) },
    {
      head: 'Ended',
      cell: ({ resolved_at }) => (resolved_at === undefined ? 'still open' : moment(resolved_at)),
    },
  ];
}

export function incidentLink({ prefix }: Site, { id, title }: Pick<IncidentItem, 'id' | 'title'>): Html {
  return html`<a href="${prefix}/incidents/${id}">${sentence(title)}</a>`;
}

export function deploymentLink({ prefix }: Site, { id, name }: Owner): Html {
  return name === null ? said(id) : html`<a href="${prefix}/deployments/${id}">${said(name)}</a>`;
}

/** Until now while it is open. */
export function spanMs(
  { created_at, resolved_at }: Pick<IncidentItem, 'created_at' | 'resolved_at'>,
  atMs: number,
): number {
  const endMs = resolved_at === undefined ? atMs : Date.parse(resolved_at);
  return endMs - Date.parse(created_at);
}
