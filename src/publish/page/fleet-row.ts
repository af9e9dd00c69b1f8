// One deployment as a row of the fleet: what it is called, how it is, how it was, and what somebody should look at.
import { percent } from '../../browser/days.js';
import { duration } from '../../browser/duration.js';
import type { Chronicle } from '../../model/history.ts';
import type { DeploymentView } from '../../model/snapshot.ts';
import { type State, states } from '../../model/states.ts';
import { lastRunMs } from '../deployment.ts';
import { latencyMs } from '../tally.ts';
import { barsOf, dayOf } from './bars.ts';
import { certificateMark, contractMark } from './fleet-marks.ts';
import { type Html, html, said, sentence } from './html.ts';
import { marked } from './mark.ts';
import { sparkline } from './sparkline.ts';
import { instant, inWords, latencyInWords } from './words.ts';

/** Component names that a row shows, the worst first; the deployment's page has all. */
const maxNames = 8;
/** History that is shorter is told. */
const wholeMs = 89 * 86_400_000;

/** The names of a row's columns. */
export const columns = ['Deployment', 'State', 'Components', 'Last 90 days', 'Latency', 'Checks'] as const;

/** All of the row but the beginning of its tag, where the page says whether it is hidden. */
export function fleetRow(
  view: DeploymentView,
  chronicle: Chronicle,
  prefix: string,
  index: number,
  atMs: number,
): Html {
  const { deployment, state } = view;
  const { id, name, labels } = deployment;
  const checkedMs = lastRunMs(view);
  const certificate = certificateMark(state.certificate, atMs);
  const told = checkedMs === null ? 'Never checked' : html`Checked ${instant(checkedMs)}`;
  return html` role="row" id="d-${id}" data-state="${state.status}" data-index="${index}">
<div role="rowheader"><a href="${prefix}/deployments/${id}">${said(name)}</a>${labelsOf(labels).map((label) => html` <bdi class="chip">${label}</bdi>`)}</div>
<div role="cell">${marked(state.status)}<small>since ${instant(state.sinceMs)}</small>${state.cause === null ? '' : html`<p>${sentence(state.cause)}</p>`}</div>
<div role="cell">${components(view)}</div>
<div role="cell">${history(chronicle, atMs)}</div>
<div role="cell">${latency(view)}${sparkline(chronicle, atMs)}</div>
<div role="cell">${certificate}${contractMark(view)}<small>${told}</small></div>
</div>
`;
}

/** `key:value`, as a filter asks for them. */
export function labelsOf(labels: Readonly<Record<string, string>>): string[] {
  return Object.entries(labels).map(([key, value]) => `${key}:${value}`);
}

/** Those of one state together, so that its word is said once, the worst first; the marks are of those not well. */
function components({ state }: DeploymentView): readonly Html[] {
  const groups: Html[] = [];
  let shown = 0;
  for (const each of states.toReversed()) {
    const names = state.components.filter((component) => component.state === each).map(({ name }) => name);
    if (names.length === 0) continue;
    const listed = names.slice(0, maxNames - shown);
    shown += listed.length;
    groups.push(group(each, listed, names.slice(listed.length)));
  }
  return groups;
}

function group(state: State, listed: readonly string[], rest: readonly string[]): Html {
  const more = listed.length === 0 ? `${rest.length}` : ` and ${rest.length} more`;
  const others = rest.length === 0 ? '' : html`<span data-more="${rest.join(', ')}">${more}</span>`;
  const word = state === 'operational' ? html`<span class="state">${inWords[state]}</span>` : marked(state);
  return html`<p>${word}: ${said(listed.join(', '))}${others}</p>`;
}

function history(chronicle: Chronicle, atMs: number): Html {
  const { drawn, days, up, coveredMs, unwell } = barsOf(chronicle, atMs);
  const share = up === null ? 'No data' : html`<b>${percent(up)}</b> up`;
  const part =
    coveredMs > 0 && coveredMs < wholeMs ? html` <small>${duration(coveredMs)} of data</small>` : '';
  const told = unwell === '' ? '' : html`<span class="quiet">${unwell}</span>`;
  return html`<div class="bars" data-today="${dayOf(atMs)}" data-days="${days}">${drawn}</div>${share}${part}${told}`;
}

/** Of the status check; what nobody confirms any more is not current. */
function latency({ state }: DeploymentView): Html {
  const { status } = state.checks;
  const ms = status?.fresh && status.last !== null ? latencyMs(status.last) : null;
  return ms === null ? html`<span class="none">No current answer</span>` : html`<b>${latencyInWords(ms)}</b>`;
}
