// Grafana's dashboard-linter, its rules for Prometheus by their names there: whoever runs the real one is to pass.
import { type Board, boardRule, panelRule, type Rule, targetRule, variableOf } from './boards.ts';
import { closedLists } from './closed-lists.ts';
import { errorsOf, selectorsOf } from './promql.ts';

/** Kinds of panels that show numbers by a unit, and are to be explained. */
const explained = new Set(['stat', 'table', 'timeseries', 'gauge']);

/** A variable as the linter wants those for job and instance. */
function chosenBy(name: string): Rule {
  const label = `${name[0]?.toUpperCase()}${name.slice(1)}`;
  return boardRule(`template-${name}-rule`, (board) => {
    const variable = variableOf(board, name);
    if (variable === undefined) return [`no variable ${name}`];
    const { type, multi, allValue, datasource } = variable;
    return [
      type === 'query' ? null : `${name} is no query`,
      variable.label === label ? null : `${name} is not labelled ${label}`,
      multi === true ? null : `${name} is not multi`,
      allValue === '.+' ? null : `${name} has another allValue than .+`,
      isOurs(datasource) ? null : `${name} has another data source`,
    ].filter((problem) => problem !== null);
  });
}

/** The data source that is chosen, by type and by the variable. */
export function isOurs(datasource: unknown): boolean {
  return JSON.stringify(datasource) === JSON.stringify({ type: 'prometheus', uid: `\${datasource}` });
}

function heldTo(name: string): Rule {
  return targetRule(`target-${name}-rule`, ({ expr }) =>
    selectorsOf(expr)
      .filter(
        ({ matchers }) =>
          !matchers.some(({ label, op, value }) => label === name && op === '=~' && value === `$${name}`),
      )
      .map(({ metric }) => `${metric} is not held to ${name}=~"$${name}"`),
  );
}

const rated = new Set(['rate', 'irate']);
const counted = new Set(['rate', 'irate', 'increase']);

const datasourceVariable = boardRule('template-datasource-rule', (board) => {
  const all = board.templating.list.filter(({ type }) => type === 'datasource');
  if (all.length !== 1) return [`${all.length} data source variables`];
  const [variable] = all;
  return variable?.name === 'datasource' &&
    variable.label === 'Data source' &&
    variable.query === 'prometheus'
    ? []
    : ['the data source variable is not called datasource, "Data source"'];
});

const labelQueries = boardRule('template-label-promql-rule', (board) =>
  queriesOf(board).flatMap(({ name, query }) => {
    const [, called = '', series = ''] = /^([a-z_]+)\((.+), *\w+\)$/.exec(query) ?? [];
    if (called !== 'label_values') return [`${name}: not label_values(series, label): ${query}`];
    return errorsOf(series).map((error) => `${name}: ${error}`);
  }),
);

/** Variables that ask Prometheus, with their query as text. */
export function queriesOf(board: Board): { name: string; query: string }[] {
  return board.templating.list
    .filter(({ type }) => type === 'query')
    .map(({ name, query }) => ({ name, query: typeof query === 'string' ? query : query.query }));
}

const reloads = boardRule('template-on-time-change-reload-rule', (board) =>
  board.templating.list
    .filter(({ type, refresh }) => type === 'query' && refresh !== 2)
    .map(({ name }) => `${name} does not reload on a change of the time range`),
);

export const linterRules: readonly Rule[] = [
  datasourceVariable,
  chosenBy('job'),
  chosenBy('instance'),
  labelQueries,
  reloads,
  boardRule('uneditable-dashboard-rule', ({ editable }) => (editable === false ? [] : ['it is editable'])),
  panelRule('panel-datasource-rule', ({ datasource }) =>
    isOurs(datasource) ? [] : ['not the chosen data source'],
  ),
  panelRule('panel-title-description-rule', ({ type, title, description }) =>
    explained.has(type) && !(title && description) ? ['no title or no description'] : [],
  ),
  panelRule('panel-no-targets-rule', ({ targets }) => (targets?.length > 0 ? [] : ['no targets'])),
  panelRule('panel-units-rule', ({ fieldConfig }) =>
    [
      fieldConfig.defaults.unit,
      ...fieldConfig.overrides.flatMap(({ properties }) =>
        properties.flatMap(({ id, value }) => (id === 'unit' ? [String(value)] : [])),
      ),
    ]
      .filter((unit) => !closedLists.units.includes(unit))
      .map((unit) => `no unit ${unit}`),
  ),
  targetRule('target-promql-rule', ({ expr }) => errorsOf(expr)),
  targetRule('target-rate-interval-rule', ({ expr }) =>
    selectorsOf(expr)
      .filter(({ within, range }) => rated.has(within ?? '') && range !== '$__rate_interval')
      .map(({ metric, range }) => `${metric}[${range}] is rated, and not over $__rate_interval`),
  ),
  targetRule('target-counter-agg-rule', ({ expr }) =>
    selectorsOf(expr)
      .filter(({ metric, within }) => metric.endsWith('_total') && !counted.has(within ?? ''))
      .map(({ metric }) => `${metric} is a counter that is not rated`),
  ),
  heldTo('job'),
  heldTo('instance'),
];
