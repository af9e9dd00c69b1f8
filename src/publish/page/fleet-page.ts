// The fleet as a page: its state in a sentence, a form to filter by, and a row per deployment.
import { createHash } from 'node:crypto';
import { countInWords, inOrder, matching } from '../../browser/match.js';
import type { Chronicle } from '../../model/history.ts';
import type { DeploymentView, Snapshot } from '../../model/snapshot.ts';
import { type State, stateCode, states, worstOf } from '../../model/states.ts';
import { monitoringState } from '../document.ts';
import { type FleetQuery, filterForm, matchable } from './fleet-filter.ts';
import { columns } from './fleet-row.ts';
import { writtenRow } from './fleet-rows.ts';
import { framed, news, type Site, toldAt } from './frame.ts';
import { type Html, html } from './html.ts';
import { marked } from './mark.ts';
import { ourselves } from './ourselves.ts';
import { inWords, moment } from './words.ts';

/** The fleet as it is, and as it was. */
export interface FleetPast {
  readonly snapshot: Snapshot;
  readonly chronicles: ReadonlyMap<string, Chronicle>;
}

const jsonPath = '/api/v2/status';
const noChronicle: Chronicle = { days: [], hours: [] };

/** While the scheduler stands still, or our own network is cut, nothing goes stale either: what was green is no more. */
function currentState(snapshot: Snapshot): State {
  const isBlind = stateCode(monitoringState(snapshot)) >= stateCode('partial_outage');
  return isBlind ? worstOf([snapshot.fleet, 'unknown'], 'unknown') : snapshot.fleet;
}

/** One sentence; never says that all is well where something is not, or nobody knows. */
export function fleetSentence(snapshot: Snapshot): string {
  const { fleet, deployments } = snapshot;
  const state = currentState(snapshot);
  const all = deployments.length;
  const unwell = deployments.filter(({ state }) => state.status !== 'operational').length;
  if (all === 0) return 'No deployments are configured.';
  if (state !== fleet) {
    const found = unwell === 0 ? `all deployments (${all})` : `${all - unwell} of ${all} deployments`;
    return `${inWords[state]}: ${found} were operational when last asked.`;
  }
  if (unwell === 0 && fleet === 'operational') return `All deployments (${all}) are operational.`;
  return `${inWords[fleet]}: ${unwell} of ${all} deployments not operational.`;
}

/** In pieces, at most a row each. Rows that are not asked for are there, hidden: a module shows them without asking for them. */
export function* renderFleetPage(past: FleetPast, query: FleetQuery, site: Site): Generator<string> {
  const { snapshot } = past;
  const rows = snapshot.deployments.map(matchable);
  const isShown = matching(query);
  const shown = rows.filter(isShown).length;
  const page = framed({
    site,
    atMs: snapshot.atMs,
    title: inWords[currentState(snapshot)],
    refreshes: true,
    isLive: false,
    assets: ['bars.css', 'fleet.css', 'fleet.js'],
    jsonPath,
    body: html`${overall(snapshot)}${filterForm(snapshot, query, site.prefix)}<p id="shown" role="status">${countInWords(shown, rows.length)}</p>
<div role="table" id="fleet" aria-label="Deployments" data-revision="${revisionOf(snapshot)}">
<div role="rowgroup"><div role="row">${columns.map((column) => html`<div role="columnheader">${column}</div>`)}</div></div>
<div role="rowgroup" id="rows">
</div>
</div>
<p id="nothing"${shown > 0 || rows.length === 0 ? html` hidden` : ''}>No deployment is like that.</p>
`,
  });
  const rowsAt = page.indexOf(rowsTag) + rowsTag.length;
  yield page.slice(0, rowsAt);
  for (const row of inOrder(rows, query.sort)) {
    yield isShown(row) ? '<div' : '<div hidden';
    yield rowOf(past, row.view, row.index, site.prefix);
  }
  yield page.slice(rowsAt);
}

/** Once in a page: text that is put into it can hold no tag. */
const rowsTag = '<div role="rowgroup" id="rows">\n';

/** What changes of the page: its sentence, when it was told, and the rows of these deployments, as far as they are there. */
export function* renderFleetFragment(
  past: FleetPast,
  ids: ReadonlySet<string>,
  site: Site,
): Generator<string> {
  const { snapshot } = past;
  yield html`<title>${inWords[currentState(snapshot)]} - Picket</title>
${overall(snapshot)}${toldAt(site, snapshot.atMs, jsonPath, false)}<div id="fleet" data-revision="${revisionOf(snapshot)}">
`.markup;
  for (const [index, view] of snapshot.deployments.entries()) {
    if (ids.has(view.deployment.id)) yield `<div${rowOf(past, view, index, site.prefix)}`;
  }
  yield '</div>\n';
}

function rowOf(
  { snapshot, chronicles }: FleetPast,
  view: DeploymentView,
  index: number,
  prefix: string,
): string {
  const chronicle = chronicles.get(view.deployment.id) ?? noChronicle;
  return writtenRow(view, chronicle, prefix, index, snapshot.atMs);
}

function overall(snapshot: Snapshot): Html {
  const { vantage, atMs, self } = snapshot;
  const sentence = fleetSentence(snapshot);
  return html`<div id="overall"${news(sentence)}>
<h1>${marked(currentState(snapshot), sentence)}</h1>
${tally(snapshot)}${ourselves(self)}<small>Seen from ${vantage.name} at ${moment(atMs)}</small>
</div>
`;
}

/** How many are in each state, the worst first: the fleet's own state does not say it. Nothing where all are well. */
function tally({ deployments }: Snapshot): Html {
  const counts = Map.groupBy(deployments, ({ state }) => state.status);
  const found = states.toReversed().filter((state) => counts.has(state));
  if (found.every((state) => state === 'operational')) return html``;
  return html`<p class="tally">${found.map((state, index) => html`${index === 0 ? '' : ', '}${marked(state, `${counts.get(state)?.length} ${inWords[state].toLowerCase()}`)}`)}</p>\n`;
}

/** Another one whenever other deployments are configured, or in another order. */
function revisionOf({ deployments }: Snapshot): string {
  const ids = deployments.map(({ deployment }) => deployment.id).join(' ');
  return createHash('sha256').update(ids).digest('base64url').slice(0, 12);
}
