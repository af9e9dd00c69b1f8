// The answer of the last failure that is remembered, beside the last good one.
import type { IncidentWithEvidence } from '../incident-schema.ts';
import { evidenceTold } from './evidence.ts';
import type { Site } from './frame.ts';
import { type Html, html } from './html.ts';
import { incidentLink } from './incidents-page.ts';
import { moment } from './words.ts';

/** Of the newest incident that has any; of its evidence the latest with a failing answer. */
export function lastFailure(incident: IncidentWithEvidence | null, site: Site): Html {
  const piece = incident?.evidence.findLast(({ failing }) => failing !== null);
  if (incident === null || piece === undefined) return html``;
  return html`<h2>Last failure</h2>
<p>At ${moment(piece.created_at)}, in ${incidentLink(site, incident)}.</p>
${evidenceTold(piece)}`;
}
