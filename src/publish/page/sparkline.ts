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
  const now = Math.floor(atMs / hourMs);
  const means = hours.flatMap((hour) => {
    const at = chronicleHours - (now - Math.floor(hour.startMs / hourMs));
    return hour.answers === 0 || at < 0 || at > chronicleHours ? [] : [{ at, ms: meanOf(hour) }];
  });
  if (means.length === 0) return html``;
  const all = means.map(({ ms }) => ms);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  let d = '';
  let before = { at: Number.NEGATIVE_INFINITY, y: 0 };
  for (const [index, { at, ms }] of means.entries()) {
    const y = Math.round(height - edge - ((height - 2 * edge) * ms) / (most || 1));
    const isAlone = before.at !== at - 1 && means[index + 1]?.at !== at + 1;
    d += before.at === at - 1 ? ` ${pitch} ${y - before.y}` : `M${at * pitch} ${y}${isAlone ? 'h1' : 'l'}`;
    before = { at, y };
  }
  const range = `24 h: ${latencyInWords(least)} to ${latencyInWords(most)}`;
  return html`<svg class="spark" role="img" aria-label="${range}"><path d="${d.replaceAll('l ', 'l').replaceAll(' -', '-')}"/></svg>`;
}

function meanOf({ answers, durationSumMs }: Span): number {
  return durationSumMs / answers;
}
