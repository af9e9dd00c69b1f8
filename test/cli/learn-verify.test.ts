// Learned from each reference deployment, nothing deviates; after each fault of the simulator exactly that does.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { learn } from '../../src/cli/learn.ts';
import { verdictNow, verify } from '../../src/cli/verify.ts';
import { loadConfig } from '../../src/config/load.ts';
import type { Deployment } from '../../src/model/deployment.ts';
import { type KindName, kindNames } from '../../src/simulate/deployments.ts';
import { type Fault, faultTypes } from '../../src/simulate/faults.ts';
import { type Simulator, startSimulator } from '../../src/simulate/server.ts';
import { type Captured, capture } from './captured.ts';

/** For runs that have to end by it, and all others to be well within it though this process stands still meanwhile. */
const timeout = '2500ms';
const nothing: readonly string[] = [];

interface Case<Type extends Fault['type']> {
  readonly kind: KindName;
  readonly fault: Extract<Fault, { readonly type: Type }>;
  /** Lines without what was expected and observed: `! error rule check path`, `- check path`, `i info …` for a note. */
  readonly finds: readonly string[];
}

/** While another check fails. */
const saysWell = '! warning contradiction.status_vs_checks status status';

/** A row for each type of fault; without its row, a new one does not pass the types nor the test below. */
const cases: { readonly [Type in Fault['type']]: Case<Type> } = {
  wrong_version: {
    kind: 'media',
    fault: { type: 'wrong_version', version: 'v2' },
    finds: ['! error meaning.version status version'],
  },
  lost_component: {
    kind: 'compute',
    fault: { type: 'lost_component', component: 'Registry' },
    finds: ['! error meaning.components_missing status components', '- status components'],
  },
  renamed_component: {
    kind: 'file-storage',
    fault: { type: 'renamed_component', component: 'Storage', name: 'Store' },
    finds: [
      '! error meaning.components_missing status components',
      '- status components',
      '+ status components',
      'i info meaning.components_extra status components[2].name',
    ],
  },
  component_word: {
    kind: 'monitoring',
    fault: { type: 'component_word', component: 'Notifications', word: 'major_outage' },
    // The overall word follows.
    finds: ['-+ status status', '-+ status components[2].status'],
  },
  overall_word: {
    kind: 'compute',
    fault: { type: 'overall_word', word: 'under_maintenance' },
    finds: ['! warning contradiction.overall_vs_components status status', '-+ status status'],
  },
  unknown_word: {
    kind: 'media',
    fault: { type: 'unknown_word' },
    // Of the same word its first place.
    finds: ['-+ status status', '-+ status components[0].status'],
  },
  updated_at: {
    kind: 'file-storage',
    fault: { type: 'updated_at', offset_s: 3_600 },
    finds: ['! warning freshness.updated_at_future status updated_at'],
  },
  latency: { kind: 'media', fault: { type: 'latency', ms: 20 }, finds: nothing },
  http_status: {
    kind: 'file-storage',
    fault: { type: 'http_status', status: 404, endpoint: 'files' },
    finds: ['- endpoints', '! error transport.status files', saysWell],
  },
  reset: {
    kind: 'monitoring',
    fault: { type: 'reset', endpoint: 'incidents' },
    finds: ['! incidents failed: reset (ECONNRESET in first_byte)', saysWell],
  },
  hang: {
    kind: 'media',
    fault: { type: 'hang', endpoint: 'media' },
    finds: ['! media failed: timeout (DEADLINE in first_byte)', saysWell],
  },
  hang_in_body: {
    kind: 'compute',
    fault: { type: 'hang_in_body', endpoint: 'services' },
    finds: ['! services failed: timeout (DEADLINE in transfer)', saysWell],
  },
  drip: {
    kind: 'file-storage',
    fault: { type: 'drip', bytes: 64, every_ms: 1, endpoint: 'status' },
    finds: nothing,
  },
  wrong_media_type: {
    kind: 'monitoring',
    fault: { type: 'wrong_media_type', media_type: 'text/html', endpoint: 'regions' },
    finds: ['! error transport.content_type regions headers.content-type', saysWell],
  },
  wrong_cache_control: {
    kind: 'compute',
    fault: { type: 'wrong_cache_control', cache_control: 'no-store' },
    finds: [
      '! warning transport.cache_control regions headers.cache-control',
      '! warning transport.cache_control services headers.cache-control',
    ],
  },
  truncated_json: {
    kind: 'media',
    fault: { type: 'truncated_json', endpoint: 'media' },
    finds: ['! error shape.json media', saysWell],
  },
  invalid_json: {
    kind: 'file-storage',
    fault: { type: 'invalid_json', endpoint: 'status' },
    finds: ['! error shape.json status'],
  },
  oversized: {
    kind: 'monitoring',
    // Blanks, and less than max_body.
    fault: { type: 'oversized', bytes: 100_000, endpoint: 'incidents' },
    finds: nothing,
  },
  gzip: { kind: 'compute', fault: { type: 'gzip' }, finds: nothing },
  age: {
    kind: 'media',
    fault: { type: 'age', seconds: 3, endpoint: 'status' },
    finds: ['! warning transport.age_on_no_store status headers.age'],
  },
  date_offset: {
    kind: 'compute',
    fault: { type: 'date_offset', offset_s: 60, endpoint: 'services' },
    finds: ['! warning transport.date_skew services headers.date'],
  },
  // A run asks one region once, and knows no other.
  region: { kind: 'file-storage', fault: { type: 'region', name: 'Atlantis' }, finds: nothing },
  field_added: {
    kind: 'media',
    fault: { type: 'field_added', name: 'owner', value: 'me', endpoint: 'media' },
    finds: ['+ media data[].owner'],
  },
  field_removed: {
    kind: 'file-storage',
    fault: { type: 'field_removed', field: 'region', endpoint: 'status' },
    finds: ['! error shape.required status region', '- status region'],
  },
  field_value: {
    kind: 'compute',
    fault: { type: 'field_value', field: 'updated_at', value: 5, endpoint: 'status' },
    finds: ['! error shape.type status updated_at', '-+ status updated_at'],
  },
  duplicate_ids: {
    kind: 'compute',
    fault: { type: 'duplicate_ids', endpoint: 'services' },
    finds: ['i info meaning.ids_duplicate services data[5].id'],
  },
  // A list may be empty; whether it was so before, only memory can tell.
  empty_list: { kind: 'file-storage', fault: { type: 'empty_list', endpoint: 'files' }, finds: nothing },
  ignore_limit: {
    kind: 'compute',
    fault: { type: 'ignore_limit' },
    finds: ['! warning meaning.limit services data'],
  },
  cursor_loop: { kind: 'file-storage', fault: { type: 'cursor_loop' }, finds: ['+ files next_cursor'] },
  other_resource: {
    kind: 'monitoring',
    fault: { type: 'other_resource', endpoint: 'incidents' },
    finds: [
      saysWell,
      // Four regions instead.
      ...[0, 1, 2, 3].flatMap((index) =>
        ['id', 'created_at', 'title', 'impact'].map(
          (field) => `! error shape.required incidents data[${index}].${field}`,
        ),
      ),
      ...['id', 'created_at', 'title', 'impact'].map((field) => `- incidents data[].${field}`),
      ...['code', 'name', 'zone', 'country'].map((field) => `+ incidents data[].${field}`),
      '-+ incidents data[0].status',
    ],
  },
  incident_unresolved: {
    kind: 'monitoring',
    fault: { type: 'incident_unresolved' },
    finds: ['! warning contradiction.incidents_vs_status status status', '-+ incidents data[0].status'],
  },
};

/** Types that have more than one way to be found. */
const others: readonly Case<'updated_at'>[] = [
  {
    kind: 'media',
    // Learned from a fresh one, `updated_at_max_age` is an hour.
    fault: { type: 'updated_at', offset_s: -3_660 },
    finds: ['! warning freshness.updated_at_old status updated_at'],
  },
];

/** What a review adds: a `limit` to ask for. */
const limited = `kind: compute
    endpoints: { status: {}, regions: {}, services: { limit: 20 } }
`;

let simulator: Simulator;
let deployments: ReadonlyMap<KindName, Deployment>;
let written: Captured;
const folder = mkdtempSync(join(tmpdir(), 'picket-verify-'));
const config = join(folder, 'learned.yaml');

beforeAll(async () => {
  simulator = await startSimulator({ host: '127.0.0.1', basePort: 0 });
  const learned = capture();
  expect(await learn(simulator.deployments.map(({ url }) => url))).toBe(0);
  vi.restoreAllMocks();
  writeFileSync(
    config,
    `defaults: { timeout: ${timeout} }\n${learned.out().replace('kind: compute\n', limited)}`,
  );
  const known = loadConfig(config).deployments.map((deployment) => [deployment.kind as KindName, deployment]);
  deployments = new Map(known as [KindName, Deployment][]);
});

beforeEach(() => {
  written = capture();
});

afterEach(() => {
  vi.restoreAllMocks();
  for (const kind of kindNames) simulator.setFaults(kind, []);
});

afterAll(async () => {
  await simulator.close();
  rmSync(folder, { recursive: true });
});

test('each of the four is learned as the kind that it is', () => {
  expect([...deployments.keys()]).toEqual(kindNames);
});

test('what was learned is as expected, exit 0', async () => {
  expect(await verify({ config })).toBe(0);
  const lines = simulator.deployments.map(
    ({ url }) => `127-0-0-1-${new URL(url).port}  ${url}  as expected\n`,
  );
  expect(written.out()).toBe(lines.join(''));
  expect(written.told()).toBe('');
});

test('every type of fault has its row', () => {
  expect(Object.keys(cases).sort()).toEqual([...faultTypes].sort());
});

describe('after a fault, exactly that is found', () => {
  test.each([...Object.values(cases), ...others])(
    '$fault.type of $kind: $finds',
    async ({ kind, fault, finds }) => {
      simulator.setFaults(kind, [fault]);
      const deployment = deployments.get(kind);
      const verdict = deployment === undefined ? null : await verdictNow(deployment);
      const found = [...(verdict?.deviations ?? []), ...(verdict?.notes.map((note) => [note]) ?? [])];
      expect(found.map(gist).sort()).toEqual([...finds].sort());
    },
  );
});

test('a deviation is shown as a difference, exit 1', async () => {
  simulator.setFaults('file-storage', [cases.renamed_component.fault]);
  expect(await verify({ config })).toBe(1);
  const [url] = simulator.deployments.map((deployment) => deployment.url);
  expect(written.out().split('\n').slice(0, 5)).toEqual([
    `127-0-0-1-${new URL(url ?? '').port}  ${url}  3 deviations`,
    '  ! error meaning.components_missing status components: expected Storage, observed API, Upload Service, Store, Virus Scanning',
    '  - status components: "Storage"  (expected)',
    '  + status components: "Store"  (observed)',
    '  i info meaning.components_extra status components[2].name: expected API, Upload Service, Storage, Virus Scanning, observed Store',
  ]);
  expect(written.out().match(/ {2}as expected\n/g)).toHaveLength(3);
});

/** The marks of a deviation, and its line up to what was expected and observed. */
function gist(lines: readonly string[]): string {
  const [first = ''] = lines;
  const place = first.includes(' failed: ') ? first.slice(2) : first.slice(2).split(': ')[0];
  return `${lines.map((line) => line[0]).join('')} ${place}`;
}
