// The incidents of one deployment as a table, and what happened in them within a stretch of time.
import { duration } from '../../browser/duration.js';
import type { IncidentWithUpdates } from '../incident-schema.ts';
import type { Site } from './frame.ts';
import { type Html, html, sentence } from './html.ts';
import { incidentColumns, incidentLink, spanMs } from './incidents-page.ts';
import { marked } from './mark.ts';
import { type Column, section, table } from './table.ts';
import { moment } from './words.ts';

/** Newest ones that are told; of as many there may be more. */
export const maxIncidents = 20;

export function incidentsTold(incidents: readonly IncidentWithUpdates[], site: Site, atMs: number): Html {
  const lasted: Column<IncidentWithUpdates> = {
    head: 'Lasted',
    width: 'narrow',
    cell: (incident) => duration(spanMs(incident, atMs)),
  };
  const caption = `Newest first${incidents.length < maxIncidents ? '' : `; the latest ${maxIncidents}`}`;
  return section('Incidents', caption, [...incidentColumns(site), lasted], incidents);
}

/** More transitions than these are on the pages of the incidents. */
const maxTransitions = 30;

/** The exact transitions since an instant, newest first. */
export function transitionsTold(
  incidents: readonly IncidentWithUpdates[],
  sinceMs: number,
  site: Site,
): Html {
  const all = incidents
    .flatMap((incident) => incident.updates.map((update) => ({ incident, update })))
    .filter(({ update }) => Date.parse(update.created_at) >= sinceMs)
    .sort((a, b) => Date.parse(b.update.created_at) - Date.parse(a.update.created_at));
  if (all.length === 0) return html``;
  const columns: readonly Column<(typeof all)[number]>[] = [
    { head: 'At', cell: ({ update }) => moment(update.created_at) },
    { head: 'State', cell: ({ update }) => marked(update.status) },
    { head: 'What', width: 'wide', cell: ({ update }) => sentence(update.text) },
    { head: 'Incident', cell: ({ incident }) => incidentLink(site, incident) },
  ];
  const caption = `Transitions, newest first${all.length > maxTransitions ? `; the latest ${maxTransitions}` : ''}`;
  return table(caption, columns, all.slice(0, maxTransitions));
}
