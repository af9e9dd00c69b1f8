// Our own rules beside the linter's: what imports into Grafana 10 to 13, stands where it should, and never shows green for nothing.
import { uids } from '../../../src/generate/dashboards/frame.ts';
import { type Board, boardRule, everyPanel, panelRule, type Rule, targetRule } from './boards.ts';
import { closedLists } from './closed-lists.ts';
import { isOurs, queriesOf } from './lint.ts';

const gridColumns = 24;
const longestUid = 40;

const wholeBoard = boardRule('importable-rule', (board) =>
  [
    board.id === null ? null : 'its id is not null',
    board.schemaVersion === 39 ? null : `schemaVersion ${board.schemaVersion}`,
    typeof board.refresh === 'string' ? null : 'refresh is no text',
    '__inputs' in board || '__requires' in board ? '__inputs: it asks questions when it is imported' : null,
    board.uid.length > 0 && board.uid.length <= longestUid ? null : `uid of ${board.uid.length} characters`,
    Object.values<string>(uids).includes(board.uid) ? null : `uid ${board.uid}, which no link knows`,
  ].filter((problem) => problem !== null),
);

const panelIds = boardRule('panel-id-rule', (board) => {
  const ids = everyPanel(board).map(({ id }) => id);
  return ids.flatMap((id, index) => {
    if (!Number.isInteger(id) || id <= 0) return [`id ${id}`];
    return ids.indexOf(id) < index ? [`id ${id} twice`] : [];
  });
});

type Area = { x: number; y: number; w: number; h: number };
const meet = (a: Area, b: Area) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** Panels that are shown at once: those of a collapsed row stand alone. */
function layers(board: Board) {
  const nested = board.panels.flatMap((panel) =>
    panel.type === 'row' && panel.collapsed ? [panel.panels] : [],
  );
  return [board.panels, ...nested];
}

const places = boardRule('panel-place-rule', (board) =>
  layers(board).flatMap((panels) =>
    panels.flatMap(({ title, gridPos }, index) => {
      const { x, y, w, h } = gridPos;
      const within =
        [x, y, w, h].every(Number.isInteger) && x >= 0 && y >= 0 && w > 0 && h > 0 && x + w <= gridColumns;
      const over = panels.slice(0, index).find((other) => meet(gridPos, other.gridPos));
      return [
        ...(within ? [] : [`"${title}" is out of the grid`]),
        ...(over === undefined ? [] : [`"${title}" lies on "${over.title}"`]),
      ];
    }),
  ),
);

const refIds = panelRule('target-ref-id-rule', ({ targets }) => {
  const ids = targets.map(({ refId }) => refId);
  return ids.filter((id, index) => !id || ids.indexOf(id) < index).map((id) => `refId ${id} twice or empty`);
});

const datasources = targetRule('target-datasource-rule', ({ datasource }) =>
  isOurs(datasource) ? [] : ['not the chosen data source'],
);

/** Grafana's own, of those that we use. */
const builtIn = ['__all', '__range', '__interval', '__rate_interval', '__url_time_range', '__value'];

const variables = boardRule('variable-rule', (board) => {
  const known = [...builtIn, ...board.templating.list.map(({ name }) => name)];
  const used = [...JSON.stringify(board).matchAll(/\$(?:\{(\w+)[^}]*\}|(\w+))/g)].map(
    ([, a, b]) => a ?? b ?? '',
  );
  const unknown = [...new Set(used)].filter((name) => !known.includes(name));
  const unused = board.templating.list.map(({ name }) => name).filter((name) => !used.includes(name));
  return [...unknown.map((name) => `no variable ${name}`), ...unused.map((name) => `${name} is not used`)];
});

/** The uid that a link within Grafana leads to, and what it hands over. */
const links = boardRule('link-rule', (board) => {
  const own: readonly string[] = queriesOf(board).map(({ name }) => name);
  const urls = [...JSON.stringify(board).matchAll(/"url":"([^"]+)"/g)].map(([, url = '']) => url);
  return urls.flatMap((url) => {
    const uid = /^\/d\/([^?/]+)\?/.exec(url)?.[1] ?? '';
    if (!Object.values<string>(uids).includes(uid)) return [`${url}: leads to no dashboard of ours`];
    return ['job', 'instance']
      .filter((name) => own.includes(name) && !url.includes(`\${${name}:queryparam}`))
      .map((name) => `${url}: loses the chosen ${name}`);
  });
});

const rowLinks = panelRule('row-link-rule', ({ fieldConfig }) =>
  [...JSON.stringify(fieldConfig).matchAll(/"url":"([^"]+)"/g)]
    .map(([, url = '']) => url)
    .filter((url) => !url.includes(`\${__url_time_range}`))
    .map((url) => `${url}: loses the time range`),
);

const noDataIsNotGreen = panelRule('no-data-rule', ({ type, fieldConfig }) => {
  const { defaults, overrides } = fieldConfig;
  const inOverrides = overrides.flatMap(({ properties }) =>
    properties.flatMap(({ id, value }) => (id === 'mappings' ? [value as typeof defaults.mappings] : [])),
  );
  const special = [defaults.mappings, ...inOverrides].flatMap((mappings) =>
    mappings.flatMap((mapping) => (mapping.type === 'special' ? [mapping.options.result] : [])),
  );
  const told = defaults.mappings.some(
    (mapping) => mapping.type === 'special' && mapping.options.match === 'null+nan',
  );
  return [
    ...(['stat', 'state-timeline'].includes(type) && !told ? ['does not say what no data is called'] : []),
    ...special
      .filter(({ color }) => !color || color.includes('green'))
      .map(({ text }) => `"${text}" is green`),
  ];
});

/** `or vector(0)` would turn silence into a healthy number. */
const silence = targetRule('silence-rule', ({ expr }) =>
  /\bvector\(/.test(expr) ? ['vector() is there when the agents are not'] : [],
);

/** What the types leave open as text, and Grafana looks up in a table. */
const closed = panelRule('closed-list-rule', ({ type, transformations, options }) => {
  const reduce = (options.reduceOptions ?? options.legend ?? {}) as { calcs?: string[] };
  return [
    ...(closedLists.panels.includes(type) ? [] : [`no panel of type ${type} in every Grafana`]),
    ...transformations
      .filter(({ id }) => !closedLists.transformations.includes(id))
      .map(({ id }) => `no transformation ${id}`),
    ...(reduce.calcs ?? [])
      .filter((id) => !closedLists.reducers.includes(id))
      .map((id) => `no reducer ${id}`),
  ];
});

export const houseRules: readonly Rule[] = [
  wholeBoard,
  panelIds,
  places,
  refIds,
  datasources,
  variables,
  links,
  rowLinks,
  noDataIsNotGreen,
  silence,
  closed,
];
