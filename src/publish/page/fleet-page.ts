// The fleet as a plain HTML list: its state in a sentence, and a table of deployments.
import type { DeploymentView, Snapshot } from '../../model/snapshot.ts';
import { lastRunMs } from '../deployment.ts';
import { timestamp, timestampOrNull } from '../document.ts';
import { framed, type Site } from './frame.ts';
import { html, said } from './html.ts';
import { type Column, table, tableRow } from './table.ts';
import { inWords } from './words.ts';

/** One sentence; never says that all is well where something is not. */
export function fleetSentence({ fleet, deployments }: Snapshot): string {
  const unwell = deployments.filter(({ state }) => state.status !== 'operational').length;
  if (deployments.length === 0) return 'No deployments are configured.';
  if (unwell === 0 && fleet === 'operational')
    return `All deployments (${deployments.length}) are operational.`;
  return `${inWords[fleet]}: ${unwell} of ${deployments.length} deployments not operational.`;
}

/** In pieces, a row each. */
export function* renderFleetPage(snapshot: Snapshot, site: Site): Generator<string> {
  const caption = `Deployments, seen from ${snapshot.vantage.name} at ${timestamp(snapshot.atMs)}`;
  const shown = columns(site);
  const page = framed({
    site,
    atMs: snapshot.atMs,
    title: inWords[snapshot.fleet],
    refreshes: true,
    jsonPath: '/api/v2/status',
    body: html`<h1>${fleetSentence(snapshot)}</h1>
${table(caption, shown, [])}`,
  });
  // Once in the page: text that is put into it can hold no tag.
  const rowsAt = page.indexOf('</tbody>');
  yield page.slice(0, rowsAt);
  for (const view of snapshot.deployments) yield tableRow(shown, view).markup;
  yield page.slice(rowsAt);
}

function columns({ prefix }: Site): readonly Column<DeploymentView>[] {
  return [
    {
      head: 'Deployment',
      cell: ({ deployment }) => html`<a href="${prefix}/deployments/${deployment.id}">${deployment.name}</a>`,
    },
    { head: 'State', width: 'narrow', cell: ({ state }) => inWords[state.status] },
    { head: 'Cause', cell: ({ state }) => said(state.cause ?? '') },
    {
      head: 'Components',
      width: 'wide',
      cell: ({ state }) =>
        html`<ul>${state.components.map((component) => html`<li>${said(component.name)}: ${inWords[component.state]}</li>`)}</ul>`,
    },
    { head: 'Last check', cell: (view) => timestampOrNull(lastRunMs(view)) ?? 'never' },
  ];
}
