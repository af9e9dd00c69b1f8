// The page in a real browser, on fixed answers: every kind of panel is drawn, and every fault is told by its name.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import type { Panel } from '../page/dashboard-json.ts';
import type { DrawingReport } from '../page/protocol.ts';
import { startBrowser, takePicture } from '../src/browser.ts';
import { bundlePage } from '../src/bundle.ts';
import { type Canned, cannedPrometheus, fromMs, toMs } from './canned-prometheus.ts';

let browser: Browser;
let files: ReadonlyMap<string, Uint8Array>;
let prometheus: Canned;

before(async () => {
  [browser, files, prometheus] = await Promise.all([startBrowser(), bundlePage(), cannedPrometheus()]);
});
after(async () => {
  await browser.close();
  prometheus.close();
});

const instant = { refId: 'A', expr: 'two', format: 'table', instant: true };
const range = { refId: 'A', expr: 'two', legendFormat: '{{deployment}}' };
const renamed = {
  id: 'organize',
  options: {
    excludeByName: { Time: true },
    renameByName: { 'Value #A': 'State' },
    indexByName: { deployment: 0 },
  },
};
const byState = { matcher: { id: 'byName', options: 'State' }, properties: [{ id: 'unit', value: 's' }] };
const panels: readonly Panel[] = [
  panel(1, 'stat', { targets: [range] }),
  panel(2, 'timeseries', { targets: [range] }),
  panel(3, 'state-timeline', { targets: [range] }),
  panel(4, 'heatmap', {
    targets: [{ refId: 'A', expr: 'buckets', format: 'heatmap', legendFormat: '{{le}}' }],
  }),
  panel(5, 'table', {
    targets: [instant, { ...instant, refId: 'B' }],
    transformations: [{ id: 'merge', options: {} }, renamed],
    fieldConfig: { defaults: {}, overrides: [byState] },
  }),
];

function panel(id: number, type: string, parts: Partial<Panel>): Panel {
  return { id, type, title: type, gridPos: { x: 0, y: id * 8, w: 24, h: 8 }, ...parts };
}

async function draw(drawn: readonly Panel[]): Promise<DrawingReport & { readonly png: Buffer }> {
  const query = 'label_values(up, deployment)';
  const templating = { list: [{ type: 'query', name: 'deployment', query, multi: true, includeAll: true }] };
  const dashboard = { title: 'Seeded', panels: drawn, templating };
  const drawing = { dashboard, fromMs, toMs, scrapeIntervalMs: 1000, choices: {} };
  const { png, report } = await takePicture(browser, files, prometheus.url, drawing);
  return { ...report, png };
}

/** The panel of that type, changed. */
function seeded(type: string, change: Partial<Panel>): Panel[] {
  return panels.filter((each) => each.type === type).map((each) => ({ ...each, ...change }));
}

test('draws every kind of panel, and finds nothing', async () => {
  const { findings, panels: drawn, heightPx, png } = await draw(panels);
  assert.deepEqual(findings, []);
  assert.equal(drawn, 5);
  assert.ok(heightPx > 5 * 8 * 38);
  assert.equal(png.readUInt32BE(16), 1600);
  assert.equal(png.readUInt32BE(20), heightPx);
});

const noField = { ...renamed, options: { renameByName: { Valeu: 'State' } } };
const noMatch = { matcher: { id: 'byName', options: 'Satte' }, properties: [] };
const row = {
  ...panel(9, 'row', { collapsed: true }),
  panels: seeded('stat', { targets: [{ ...range, expr: 'x(' }] }),
};

const faults: readonly [name: string, panels: readonly Panel[], findings: readonly string[]][] = [
  [
    'a query that Prometheus refuses',
    seeded('stat', { targets: [range, { ...range, refId: 'B', expr: 'x(' }] }),
    ['stat: query B: parse error'],
  ],
  [
    'a query without an answer',
    seeded('stat', { targets: [{ ...range, expr: 'none' }] }),
    ['stat: query A brought nothing', 'stat: is empty'],
  ],
  [
    'an answer of NaN only',
    seeded('timeseries', { targets: [{ ...range, expr: 'nan' }] }),
    ['timeseries: query A brought nothing', 'timeseries: is empty'],
  ],
  [
    'a variable that there is none of',
    seeded('stat', { targets: [range, { ...range, refId: 'B', expr: 'up{a="$depolyment"}' }] }),
    ['stat: query B: $depolyment stands for nothing'],
  ],
  [
    'an override that matches no field',
    seeded('table', { fieldConfig: { defaults: {}, overrides: [byState, noMatch] } }),
    ['table: override byName "Satte" matches no field'],
  ],
  [
    'a transformation that names no field',
    seeded('table', { transformations: [{ id: 'merge', options: {} }, renamed, noField] }),
    ['table: transformation organize: no field "Valeu"'],
  ],
  [
    'a transformation that there is none of',
    seeded('stat', { transformations: [{ id: 'organise', options: {} }] }),
    ['stat: transformation organise: there is none'],
  ],
  [
    'a kind of panel that is not drawn',
    seeded('stat', { type: 'gauge' }),
    ['stat: a gauge panel is not drawn here'],
  ],
  ['a panel that repeats', seeded('stat', { repeat: 'deployment' }), ['stat: repeats are not drawn here']],
  [
    'a panel that breaks',
    seeded('heatmap', { options: { color: { scheme: 'Ornages' } } }),
    ['heatmap: broke: the colours Ornages are not drawn here'],
  ],
  ['a fault in a collapsed row', [row], ['stat: query A: parse error', 'stat: is empty']],
];

for (const [name, drawn, findings] of faults) {
  test(`tells ${name}`, async () => {
    assert.deepEqual((await draw(drawn)).findings, findings);
  });
}
