// The mean latency of each of the last 24 hours as a line; hours without an answer are a gap in it.
import { type Chronicle, chronicleHours, type Span } from '../../model/history.ts';
import { type Html, html } from './html.ts';
import { latencyInWords } from './words.ts';

const hourMs = 3_600_000;
/** An hour's width, and the height; the line keeps off the edges, where half of it would be cut. */
const pitch = 4;
const height = 20;
const edge = 2;

/** From zero, so that a line that looks steep is steep; nothing where no hour had an answer. */
export function sparkline({ hours }: Pick<Chronicle, 'hours'>, atMs: number): Html {
  const first = Math.floor(atMs / hourMs) - chronicleHours;
  const told = hours.filter(({ answers, startMs }) => answers > 0 && hourOf(startMs) >= first);
  if (told.length === 0) return html``;
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (const hour of told) {
    const ms = meanOf(hour);
    if (ms < least) least = ms;
    if (ms > most) most = ms;
  }
  const scale = (height - 2 * edge) / (most || 1);
  let d = '';
  let [beforeAt, beforeY, isOpen] = [Number.NEGATIVE_INFINITY, 0, false];
  for (const hour of told) {
    const at = hourOf(hour.startMs) - first;
    const y = Math.round(height - edge - scale * meanOf(hour));
    const isNext = at === beforeAt + 1;
    if (isNext) d += `${isOpen ? ' ' : 'l'}${pitch}${signed(y - beforeY)}`;
    // A point that nothing follows is told by the next one that does not, or by the end.
    else d += `${d === '' || isOpen ? '' : dot}M${at * pitch} ${y}`;
    isOpen = isNext;
    [beforeAt, beforeY] = [at, y];
  }
  const range = `24 h: ${latencyInWords(least)} to ${latencyInWords(most)}`;
  return html`<svg class="spark" role="img" aria-label="${range}"><path d="${isOpen ? d : d + dot}"/></svg>`;
}

/** An hour without neighbours. */
const dot = 'h1';

/** With what sets it apart from the number before it. */
function signed(number: number): string {
  return number < 0 ? `${number}` : ` ${number}`;
}

function hourOf(ms: number): number {
  return Math.floor(ms / hourMs);
}

function meanOf({ answers, durationSumMs }: Span): number {
  return durationSumMs / answers;
}
