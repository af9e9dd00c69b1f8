// The certificate of a deployment, and how long it is still good for.
import { duration } from '../../browser/duration.js';
import type { State } from '../../model/states.ts';
import type { Deployment } from '../deployment-schema.ts';
import { type Html, html, said } from './html.ts';
import { marked } from './mark.ts';
import { terms } from './table.ts';
import { moment } from './words.ts';

type Certificate = NonNullable<Deployment['certificate']>;

const dayMs = 86_400_000;
/** The bundled alert rules warn and page at these. */
const soonDays = 14;
const urgentDays = 3;

export function certificateTold({ certificate }: Deployment, atMs: number): Html {
  if (certificate === null) return html``;
  const { subject, issuer, not_after, error } = certificate;
  const [state, word] = verdict(certificate, atMs);
  return html`<h2>Certificate</h2>
<p>${marked(state, word)}</p>
${terms([
  ['Subject', said(subject)],
  ['Issued by', said(issuer)],
  ['Valid until', not_after === null ? 'a date that cannot be read' : moment(not_after)],
  ['Error', error && said(error)],
])}`;
}

function verdict({ not_after, error }: Certificate, atMs: number): readonly [State, string] {
  if (not_after === null) return ['unknown', 'How long it is valid cannot be read'];
  const leftMs = Date.parse(not_after) - atMs;
  if (leftMs <= 0) return ['major_outage', `Expired ${duration(-leftMs)} ago`];
  const days = Math.floor(leftMs / dayMs);
  const span = days === 1 ? '1 day' : `${days} days`;
  if (error !== null) return ['major_outage', `Not trusted; ${span} left`];
  if (days < urgentDays) return ['partial_outage', `${span} left`];
  return days < soonDays ? ['degraded_performance', `${span} left`] : ['operational', `Valid, ${span} left`];
}
