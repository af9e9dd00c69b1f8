// The fleet as a plain HTML list: its state in a sentence, and a table of deployments. No script, no assets.
import { createHash } from 'node:crypto';
import type { DeploymentView, Snapshot } from '../../model/snapshot.ts';
import type { State } from '../../model/states.ts';
import { lastRunMs } from '../deployment.ts';
import { timestamp, timestampOrNull } from '../document.ts';
import { type Html, html } from './html.ts';

const refreshSeconds = 30;

/** Fixed columns: no name, however long, takes the width of another. On a phone a row is a block of its own. */
const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:75rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;table-layout:fixed;width:100%}caption{text-align:left}
th,td{text-align:left;vertical-align:top;padding:.4rem .8rem .4rem 0;overflow-wrap:break-word}
tr{border-top:1px solid #bbb}ul{list-style:none;margin:0;padding:0}
@media(min-width:50rem){th:nth-child(1){width:16%}th:nth-child(2){width:13%}th:nth-child(4){width:32%}th:nth-child(5){width:18%}}
@media(max-width:50rem){
thead{display:none}table,caption,tbody,tr,th,td{display:block}
tr{padding:.6rem 0}th,td{padding:.1rem 0}td:empty{display:none}
td::before{content:attr(data-label) ": ";color:#555}
}`;

export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
};

const inWords: Readonly<Record<State, string>> = {
  operational: 'Operational',
  under_maintenance: 'Under maintenance',
  unknown: 'Unknown',
  degraded_performance: 'Degraded performance',
  partial_outage: 'Partial outage',
  major_outage: 'Major outage',
};

/** One sentence; never says that all is well where something is not. */
export function fleetSentence({ fleet, deployments }: Snapshot): string {
  const unwell = deployments.filter(({ state }) => state.status !== 'operational').length;
  if (deployments.length === 0) return 'No deployments are configured.';
  if (unwell === 0 && fleet === 'operational')
    return `All deployments (${deployments.length}) are operational.`;
  return `${inWords[fleet]}: ${unwell} of ${deployments.length} deployments not operational.`;
}

/** `prefix` is what stands before every path of ours: empty, or `/picket`. */
export function renderFleetPage(snapshot: Snapshot, prefix: string): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${refreshSeconds}">
<title>${inWords[snapshot.fleet]} - Picket</title>
${styleElement}
</head>
<body>
<h1>Picket</h1>
<p>${fleetSentence(snapshot)}</p>
<table>
<caption>Deployments, seen from ${snapshot.vantage.name} at ${timestamp(snapshot.atMs)}</caption>
<thead><tr><th scope="col">Deployment</th><th scope="col">State</th><th scope="col">Cause</th><th scope="col">Components</th><th scope="col">Last check</th></tr></thead>
<tbody>
${snapshot.deployments.map((view) => row(view, prefix))}</tbody>
</table>
</body>
</html>
`.markup;
}

const styleElement: Html = { markup: `<style>${style}</style>` };

function row(view: DeploymentView, prefix: string): Html {
  const { deployment, state } = view;
  return html`<tr>
<th scope="row"><a href="${prefix}/api/v2/deployments/${deployment.id}">${deployment.name}</a></th>
<td data-label="State">${inWords[state.status]}</td>
<td data-label="Cause">${state.cause ?? ''}</td>
<td data-label="Components"><ul>${state.components.map((component) => html`<li><bdi>${component.name}</bdi>: ${inWords[component.state]}</li>`)}</ul></td>
<td data-label="Last check">${timestampOrNull(lastRunMs(view)) ?? 'never'}</td>
</tr>
`;
}
