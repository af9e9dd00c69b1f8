// States as the pages show them: a shape of its own beside the colour and the word.
import type { Impact } from '../../model/belief.ts';
import { type State, states } from '../../model/states.ts';
import { type Html, html } from './html.ts';
import { inWords } from './words.ts';

/** In a box of 16 by 16; holes by even-odd. */
const shapes: Readonly<Record<State, string>> = {
  operational: 'M8 0a8 8 0 100 16A8 8 0 008 0zM6.8 11.9 3.2 8.3l1.3-1.3 2.3 2.3 4.7-4.7 1.3 1.3z',
  under_maintenance: 'M1 1h14v14H1zM4 5v2h8V5zm0 4v2h8V9z',
  unknown:
    'M8 0a8 8 0 100 16A8 8 0 008 0zM7 13v-2h2v2zm0-3V8.400c1.500-.6 2-1.100 2-1.900C9 5.900 8.600 5.500 8 5.500S7 5.900 7 6.500H5C5 4.800 6.300 3.500 8 3.500s3 1.200 3 3c0 1.300-.8 2.200-2 2.900V10z',
  degraded_performance: 'M8 1 16 15H0zM7 6v4h2V6zm0 5v2h2v-2z',
  partial_outage: 'M8 0a8 8 0 100 16A8 8 0 008 0zM8 2v12A6 6 0 018 2z',
  major_outage:
    'M4.700 0h6.600L16 4.700v6.600L11.300 16H4.700L0 11.300V4.700zM5.300 4 4 5.300 6.700 8 4 10.700 5.300 12 8 9.300 10.700 12 12 10.700 9.300 8 12 5.300 10.700 4 8 6.700z',
};

/** Once in a page; marks refer to them. */
export const sprites: Html = html`<svg class="sprites" aria-hidden="true">${states.map(
  (state) =>
    html`<symbol id="m-${state}" viewBox="0 0 16 16"><path fill-rule="evenodd" d="${shapes[state]}"/></symbol>`,
)}</svg>`;

/** Its mark and its word; `text` instead of the word where something else says what the state is of. */
export function marked(state: State, text: Html | string = inWords[state]): Html {
  return html`<span class="state s-${state}"><svg class="mark" aria-hidden="true"><use href="#m-${state}"/></svg>${text}</span>`;
}

/** The state that makes an impact, and the impact's word. */
const impacts: ReadonlyMap<string, { readonly worst: State; readonly word: string }> = new Map<
  Impact,
  { worst: State; word: string }
>([
  ['minor', { worst: 'degraded_performance', word: 'Minor' }],
  ['major', { worst: 'partial_outage', word: 'Major' }],
  ['critical', { worst: 'major_outage', word: 'Critical' }],
]);

/** An impact, which the API document leaves open, has the mark of the state that makes it. */
export function markedImpact(impact: string): Html {
  const { worst, word } = impacts.get(impact) ?? { worst: 'unknown', word: impact };
  return marked(worst, word);
}
