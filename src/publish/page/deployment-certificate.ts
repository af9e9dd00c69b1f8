// The certificate of a deployment, and how long it is still good for.
import { duration } from '../../browser/duration.js';
import { soonDays } from '../../model/expiry.ts';
import type { Deployment } from '../deployment-schema.ts';
import { certificateState } from './certificate-state.ts';
import { type Html, html, said } from './html.ts';
import { marked } from './mark.ts';
import { terms } from './table.ts';
import { moment } from './words.ts';

const dayMs = 86_400_000;

export function certificateTold({ certificate }: Deployment, atMs: number): Html {
  if (certificate === null) return html``;
  const { subject, issuer, not_after, error } = certificate;
  const notAfterMs = not_after === null ? null : Date.parse(not_after);
  return html`<h2>Certificate</h2>
<p>${marked(certificateState({ notAfterMs, error }, atMs), inWords(notAfterMs, error, atMs))}</p>
${terms([
  ['Subject', said(subject)],
  ['Issued by', said(issuer)],
  ['Valid until', not_after === null ? 'a date that cannot be read' : moment(not_after)],
  ['Error', error && said(error)],
])}`;
}

function inWords(notAfterMs: number | null, error: string | null, atMs: number): string {
  if (notAfterMs === null)
    return `${error === null ? 'How' : 'Not trusted; how'} long it is valid cannot be read`;
  const leftMs = notAfterMs - atMs;
  if (leftMs <= 0) return `Expired ${duration(-leftMs)} ago`;
  const days = Math.floor(leftMs / dayMs);
  const left = days === 1 ? '1 day left' : `${days} days left`;
  if (error !== null) return `Not trusted; ${left}`;
  return days < soonDays ? left : `Valid, ${left}`;
}
