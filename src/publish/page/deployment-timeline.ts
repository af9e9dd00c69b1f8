// The states of a deployment over a window as one strip, each stretch with its words.
import { duration } from '../../browser/duration.js';
import { begun, bucketsOf, type Frame } from '../../browser/series.js';
import { type State, stateCode, states } from '../../model/states.ts';
import type { HistoryRollup } from '../schemas.ts';
import { type Html, html } from './html.ts';
import { marked } from './mark.ts';
import { runsOf } from './steps.ts';
import { inWords, moment } from './words.ts';

const tall = 10;

/** A time of one state, the worst of each of its buckets; null is no data. */
interface Stretch {
  readonly state: State | null;
  readonly from: number;
  readonly to: number;
}

/** Of all checks' items in the frame; `intervalMs` is that of the check that runs most often. */
export function timeline(items: readonly HistoryRollup[], frame: Frame, intervalMs: number): Html {
  const stretches = stretchesOf(items, frame, intervalMs);
  const count = (frame.toMs - frame.fromMs) / frame.lengthMs;
  const at = (bucket: number) => moment(frame.fromMs + bucket * frame.lengthMs);
  return html`<h2>State</h2>
<p id="strip-summary">${sentence(stretches, frame)}</p>
<div class="strip" id="strip" tabindex="0" role="group" aria-label="States, one stretch after the other: left and right" aria-describedby="strip-summary">
<svg aria-hidden="true" viewBox="0 0 ${count} ${tall}" preserveAspectRatio="none">
${stretches.map(stretchDrawn)}</svg>
</div>
<p class="strip-told" role="status"></p>
<details><summary>As a list</summary>
<ol class="stretches">
${stretches.map(({ state, from, to }) => html`<li>${state === null ? html`<span class="state">No data</span>` : marked(state)} <span>${at(from)} to ${to === count ? 'now' : at(to)}</span></li>\n`)}</ol>
</details>
`;
}

/** Shapes say what colours say: what was well is lower than what was not, and no data is a stub. */
function stretchDrawn({ state, from, to }: Stretch): Html {
  const above = state === null ? 8 : state === 'operational' ? 3 : 0;
  return html`<path class="s-${state ?? 'none'}" d="M${from} ${above}H${to}V${tall}H${from}z"/>\n`;
}

function stretchesOf(items: readonly HistoryRollup[], frame: Frame, intervalMs: number): Stretch[] {
  const worst = new Map<string, { readonly start: string; readonly worst: State }>();
  for (const item of items) {
    const known = worst.get(item.start);
    if (known === undefined || stateCode(item.worst) > stateCode(known.worst)) worst.set(item.start, item);
  }
  const buckets = begun(bucketsOf([...worst.values()], frame, intervalMs));
  return runsOf(buckets, (bucket) => bucket?.worst ?? null).map(({ key, from, to }) => ({
    state: key,
    from,
    to,
  }));
}

function sentence(stretches: readonly Stretch[], frame: Frame): string {
  const told = [...states, null].flatMap((state) => {
    const buckets = stretches
      .filter((stretch) => stretch.state === state)
      .reduce((sum, { from, to }) => sum + to - from, 0);
    if (buckets === 0) return [];
    return `${state === null ? 'no data' : inWords[state].toLowerCase()} ${duration(buckets * frame.lengthMs)}`;
  });
  return `The worst of each ${duration(frame.lengthMs)}: ${told.join(', ')}.`;
}
