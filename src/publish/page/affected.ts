// What an incident was about: the components, checks and words its updates name, each with the worst it came to.
import type { State } from '../../model/states.ts';
import { worstOf } from '../../model/states.ts';
import type { IncidentWithUpdates } from '../incident-schema.ts';
import { type Html, html, said } from './html.ts';
import { marked } from './mark.ts';

/** More are counted. */
const maxNamed = 12;

/** Causes begin with what they are about, in the words of judge/wording.ts and judge/rollup.ts. */
const cause = /^(?:(.+) reports (?:no known status|[a-z_]+)|(\w+ check|overall status) (?:is|fails)\b.*)$/su;

export interface Affected {
  readonly name: string;
  readonly worst: State;
}

/** In the order in which they were first named; a component by its name alone. */
export function affectedOf(updates: IncidentWithUpdates['updates']): Affected[] {
  const worst = new Map<string, State>();
  for (const { text, status } of updates) {
    const [, component, other] = cause.exec(text) ?? [];
    const name = component ?? other;
    if (name !== undefined) worst.set(name, worstOf([worst.get(name) ?? status, status], status));
  }
  return [...worst].map(([name, worst]) => ({ name, worst }));
}

/** null where no update names anything. */
export function affectedTold(affected: readonly Affected[]): Html | null {
  if (affected.length === 0) return null;
  const more = affected.length - maxNamed;
  return html`<ul class="inline">${affected
    .slice(0, maxNamed)
    .map(
      ({ name, worst }) => html`<li>${marked(worst, said(name))}</li>`,
    )}${more > 0 ? html`<li>and ${more} more</li>` : ''}</ul>`;
}
