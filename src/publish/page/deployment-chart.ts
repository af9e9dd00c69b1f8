// The latency of one check over a window: a drawing, a sentence, and the numbers; a module makes a chart of it.
import { bucketsOf, type Frame, frameAt } from '../../browser/series.js';
import type { EndpointName } from '../../contract/endpoints.ts';
import { type PhaseName, phaseNames } from '../../model/states.ts';
import type { Deployment } from '../deployment-schema.ts';
import type { IncidentWithUpdates } from '../incident-schema.ts';
import type { HistoryRollup } from '../schemas.ts';
import { chartNumbers } from './chart-numbers.ts';
import { drawn } from './chart-svg.ts';
import { maxIncidents } from './deployment-incidents.ts';
import type { Site } from './frame.ts';
import { type Html, html } from './html.ts';
import { incidentLink } from './incidents-page.ts';
import { livePart } from './part.ts';
import { defaultWindow, type WindowName, windowNames, windows } from './windows.ts';
import { milliseconds, moment } from './words.ts';

/** What somebody chose to see, and the history of it. */
export interface View {
  readonly window: WindowName;
  readonly check: EndpointName;
  /** Of the chosen check, and the shortest of all. */
  readonly intervalMs: number;
  readonly shortestIntervalMs: number;
  /** Of all checks in the buckets of the window, oldest first. */
  readonly items: readonly HistoryRollup[];
  /** Of the chosen check in the rows of its table. */
  readonly rows: readonly HistoryRollup[];
}

export function frameOf({ window }: View, atMs: number): Frame {
  const { lengthMs, bucketMs } = windows[window];
  return frameAt(atMs, lengthMs, bucketMs);
}

export function chart(
  deployment: Deployment,
  view: View,
  incidents: readonly IncidentWithUpdates[],
  site: Site,
  atMs: number,
): Html {
  const { window, check, intervalMs } = view;
  const { inWords, lengthMs, bucketMs, resolution } = windows[window];
  const frame = frameOf(view, atMs);
  const items = view.items.filter((item) => item.check === check);
  const buckets = bucketsOf(items, frame, intervalMs);
  const stretches = incidents.map(stretchOf);
  const history = `${site.prefix}/api/v2/deployments/${deployment.id}/history?window=${window}&resolution=${resolution}&check=${check}`;
  const name = `Latency of the ${check} check over ${inWords}`;
  return html`<h2 id="latency">Latency</h2>
${choices(deployment, view, site)}
<figure id="chart" data-history="${history}" data-window-ms="${lengthMs}" data-length-ms="${bucketMs}" data-interval-ms="${intervalMs}">
<div class="plot" data-name="${name}">
${drawn({ name, frame, buckets, incidents: stretches })}</div>
<p class="quiet" id="chart-told" role="status"></p>
${legend(buckets, bucketMs)}</figure>
${livePart('chart-words', html`${chartNumbers(view, frame, atMs)}${shaded(incidents, frame, site)}`)}`;
}

const stretchOf = ({ created_at, resolved_at }: IncidentWithUpdates) => ({
  fromMs: Date.parse(created_at),
  toMs: resolved_at === undefined ? null : Date.parse(resolved_at),
});

/** Links, so that each is a page of its own, with or without modules. */
function choices({ id, checks }: Deployment, view: View, { prefix }: Site): Html {
  const link = (window: WindowName, check: EndpointName, text: string, isChosen: boolean) => {
    const query = [
      ...(window === defaultWindow ? [] : [`window=${window}`]),
      ...(check === checks[0]?.check ? [] : [`check=${check}`]),
    ];
    const path = `${prefix}/deployments/${id}${query.length === 0 ? '' : `?${query.join('&')}`}#latency`;
    return html`<li><a href="${path}"${isChosen ? html` aria-current="true"` : ''}>${text}</a></li>`;
  };
  const ofChecks = checks.map(({ check }) => link(view.window, check, check, check === view.check));
  const ofWindows = windowNames.map((window) => link(window, view.check, window, window === view.window));
  return html`<div class="choices">
<nav aria-label="Check"><ul>${ofChecks}</ul></nav>
<nav aria-label="Window"><ul>${ofWindows}</ul></nav>
</div>`;
}

const phaseWords: Readonly<Record<PhaseName, string>> = {
  dns: 'DNS',
  connect: 'Connect',
  tls: 'TLS',
  first_byte: 'First byte',
  transfer: 'Transfer',
};

/** Of the latest bucket with an answer; the module tells the one under the cursor in its place. */
function legend(buckets: readonly (HistoryRollup | null)[], bucketMs: number): Html {
  const item = buckets.findLast((each) => each !== null && each.latency_ms !== null) ?? null;
  const startMs = item === null ? 0 : Date.parse(item.start);
  const told = (ms: number | undefined) => (ms === undefined ? '–' : milliseconds(ms));
  return html`<figcaption class="legend">
<p>${item === null ? 'No answers' : html`${moment(startMs)} to ${moment(startMs + bucketMs)}`}</p>
<dl>
${phaseNames.map((phase) => html`<div class="p-${phase}"><dt>${phaseWords[phase]}</dt><dd data-of="${phase}">${told(item?.phases[phase])}</dd></div>\n`)}<div><dt>Mean</dt><dd data-of="mean">${told(item?.latency_ms?.mean)}</dd></div>
<div><dt>Slowest</dt><dd data-of="max">${told(item?.latency_ms?.max)}</dd></div>
</dl>
</figcaption>
`;
}

/** Incidents that the chart shades, told and linked; the module reads from here where they lie. */
function shaded(incidents: readonly IncidentWithUpdates[], { fromMs, toMs }: Frame, site: Site): Html {
  const shown = incidents.filter((incident) => {
    const stretch = stretchOf(incident);
    return stretch.fromMs < toMs && (stretch.toMs ?? toMs) > fromMs;
  });
  if (shown.length === 0) return html``;
  const isCut = shown.length === maxIncidents;
  return html`<p class="shades-head">Shaded in the chart${isCut ? `, the latest ${maxIncidents}` : ''}:</p>
<ul class="shades">
${shown.map(
  (incident) =>
    html`<li data-from="${incident.created_at}" data-to="${incident.resolved_at ?? ''}">${incidentLink(site, incident)} <small>${moment(incident.created_at)} to ${incident.resolved_at === undefined ? 'now' : moment(incident.resolved_at)}</small></li>\n`,
)}</ul>
`;
}
