// The head of a deployment's page: what it is, how it is, since when and why, and when it was last asked.
import { duration } from '../../browser/duration.js';
import type { Deployment } from '../deployment-schema.ts';
import type { Site } from './frame.ts';
import { type Html, html, said, sentence, type Value } from './html.ts';
import { incidentLink } from './incidents-page.ts';
import { marked } from './mark.ts';
import { terms } from './table.ts';
import { moment } from './words.ts';

/** `baseUrl` as it is told to people: without what is secret in it. */
export function head(deployment: Deployment, baseUrl: string, site: Site, atMs: number): Html {
  const { name, status, since, cause, incident } = deployment;
  const isOpen = incident !== null && incident.resolved_at === undefined;
  return html`<h1>${said(name)}</h1>
<p class="verdict">${marked(status)} <span class="since">since ${moment(since)}, for ${duration(atMs - Date.parse(since))}</span></p>
${cause === null ? '' : html`<p class="cause">${sentence(cause)}</p>\n`}${isOpen ? html`<p>Open incident: ${incidentLink(site, incident)}</p>\n` : ''}${staleness(deployment)}
<div class="facts">
${terms(facts(deployment, baseUrl))}</div>
`;
}

function staleness({ stale, checked_at }: Deployment): Html | string {
  if (!stale) return '';
  const last =
    checked_at === null ? 'It has not been asked yet.' : html`It was last asked at ${moment(checked_at)}.`;
  return html`<p class="stale"><strong>There is no fresh answer of the status check.</strong> ${last} What is told below may not hold any more.</p>`;
}

function facts(deployment: Deployment, baseUrl: string): readonly (readonly [string, Value | null])[] {
  const { id, kind, version, checked_at, checks } = deployment;
  const labels = Object.entries(deployment.labels);
  const next = checks.flatMap(({ next_run_at }) => next_run_at ?? []).sort()[0];
  return [
    ['Id', id],
    ['Kind', html`${said(kind)}, ${version}`],
    ['Base URL', said(baseUrl)],
    ['Last check', checked_at === null ? 'never' : moment(checked_at)],
    ['Next run', next === undefined ? null : moment(next)],
    [
      'Labels',
      labels.length === 0
        ? null
        : html`<ul class="labels">${labels.map(([label, value]) => html`<li>${said(`${label}: ${value}`)}</li>`)}</ul>`,
    ],
  ];
}
