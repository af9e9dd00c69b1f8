// Writes what the dashboards' tests hold them against: JSON Schema of Grafana's own types, and ids that it looks up.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createGenerator } from 'ts-json-schema-generator';

const fixtures = join(import.meta.dirname, '..', '..', 'test', 'fixtures', 'grafana');
mkdirSync(fixtures, { recursive: true });
const write = (name: string, value: unknown) =>
  writeFileSync(join(fixtures, name), `${JSON.stringify(value, null, 1)}\n`);

/** By what the tests call it: a type of types.ts. Each in a schema of its own, since some names are theirs twice. */
const types = {
  dashboard: 'PicketDashboard',
  row: 'Row',
  stat: 'StatPanel',
  timeseries: 'TimeSeriesPanel',
  table: 'TablePanel',
  'state-timeline': 'StateTimelinePanel',
  heatmap: 'HeatmapPanel',
};

function schemaOf(type: string) {
  const generator = createGenerator({
    path: join(import.meta.dirname, 'types.ts'),
    tsconfig: join(import.meta.dirname, 'tsconfig.json'),
    type,
    skipTypeCheck: true,
    additionalProperties: false,
    jsDoc: 'none',
  });
  return generator.createSchema(type);
}

for (const [name, type] of Object.entries(types)) write(`${name}.schema.json`, schemaOf(type));

/** Of what is read here. */
interface GrafanaData {
  readonly getValueFormats: () => { readonly submenu: { readonly value: string }[] }[];
  readonly fieldReducers: { readonly list: () => { readonly id: string }[] };
  readonly standardTransformers: Readonly<Record<string, { readonly id: string }>>;
}

// Its ESM form names exports that one of its dependencies does not have.
const data: GrafanaData = createRequire(import.meta.url)('@grafana/data');

write('closed-lists.json', {
  units: data.getValueFormats().flatMap(({ submenu }) => submenu.map(({ value }) => value)),
  reducers: data.fieldReducers.list().map(({ id }) => id),
  transformations: [...new Set(Object.values(data.standardTransformers).map(({ id }) => id))],
  // Not in any package: those of ours that every Grafana from 10 on has built in.
  panels: ['stat', 'timeseries', 'table', 'state-timeline', 'heatmap', 'bargauge', 'text', 'row'],
});
