// The states of a deployment over a window as one strip, each stretch with its words.
import { duration } from '../../browser/duration.js';
import { bucketsOf, type Frame } from '../../browser/series.js';
import { type State, stateCode, states } from '../../model/states.ts';
import type { HistoryRollup } from '../schemas.ts';
import { type Html, html } from './html.ts';
import { marked } from './mark.ts';
import { type Passed, passedOf, sumOf } from './missing.ts';
import { runsOf } from './steps.ts';
import { inWords, moment } from './words.ts';

const tall = 10;

/** A time of one state, the worst of each of its buckets; null is no data. */
interface Stretch extends Passed {
  readonly state: State | null;
  readonly from: number;
  readonly to: number;
}

/** Of all checks' items in the frame; `intervalMs` is that of the check that runs most often. */
export function timeline(
  items: readonly HistoryRollup[],
  frame: Frame,
  intervalMs: number,
  atMs: number,
): Html {
  const stretches = stretchesOf(items, frame, intervalMs, atMs);
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
${stretches.map((stretch) => html`<li>${stretch.state === null ? html`<span class="state">No data</span>` : marked(stretch.state)} <span>${at(stretch.from)} to ${stretch.to === count ? 'now' : at(stretch.to)}${gapTold(stretch)}</span></li>\n`)}</ol>
</details>
`;
}

/** Shapes say what colours say: what was well is lower than what was not, and no data is a stub. */
function stretchDrawn({ state, from, to }: Stretch): Html {
  const above = state === null ? 8 : state === 'operational' ? 3 : 0;
  return html`<path class="s-${state ?? 'none'}" d="M${from} ${above}H${to}V${tall}H${from}z"/>\n`;
}

/** A bucket is of its worst state, of whichever check; any of them covers it. */
function stretchesOf(
  items: readonly HistoryRollup[],
  frame: Frame,
  intervalMs: number,
  atMs: number,
): Stretch[] {
  const merged = new Map<string, Pick<HistoryRollup, 'start' | 'worst' | 'covered_seconds'>>();
  for (const { start, worst, covered_seconds } of items) {
    const known = merged.get(start) ?? { worst, covered_seconds };
    merged.set(start, {
      start,
      worst: stateCode(worst) > stateCode(known.worst) ? worst : known.worst,
      covered_seconds: Math.max(covered_seconds, known.covered_seconds),
    });
  }
  const buckets = bucketsOf([...merged.values()], frame, intervalMs);
  const passed = passedOf(buckets, frame, intervalMs, atMs);
  // Where nothing has run yet in the bucket under way, it is not without data.
  const isBegun = buckets.at(-1) !== null || passed.at(-1)?.missingMs !== 0;
  return runsOf(isBegun ? buckets : buckets.slice(0, -1), (bucket) => bucket?.worst ?? null).map(
    ({ key, from, to }) => ({
      state: key,
      from,
      to,
      ...sumOf(passed.slice(from, to)),
    }),
  );
}

/** Of a stretch that something is known of. */
function gapTold({ state, missingMs, passedMs }: Stretch): string {
  return state === null || missingMs === 0 ? '' : `, no data for ${duration(missingMs, passedMs)} of it`;
}

function sentence(stretches: readonly Stretch[], frame: Frame): string {
  const { passedMs, missingMs } = sumOf(stretches);
  const told = states.flatMap((state) => {
    const ofState = stretches.filter((stretch) => stretch.state === state);
    if (ofState.length === 0) return [];
    const sum = sumOf(ofState);
    return `${inWords[state].toLowerCase()} ${duration(sum.passedMs - sum.missingMs, passedMs)}`;
  });
  if (missingMs > 0) told.push(`no data ${duration(missingMs, passedMs)}`);
  return `The worst of each ${duration(frame.lengthMs)}: ${told.join(', ')}.`;
}
