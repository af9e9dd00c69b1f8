// One incident as a page: how it stands, what it was about, its updates in time with their evidence, and its neighbours.
import { duration } from '../../browser/duration.js';
import type { IncidentItem } from '../document.ts';
import type { IncidentWithEvidence } from '../incident-schema.ts';
import { affectedOf, affectedTold } from './affected.ts';
import { slackMs } from './bars.ts';
import { framed, live, news, type Site } from './frame.ts';
import { type Html, html, sentence } from './html.ts';
import { deploymentLink, incidentLink, type Owner, spanMs } from './incidents-page.ts';
import { marked, markedImpact } from './mark.ts';
import { terms } from './table.ts';
import { timelineTold } from './timeline.ts';
import { inWords, moment } from './words.ts';

/** What an incident is shown with. */
export interface Context {
  readonly owner: Owner;
  /** Of the same deployment, the nearest on either side in time. */
  readonly earlier: IncidentItem | null;
  readonly later: IncidentItem | null;
  /** For how long nobody looked while it was open; a little less, at its ends. */
  readonly unseenMs: number;
}

export function renderIncidentPage(
  incident: IncidentWithEvidence,
  context: Context,
  site: Site,
  atMs: number,
): string {
  const { id, title, deployment, status } = incident;
  const isOpen = status !== 'resolved';
  const mark = isOpen ? live : '';
  return framed({
    site,
    atMs,
    title,
    deployment,
    refreshes: false,
    isLive: isOpen,
    assets: ['evidence.css', 'incident.css'],
    jsonPath: `/api/v2/incidents/${id}`,
    body: html`<h1>${sentence(title)}</h1>
<div id="standing"${mark}${news(newsOf(incident))}>
${standingTold(incident, context, site, atMs)}</div>
<section id="timeline"${mark} aria-labelledby="timeline-heading">
<h2 id="timeline-heading">Timeline</h2>
${timelineTold(incident)}</section>
${neighboursTold(context, site)}`,
  });
}

/** Its latest update, or its end. */
function newsOf({ status, updates }: IncidentWithEvidence): string {
  const latest = updates.at(-1);
  if (status === 'resolved' || latest === undefined) return 'The incident is over';
  return `${inWords[latest.status]}, ${latest.text}`;
}

function standingTold(incident: IncidentWithEvidence, context: Context, site: Site, atMs: number): Html {
  const { impact, created_at, resolved_at, updates } = incident;
  const lastedMs = spanMs(incident, atMs);
  const lasted = duration(lastedMs);
  const latest = updates.at(-1)?.status ?? 'unknown';
  const word = resolved_at === undefined ? `Still open, for ${lasted}` : `Resolved after ${lasted}`;
  return html`<p class="standing">${marked(latest, word)}</p>
${unseenTold(context, lastedMs)}${terms([
  ['Impact', html`<span class="past">${markedImpact(impact)}</span>`],
  ['Deployment', deploymentLink(site, context.owner)],
  ['Began', moment(created_at)],
  ['Ended', resolved_at === undefined ? null : moment(resolved_at)],
  ['Affected', affectedTold(affectedOf(updates))],
])}`;
}

function unseenTold({ unseenMs }: Context, lastedMs: number): Html {
  if (unseenMs < slackMs) return html``;
  return html`<p class="unseen">Nobody looked for about ${duration(unseenMs, lastedMs)} of it: the agent did not run, or was cut off.</p>\n`;
}

function neighboursTold({ owner, earlier, later }: Context, site: Site): Html {
  if (earlier === null && later === null) return html``;
  const to = (word: string, incident: IncidentItem | null) =>
    incident === null
      ? ''
      : html`<li><small>${word}, ${moment(incident.created_at)}</small>${incidentLink(site, incident)}</li>\n`;
  return html`<nav class="neighbours" aria-label="Other incidents of ${owner.name ?? owner.id}"><ul>
${to('Before', earlier)}${to('Next', later)}</ul></nav>
`;
}
