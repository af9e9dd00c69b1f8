// Template variables: their values from Prometheus, and what stands for them in a query.
import type { Dashboard, Variable } from './dashboard-json.ts';
import { labelValues } from './prometheus.ts';
import type { Drawing } from './protocol.ts';

export interface Chosen {
  readonly name: string;
  readonly label: string;
  /** What a person reads. */
  readonly text: string;
  /** What a query gets. */
  readonly promql: string;
  readonly isHidden: boolean;
}

const labelValuesForm = /^label_values\((?:(.+),\s*)?([a-zA-Z_]\w*)\s*\)$/s;
const placeholder = /\$(?:(\w+)|\{(\w+)(?:\.[^:}]+)?(?::\w+)?\})/g;

/** In order: the query of a later variable may name an earlier one. Throws for a kind that is not drawn here. */
export async function chooseVariables(dashboard: Dashboard, drawing: Drawing): Promise<Chosen[]> {
  const chosen: Chosen[] = [];
  for (const variable of dashboard.templating?.list ?? []) {
    if (variable.type === 'datasource') {
      chosen.push({ ...named(variable), text: 'Prometheus', promql: 'prometheus' });
      continue;
    }
    if (variable.type !== 'query') throw new Error(`variable ${variable.name}: a ${variable.type} variable`);
    const values = await valuesOf(variable, chosen, drawing);
    const wanted = drawing.choices[variable.name];
    if (values.length === 0) throw new Error(`variable ${variable.name}: no values`);
    if (wanted !== undefined && !values.includes(wanted)) {
      throw new Error(`variable ${variable.name}: ${wanted} is none of ${values.join(', ')}`);
    }
    chosen.push({ ...named(variable), ...chosenOf(variable, values, wanted) });
  }
  return chosen;
}

function named({ name, label, hide }: Variable): Pick<Chosen, 'name' | 'label' | 'isHidden'> {
  return { name, label: label || name, isHidden: hide === 2 };
}

async function valuesOf(variable: Variable, chosen: readonly Chosen[], drawing: Drawing) {
  const query = typeof variable.query === 'string' ? variable.query : (variable.query?.query ?? '');
  const parts = labelValuesForm.exec(interpolate(query, standIns(chosen)));
  const [, selector, label] = parts ?? [];
  if (label === undefined) throw new Error(`variable ${variable.name}: not a label_values query`);
  return labelValues(label, selector ?? '{__name__=~".+"}', drawing.fromMs, drawing.toMs);
}

/** As Grafana's Prometheus data source writes them: what may be several is a regular expression. */
function chosenOf(variable: Variable, values: readonly string[], wanted: string | undefined) {
  const isAll = wanted === undefined && variable.includeAll === true;
  if (isAll) return { text: 'All', promql: variable.allValue ?? alternatives(values) };
  const value = wanted ?? values[0] ?? '';
  const isPattern = variable.multi === true || variable.includeAll === true;
  return { text: value, promql: isPattern ? alternatives([value]) : escaped(value, /[\\"]/g, '\\') };
}

function alternatives(values: readonly string[]): string {
  const patterns = values.map((value) => escaped(value, /[.*+?^${}()|[\]\\]/g, '\\\\'));
  return patterns.length === 1 ? (patterns[0] ?? '') : `(${patterns.join('|')})`;
}

function escaped(text: string, special: RegExp, by: string): string {
  return text.replace(special, (letter) => by + letter);
}

export function standIns(chosen: readonly Chosen[]): ReadonlyMap<string, string> {
  return new Map(chosen.map(({ name, promql }) => [name, promql]));
}

/** Throws where a name stands for nothing. */
export function interpolate(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(placeholder, (whole, bare?: string, braced?: string) => {
    const value = values.get(bare ?? braced ?? '');
    if (value === undefined) throw new Error(`${whole} stands for nothing`);
    return value;
  });
}
