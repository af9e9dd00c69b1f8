// The state of one deployment as a small picture (SVG): its name, and the state in words on its colour.
import type { State } from '../model/states.ts';
import { type Html, html } from './page/html.ts';
import { inWords } from './page/words.ts';

/** In code points, the sign that it was cut included. */
export const maxNameLength = 40;

/** White on each has a contrast of 4.5:1 at least (WCAG 2.2, 1.4.3); the pages' own, in light. */
export const colors: Readonly<Record<State, string>> = {
  operational: '#1a7f37',
  under_maintenance: '#0969da',
  unknown: '#6e7781',
  degraded_performance: '#9a6700',
  partial_outage: '#bc4c00',
  major_outage: '#cf222e',
};
export const nameColor = '#24292f';

const heightPx = 20;
const paddingPx = 6;

export function renderBadge(name: string, state: State): string {
  const points = [...name];
  const cut = points.length > maxNameLength ? `${points.slice(0, maxNameLength - 1).join('')}…` : name;
  const [left, right] = [textWidthPx(cut), textWidthPx(inWords[state])];
  const split = left + 2 * paddingPx;
  const width = split + right + 2 * paddingPx;
  const label = `${cut}: ${inWords[state]}`;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${heightPx}" viewBox="0 0 ${width} ${heightPx}" role="img" aria-label="${label}">
<title>${label}</title>
<rect width="${split}" height="${heightPx}" fill="${nameColor}"/>
<rect x="${split}" width="${width - split}" height="${heightPx}" fill="${colors[state]}"/>
<g fill="#fff" font-family="Verdana, DejaVu Sans, sans-serif" font-size="${fontSizePx}">
${text(cut, paddingPx, left)}${text(inWords[state], split + paddingPx, right)}</g>
</svg>
`.markup;
}

/** Stretched or narrowed to its room, so that any font fits. */
function text(words: string, x: number, width: number): Html {
  return html`<text x="${x}" y="14" textLength="${width}" lengthAdjust="spacingAndGlyphs">${words}</text>\n`;
}

const fontSizePx = 11;

/** Of printable ASCII in DejaVu Sans at that size, rounded; it is as wide as Verdana. */
const widthsPx: Readonly<Record<number, string>> = {
  3: ` ',.IJijl`,
  4: '!()-/:;[\\]ft|',
  5: '"r',
  6: '*?FL_`cksz',
  7: '$0123456789EKPSTYabdeghnopquvxy{}',
  8: 'ABCDHNRUVXZ',
  9: '#&+<=>GMOQ^w~',
  10: '%',
  11: '@Wm',
};
const widthOf = new Map(
  Object.entries(widthsPx).flatMap(([px, characters]) => [...characters].map((each) => [each, Number(px)])),
);
/** From here on (Hangul Jamo) most are as wide as they are high; before, most are Latin, Greek and Cyrillic. */
const wideFrom = 0x1100;
const otherPx = 8;

function textWidthPx(words: string): number {
  const widths = [...words].map((each) => {
    if (/\p{M}/u.test(each)) return 0;
    return widthOf.get(each) ?? ((each.codePointAt(0) ?? 0) < wideFrom ? otherPx : fontSizePx);
  });
  return Math.max(
    1,
    widths.reduce((sum, width) => sum + width, 0),
  );
}
