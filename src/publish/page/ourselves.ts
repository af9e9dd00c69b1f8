// What the agent says of itself where it is not well: what a page tells may not be so any more.
import type { AgentComponent } from '../../model/snapshot.ts';
import { type Html, html } from './html.ts';
import { marked } from './mark.ts';
import { inWords } from './words.ts';

/** Nothing where all of it is well. */
export function ourselves(self: readonly AgentComponent[]): Html {
  const unwell = self.filter(({ state }) => state !== 'operational');
  if (unwell.length === 0) return html``;
  return html`<p>Picket itself is not well: ${unwell.map(({ name, state }, index) => html`${index === 0 ? '' : ', '}${marked(state, `${name}: ${inWords[state]}`)}`)}. What it tells may be incomplete.</p>\n`;
}
