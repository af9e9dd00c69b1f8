// The latest incidents of the fleet as a page, and the table that the page of a deployment tells its own in.
import type { IncidentItem } from '../document.ts';
import { framed, type Site } from './frame.ts';
import { type Html, html, said } from './html.ts';
import { type Column, table } from './table.ts';

/** One of the fleet's, beside the deployment it is of; only one that is configured has a page to lead to. */
export interface FleetIncident extends IncidentItem {
  readonly deployment: { readonly id: string; readonly isConfigured: boolean };
}

/** Newest first, as they are given. */
export function renderIncidentsPage(incidents: readonly FleetIncident[], site: Site, atMs: number): string {
  const columns = [...incidentColumns(site), deploymentColumn(site)];
  return framed({
    site,
    atMs,
    title: 'Incidents',
    refreshes: true,
    jsonPath: '/api/v2/incidents',
    body: html`<h1>Incidents</h1>
${incidents.length === 0 ? html`<p>There are none.</p>\n` : table('Newest first', columns, incidents)}`,
  });
}

export function incidentLink({ prefix }: Site, { id, title }: Pick<IncidentItem, 'id' | 'title'>): Html {
  return html`<a href="${prefix}/incidents/${id}">${said(title)}</a>`;
}

export function incidentColumns(site: Site): readonly Column<IncidentItem>[] {
  return [
    {
      head: 'Incident',
      width: 'wide',
      cell: (incident) => incidentLink(site, incident),
    },
    { head: 'Status', cell: ({ status, impact }) => `${status}, ${impact}` },
    { head: 'Created', cell: ({ created_at }) => created_at },
    { head: 'Resolved', cell: ({ resolved_at }) => resolved_at ?? '' },
  ];
}

function deploymentColumn({ prefix }: Site): Column<FleetIncident> {
  return {
    head: 'Deployment',
    cell: ({ deployment: { id, isConfigured } }) =>
      isConfigured ? html`<a href="${prefix}/deployments/${id}">${id}</a>` : id,
  };
}
