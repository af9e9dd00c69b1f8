// The latest incidents of the fleet as a page, and the table that the page of a deployment tells its own in.
import type { IncidentItem } from '../document.ts';
import { framedBelow } from './frame.ts';
import { type Html, html, said } from './html.ts';
import { type Column, table } from './table.ts';

/** One of the fleet's, beside the deployment it is of; only one that is configured has a page to lead to. */
export interface FleetIncident extends IncidentItem {
  readonly deployment: { readonly id: string; readonly isConfigured: boolean };
}

/** Newest first, as they are given. `prefix` as on the fleet's page. */
export function renderIncidentsPage(incidents: readonly FleetIncident[], prefix: string): string {
  const columns = [...incidentColumns(prefix), deploymentColumn(prefix)];
  return framedBelow({
    title: 'Incidents',
    refreshes: true,
    prefix,
    jsonPath: '/api/v2/incidents',
    body: incidents.length === 0 ? html`<p>There are none.</p>\n` : table('Newest first', columns, incidents),
  });
}

export function incidentLink(prefix: string, { id, title }: Pick<IncidentItem, 'id' | 'title'>): Html {
  return html`<a href="${prefix}/incidents/${id}">${said(title)}</a>`;
}

export function incidentColumns(prefix: string): readonly Column<IncidentItem>[] {
  return [
    {
      head: 'Incident',
      width: 'wide',
      cell: (incident) => incidentLink(prefix, incident),
    },
    { head: 'Status', cell: ({ status, impact }) => `${status}, ${impact}` },
    { head: 'Created', cell: ({ created_at }) => created_at },
    { head: 'Resolved', cell: ({ resolved_at }) => resolved_at ?? '' },
  ];
}

function deploymentColumn(prefix: string): Column<FleetIncident> {
  return {
    head: 'Deployment',
    cell: ({ deployment: { id, isConfigured } }) =>
      isConfigured ? html`<a href="${prefix}/deployments/${id}">${id}</a>` : id,
  };
}
