// How much of the time a deployment was up, and how much of the time that is known of.

import { percent } from '../../browser/days.js';
import { duration } from '../../browser/duration.js';
import type { Chronicle, Coverage } from '../../model/history.ts';
import type { Deployment } from '../deployment-schema.ts';
import { barsOf, dayOf, slackMs } from './bars.ts';
import { type Html, html } from './html.ts';

const dayMs = 86_400_000;
const spansMs = {
  '24h': dayMs,
  '7d': 7 * dayMs,
  '30d': 30 * dayMs,
  '90d': 90 * dayMs,
} as const satisfies Record<keyof Coverage, number>;
type SpanName = keyof Coverage;
const spanNames = ['24h', '7d', '30d', '90d'] as const satisfies readonly SpanName[];

export function uptimeTold({ uptime, coverage }: Deployment): Html {
  return html`<h2>Uptime</h2>
<dl class="tiles">
${spanNames.map((name) => tile(name, uptime[name], coverage[name]))}</dl>
`;
}

/** 90 days as bars. The drawing is in px: a box of its size makes it as wide as the page. */
export function daysTold(chronicle: Chronicle, atMs: number): Html {
  const { drawn, days, unwell } = barsOf(chronicle, atMs);
  return html`<div class="bars" data-today="${dayOf(atMs)}" data-days="${days}"><svg aria-hidden="true" viewBox="0 0 270 24" preserveAspectRatio="none">${drawn}</svg></div>
<p class="ends"><span>90 days ago</span> <span>today</span></p>
${unwell === '' ? '' : html`<p class="quiet">${unwell}</p>\n`}`;
}

function tile(name: SpanName, share: number | null, coverage: number | null): Html {
  const value = share === null ? 'No data' : percent(share);
  return html`<div><dt>${name}</dt><dd>${value}${share === null ? '' : html`<small>${gap(name, coverage)}</small>`}</dd></div>
`;
}

function gap(name: SpanName, coverage: number | null): string {
  if (coverage === null) return 'how much of it is known was not counted';
  const lengthMs = spansMs[name];
  const missingMs = (1 - coverage) * lengthMs;
  return missingMs < slackMs ? 'all of it known' : `no data for ${duration(missingMs, lengthMs)} of it`;
}
