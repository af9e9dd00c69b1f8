// Faults as people make them, each planted in a good dashboard, with the rule that has to name it.
import type { Board, BoardPanel, Name } from './boards.ts';
import { panelsOf, variableOf } from './boards.ts';

export interface Fault {
  readonly what: string;
  readonly rule: string;
  /** Where it is to be found: a panel's title, or null for the dashboard as a whole. */
  readonly panel: string | null;
  readonly dashboard: Name;
  readonly plant: (board: Board) => void;
}

type Change = (panel: BoardPanel) => void;

/** Types would keep most of the faults out: those who write dashboards by hand have none. */
const untyped = (value: object, change: Record<string, unknown>) => void Object.assign(value, change);

function inPanel(dashboard: Name, panel: string, what: string, rule: string, change: Change): Fault {
  const plant = (board: Board) => {
    const found = panelsOf(board).find(({ title }) => title === panel);
    if (found === undefined) throw new Error(`no panel ${panel}`);
    change(found);
  };
  return { what, rule, panel, dashboard, plant };
}

function inBoard(dashboard: Name, what: string, rule: string, plant: Fault['plant']): Fault {
  return { what, rule, panel: null, dashboard, plant };
}

/** Another text in a panel's queries. */
function inQuery(
  dashboard: Name,
  panel: string,
  what: string,
  rule: string,
  from: string,
  to: string,
): Fault {
  return inPanel(dashboard, panel, what, rule, ({ targets }) => {
    for (const target of targets) {
      if (!target.expr.includes(from)) throw new Error(`${panel} does not ask for ${from}`);
      target.expr = target.expr.replaceAll(from, to);
    }
  });
}

const anotherSource = { type: 'prometheus', uid: 'PBFA97CFB590B2093' };

const queryFaults: readonly Fault[] = [
  inQuery('fleet', 'Checks down', 'a typo in a matcher', 'catalogue-rule', 'deployment=~', 'deploymnet=~'),
  inQuery(
    'fleet',
    'Checks down',
    'a typo in by ()',
    'catalogue-rule',
    'by (deployment, check)',
    'by (deployment, chek)',
  ),
  inQuery(
    'deployment',
    'State',
    'a metric that is not there',
    'catalogue-rule',
    '_status_code',
    '_state_code',
  ),
  inQuery(
    'agent',
    'CPU',
    'on () a label of one side only',
    'catalogue-rule',
    'on (job, instance)',
    'on (job, node)',
  ),
  inQuery('agent', 'CPU', 'a rate over a fixed range', 'target-rate-interval-rule', '$__rate_interval', '5m'),
  inQuery(
    'fleet',
    'Failure ratio',
    'a counter without a rate',
    'target-counter-agg-rule',
    'increase(',
    'max_over_time(',
  ),
  inQuery('deployment', 'Last run', 'a parenthesis too few', 'target-promql-rule', 'max(', 'max'),
  inQuery('deployment', 'Incident', 'no matcher for the job', 'target-job-rule', 'job=~"$job", ', ''),
  inQuery(
    'deployment',
    'Incident',
    'one instance',
    'target-instance-rule',
    'instance=~"$instance"',
    'instance="a:1"',
  ),
  inQuery(
    'fleet',
    'Checks down',
    'silence that looks healthy',
    'silence-rule',
    'or 0 * count',
    'or vector(0) + count',
  ),
  inPanel(
    'deployment',
    'HTTP status',
    'a legend of a label that was aggregated away',
    'catalogue-rule',
    ({ targets }) => {
      for (const target of targets) target.legendFormat = '{{vantage}}';
    },
  ),
];

const panelFaults: readonly Fault[] = [
  inPanel('fleet', 'Availability', 'a number written as text', 'schema-rule', ({ fieldConfig }) =>
    untyped(fieldConfig.defaults, { decimals: '2' }),
  ),
  inPanel('fleet', 'Availability', 'an option of another panel', 'schema-rule', ({ options }) =>
    untyped(options, { rowHeight: 1 }),
  ),
  inPanel('deployment', 'Checks', 'a legend without its calculations', 'schema-rule', ({ options }) =>
    untyped(options, { legend: { displayMode: 'list', placement: 'bottom', showLegend: true } }),
  ),
  inPanel('fleet', 'Availability', 'a unit that there is not', 'panel-units-rule', ({ fieldConfig }) => {
    fieldConfig.defaults.unit = 'percentunits';
  }),
  inPanel('fleet', 'Availability', 'a reducer that there is not', 'closed-list-rule', ({ options }) =>
    untyped(options.reduceOptions as object, { calcs: ['lastNonNull'] }),
  ),
  inPanel(
    'fleet',
    'Deployments, the worst first',
    'a transformation that there is not',
    'closed-list-rule',
    (panel) =>
      untyped(panel, {
        transformations: [{ id: 'mergeAll', options: {} }, ...panel.transformations.slice(1)],
      }),
  ),
  inPanel('deployment', 'Findings', 'a panel of a plugin', 'closed-list-rule', (panel) =>
    untyped(panel, { type: 'grafana-polystat-panel' }),
  ),
  inPanel('agent', 'Runs', 'no data source', 'panel-datasource-rule', (panel) =>
    untyped(panel, { datasource: undefined }),
  ),
  inPanel(
    'agent',
    'Memory',
    'a query to one certain data source',
    'target-datasource-rule',
    ({ targets }) => {
      for (const target of targets) untyped(target, { datasource: anotherSource });
    },
  ),
  inPanel('agent', 'Memory', 'two queries of one refId', 'target-ref-id-rule', ({ targets }) => {
    for (const target of targets) target.refId = 'A';
  }),
  inPanel('agent', 'Egress', 'no description', 'panel-title-description-rule', (panel) => {
    panel.description = '';
  }),
  inPanel('agent', 'Egress', 'no targets', 'panel-no-targets-rule', (panel) => {
    panel.targets = [];
  }),
  inPanel('fleet', 'Deployments', 'no data that looks healthy', 'no-data-rule', ({ fieldConfig }) => {
    for (const mapping of fieldConfig.defaults.mappings) {
      if (mapping.type === 'special') mapping.options.result.color = 'dark-green';
    }
  }),
  inPanel('deployment', 'State', 'no word for no data', 'no-data-rule', ({ fieldConfig }) => {
    fieldConfig.defaults.mappings = fieldConfig.defaults.mappings.filter(({ type }) => type === 'value');
  }),
  inPanel(
    'deployment',
    'Components',
    'a format for a column that is not there',
    'table-column-rule',
    (panel) => {
      panel.fieldConfig.overrides.push({ matcher: { id: 'byName', options: 'Value #C' }, properties: [] });
    },
  ),
  inPanel(
    'fleet',
    'Certificates that expire next',
    'a row link that loses the time range',
    'row-link-rule',
    (panel) => {
      for (const { properties } of panel.fieldConfig.overrides) {
        for (const property of properties) {
          if (property.id === 'links') property.value = [{ title: 'Open', url: '/d/picket-deployment?x=1' }];
        }
      }
    },
  ),
];

/** Panels of the first row. */
const first = (board: Board) => panelsOf(board).slice(0, 2);

const boardFaults: readonly Fault[] = [
  inBoard('agent', 'two panels in one place', 'panel-place-rule', (board) => {
    const [one, other] = first(board);
    if (one && other) other.gridPos = { ...one.gridPos };
  }),
  inBoard('agent', 'a panel beyond the right edge', 'panel-place-rule', (board) => {
    const [one] = first(board);
    if (one) one.gridPos.x = 22;
  }),
  inBoard('agent', 'two panels of one id', 'panel-id-rule', (board) => {
    const [one, other] = first(board);
    if (one && other) other.id = one.id;
  }),
  inBoard('fleet', 'questions at import', 'importable-rule', (board) => untyped(board, { __inputs: [] })),
  inBoard('fleet', 'a refresh that is switched off in the old way', 'schema-rule', (board) =>
    untyped(board, { refresh: false }),
  ),
  inBoard('fleet', 'a dashboard that can be edited', 'uneditable-dashboard-rule', (board) =>
    untyped(board, { editable: true }),
  ),
  inBoard('fleet', 'a variable that is not there', 'variable-rule', (board) => {
    for (const { targets } of first(board)) {
      for (const target of targets) target.expr = target.expr.replaceAll('$instance', '$node');
    }
  }),
  inBoard('fleet', 'a job of which not all can be chosen', 'template-job-rule', (board) =>
    untyped(variableOf(board, 'job') ?? {}, { allValue: undefined }),
  ),
  inBoard('fleet', 'instances of another data source', 'template-instance-rule', (board) =>
    untyped(variableOf(board, 'instance') ?? {}, { datasource: anotherSource }),
  ),
  inBoard('fleet', 'a variable that stays as it was', 'template-on-time-change-reload-rule', (board) =>
    untyped(variableOf(board, 'deployment') ?? {}, { refresh: 1 }),
  ),
  inBoard('fleet', 'a data source of another name', 'template-datasource-rule', (board) =>
    untyped(variableOf(board, 'datasource') ?? {}, { name: 'prometheus' }),
  ),
  inBoard('fleet', 'a variable of a broken query', 'template-label-promql-rule', (board) =>
    untyped(variableOf(board, 'job') ?? {}, { query: { query: 'label_values(up{job=, job)', refId: 'A' } }),
  ),
  inBoard('fleet', 'a variable of a label that is not there', 'catalogue-rule', (board) =>
    untyped(variableOf(board, 'deployment') ?? {}, {
      query: { query: 'label_values(picket_deployment_info, target)', refId: 'A' },
    }),
  ),
  inBoard('deployment', 'a link to a dashboard of another name', 'link-rule', (board) => {
    for (const link of board.links) link.url = link.url.replace('/d/picket-fleet', '/d/picket-overview');
  }),
];

export const faults: readonly Fault[] = [...queryFaults, ...panelFaults, ...boardFaults];
