// The latency of a window as a drawing without modules: phases stacked in steps, incidents behind them, and its axes.
import { type Frame, roundTop, stackOf, within } from '../../browser/series.js';
import { type PhaseName, phaseNames } from '../../model/states.ts';
import type { HistoryRollup } from '../schemas.ts';
import { type Html, html } from './html.ts';
import { band } from './steps.ts';

/** Units of the box from top to bottom; a bucket is one wide. */
const tall = 100;
const ticks = 4;

export interface Drawing {
  readonly name: string;
  readonly frame: Frame;
  readonly buckets: readonly (HistoryRollup | null)[];
  readonly incidents: readonly { readonly fromMs: number; readonly toMs: number | null }[];
}

export function drawn({ name, frame, buckets, incidents }: Drawing): Html {
  const stacks = buckets.map((item) => stackOf(item, phaseNames));
  const topMs = roundTop(Math.max(0, ...stacks.map((stack) => stack?.at(-1) ?? 0)));
  const edge = (phase: PhaseName, row: number) =>
    stacks.map((stack, index) =>
      stack === null || buckets[index]?.phases[phase] === undefined
        ? null
        : tall * (1 - (stack[row] ?? 0) / topMs),
    );
  const areas = phaseNames.map((phase, row) => ({ phase, d: band(edge(phase, row), edge(phase, row - 1)) }));
  return html`<ul class="scale" aria-hidden="true">${[topMs, topMs / 2, 0].map((ms) => html`<li>${ms} ms</li>`)}</ul>
<svg role="img" aria-label="${name}" aria-describedby="chart-summary" viewBox="0 0 ${buckets.length} ${tall}" preserveAspectRatio="none">
<path class="grid" d="M0 0h${buckets.length}M0 ${tall / 2}h${buckets.length}M0 ${tall}h${buckets.length}"/>
${within(incidents, frame).map((stretch) => shade(stretch, frame))}${areas.map(({ phase, d }) => area(phase, d))}</svg>
<ul class="axis" aria-hidden="true">${Array.from({ length: ticks + 1 }, (_, tick) => html`<li>${tickTold(frame, tick)}</li>`)}</ul>
`;
}

function area(phase: PhaseName, d: string): Html {
  return d === '' ? html`` : html`<path class="p-${phase}" d="${d}"/>\n`;
}

function shade({ fromMs, toMs }: { fromMs: number; toMs: number }, frame: Frame): Html {
  const units = (ms: number) => (ms / frame.lengthMs).toFixed(2);
  return html`<rect class="shade" x="${units(fromMs - frame.fromMs)}" y="0" width="${units(toMs - fromMs)}" height="${tall}"/>
`;
}

const dayMs = 86_400_000;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** In UTC: of a day its time, of more the date. */
function tickTold({ fromMs, toMs }: Frame, tick: number): string {
  const at = new Date(fromMs + ((toMs - fromMs) * tick) / ticks);
  if (toMs - fromMs <= dayMs) return at.toISOString().slice(11, 16);
  return `${months[at.getUTCMonth()]} ${at.getUTCDate()}`;
}
