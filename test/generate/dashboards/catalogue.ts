// What there is to be asked for: every series of an agent's metrics with its labels, and those that Prometheus adds.
import { type CatalogueEntry, catalogue } from '../../../src/publish/catalogue.ts';
import { boardRule, panelRule, type Rule, targetRule } from './boards.ts';
import { type Catalogue, labelsOf, parse } from './promql.ts';

/** A dashboard may not rest on it. */
const offUnlessAskedFor = new Set(['picket_component_status']);

/** On every series that is scraped. */
const scraped = ['job', 'instance'];

/** Labels that the rules keep; `team` and the like, which deployments bear, come beside them. */
const ofAlerts = ['alertname', 'severity', 'deployment', 'check', 'component', 'region_code', ...scraped];

const ofPrometheus: readonly (readonly [name: string, labels: readonly string[]])[] = [
  ['up', scraped],
  ['scrape_duration_seconds', scraped],
  ['ALERTS', [...ofAlerts, 'alertstate']],
  ['ALERTS_FOR_STATE', ofAlerts],
];

/** A histogram is three names. */
function seriesOf({ name, type, labels }: CatalogueEntry): [string, readonly string[]][] {
  const all = [...labels, ...scraped];
  if (type !== 'histogram') return [[name, all]];
  const own = all.filter((label) => label !== 'le');
  return [
    [`${name}_bucket`, all],
    [`${name}_sum`, own],
    [`${name}_count`, own],
  ];
}

const known = new Map([
  ...catalogue()
    .filter(({ name }) => !offUnlessAskedFor.has(name))
    .flatMap(seriesOf),
  ...ofPrometheus,
]);

const labelsOfMetric: Catalogue = (metric) => known.get(metric) ?? null;

/** Labels a legend names, which have to come out of its query. */
const legendLabels = (legend: string) =>
  [...legend.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, label = '']) => label);

export const catalogueRules: readonly Rule[] = [
  targetRule('catalogue-rule', ({ expr, legendFormat }) => {
    const complaints: string[] = [];
    const labels = labelsOf(parse(expr), labelsOfMetric, (message) => complaints.push(message));
    const lost = legendLabels(legendFormat).filter((label) => !labels.has(label));
    return [...complaints, ...lost.map((label) => `{{${label}}}: no such label comes out of the query`)];
  }),
  boardRule('catalogue-rule', ({ templating }) =>
    templating.list.flatMap(({ name, query }) => {
      if (typeof query === 'string') return [];
      const [, series = '', label = ''] = /^label_values\((.+), *(\w+)\)$/.exec(query.query) ?? [];
      const complaints: string[] = [];
      const labels = labelsOf(parse(series), labelsOfMetric, (message) => complaints.push(message));
      if (!labels.has(label)) complaints.push(`${label}: no such label`);
      return complaints.map((message) => `variable ${name}: ${message}`);
    }),
  ),
];

/** The columns that a table's transformations and formats name are labels or values that its queries bring. */
export const columnRule = panelRule(
  'table-column-rule',
  ({ type, targets, transformations, fieldConfig }) => {
    if (type !== 'table') return [];
    const values = targets.map(({ refId }) => (targets.length === 1 ? 'Value' : `Value #${refId}`));
    const labels = targets.flatMap(({ expr }) => [...labelsOf(parse(expr), labelsOfMetric, () => {})]);
    const fields = ['Time', ...values, ...labels];
    const organize = transformations.find(({ id }) => id === 'organize')?.options as
      | Record<'excludeByName' | 'indexByName' | 'renameByName', Record<string, unknown>>
      | undefined;
    const { excludeByName = {}, indexByName = {}, renameByName = {} } = organize ?? {};
    const named = [excludeByName, indexByName, renameByName].flatMap((by) => Object.keys(by));
    const shown = fields.map((field) => String(renameByName[field] ?? field));
    const overridden = fieldConfig.overrides.map(({ matcher }) => matcher.options);
    return [
      ...named.filter((field) => !fields.includes(field)).map((field) => `no field ${field}`),
      ...overridden.filter((field) => !shown.includes(field)).map((field) => `no column ${field}`),
    ];
  },
);
