// The form that filters and orders the fleet: a plain GET, which modules carry out at once.
import { z } from 'zod';
import { type Row, searchable, sorts, unwell } from '../../browser/match.js';
import type { DeploymentView, Snapshot } from '../../model/snapshot.ts';
import { stateCode, states } from '../../model/states.ts';
import { labelsOf } from './fleet-row.ts';
import { type Html, html } from './html.ts';
import { inWords } from './words.ts';

const maxTextCharacters = 100;
/** A key and a value, each as long as a configuration may have them. */
const maxLabelCharacters = 512;
/** Labels to choose from; more are found by text. */
const maxLabels = 200;

export const fleetQuery = z.object({
  q: z.string().max(maxTextCharacters).default(''),
  state: z.enum(['', unwell, ...states]).default(''),
  label: z.string().max(maxLabelCharacters).default(''),
  sort: z
    .enum(['', ...sorts])
    .default('')
    .transform((sort) => sort || 'worst'),
});
export type FleetQuery = z.infer<typeof fleetQuery>;

export interface Found extends Row {
  readonly view: DeploymentView;
}

/** A deployment with what it is found and ordered by. */
export function matchable(view: DeploymentView, index: number): Found {
  const { deployment, state } = view;
  const { id, name } = deployment;
  const labels = labelsOf(deployment.labels);
  return {
    view,
    /** Put together only where some text is asked for. */
    get text() {
      const components = state.components.map((component) => component.name).join(', ');
      return searchable([id, name, state.cause ?? '', components, ...labels]);
    },
    state: state.status,
    severity: stateCode(state.status),
    labels,
    name,
    index,
  };
}

const stateWords = { '': 'Any state', [unwell]: 'Not operational', ...inWords };
const sortWords = { worst: 'Worst first', configured: 'As configured', name: 'By name' };

export function filterForm({ deployments }: Snapshot, query: FleetQuery, prefix: string): Html {
  const labels = new Set(deployments.flatMap(({ deployment }) => labelsOf(deployment.labels)));
  const choices = [...labels].sort().slice(0, maxLabels);
  if (query.label !== '' && !choices.includes(query.label)) choices.push(query.label);
  return html`<form id="filter" role="search" action="${prefix}/">
<label>Find <input type="search" name="q" maxlength="${maxTextCharacters}" value="${query.q}" placeholder="Name, component, cause, label" autocomplete="off" spellcheck="false"></label>
<label>State <select name="state">${options(Object.entries(stateWords), query.state)}</select></label>
${choices.length === 0 ? '' : html`<label>Label <select name="label">${options([['', 'Any label'], ...choices.map((label) => [label, label] as const)], query.label)}</select></label>\n`}<label>Order <select name="sort">${options(Object.entries(sortWords), query.sort)}</select></label>
<button>Show</button>
</form>
`;
}

function options(choices: readonly (readonly [string, string])[], chosen: string): readonly Html[] {
  return choices.map(
    ([value, word]) =>
      html`<option value="${value}"${value === chosen ? html` selected` : ''}>${word}</option>`,
  );
}
