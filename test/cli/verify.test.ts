// `picket verify`: endpoints that came and went, a fleet in its order, progress, and exit codes.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { runCommand } from '../../src/cli/program.ts';
import { verify } from '../../src/cli/verify.ts';
import { sendRegions, sendStatus, startTarget, statusBody, type Target } from '../fixtures/target.ts';
import { type Captured, capture } from './captured.ts';

const folder = mkdtempSync(join(tmpdir(), 'picket-verify-'));
let target: Target;
let written: Captured;
let asked: string[];

beforeAll(async () => {
  target = await startTarget((request, response) => {
    asked.push(request.url ?? '');
    if (request.url?.endsWith('/v2/status')) return sendStatus(response, statusBody('v2'));
    if (request.url?.endsWith('/v2/regions')) return sendRegions(response);
    response.writeHead(404).end();
  });
});

afterAll(async () => {
  await target.close();
  rmSync(folder, { recursive: true });
});

beforeEach(() => {
  asked = [];
  written = capture();
});

afterEach(() => {
  vi.restoreAllMocks();
});

const entry = (id: string, more: string, endpoints = '[status]') =>
  `  - { id: ${id}, base_url: '${target.origin}/${id}', version: v2, endpoints: ${endpoints}, components: [API, Storage]${more} }\n`;

const entryOff = "  - { id: off, base_url: 'http://a.test', kind: media, enabled: false }\n";

function config(...entries: readonly string[]): string {
  const path = join(folder, 'picket.yaml');
  writeFileSync(path, `deployments:${entries.length > 0 ? `\n${entries.join('')}` : ' []\n'}`);
  return path;
}

const lines = () => written.out().trimEnd().split('\n');

test('where no endpoints are expected, no others are asked', async () => {
  expect(await verify({ config: config(entry('a', '')) })).toBe(0);
  expect(lines()).toEqual([`a  ${target.origin}/a  as documented`]);
  expect(asked).toEqual(['/a/api/v2/status']);
});

test('an endpoint that came, and one that went', async () => {
  const path = config(entry('a', ', expect: { endpoints: [status, services] }'));
  expect(await verify({ config: path })).toBe(1);
  expect(lines()).toEqual([
    `a  ${target.origin}/a  2 deviations`,
    '  + endpoints: regions  (observed)',
    '  - endpoints: services  (expected)',
  ]);
  expect([...asked].sort()).toEqual(
    ['incidents', 'regions', 'services', 'status'].map((name) => `/a/api/v2/${name}`),
  );
});

test('information beyond drift is a note: no deviation, exit 0', async () => {
  const path = config(entry('a', '').replace(', Storage]', ']'));
  expect(await verify({ config: path })).toBe(0);
  expect(lines()).toEqual([
    `a  ${target.origin}/a  as documented`,
    '  i info meaning.components_extra status components[1].name: expected API, observed Storage',
  ]);
});

test('every enabled deployment, in the order of the file; as expected only where something is', async () => {
  const expectations: Readonly<Record<number, string>> = {
    3: ', expect: { components: [API, Storage] }',
    7: ', expect: { components: [API] }',
  };
  const path = config(
    ...Array.from({ length: 12 }, (_, at) => entry(`d${at}`, expectations[at] ?? '')),
    entry('off', ', enabled: false'),
  );
  expect(await verify({ config: path })).toBe(1);
  expect(lines()).toEqual(
    Array.from({ length: 12 }, (_, at) => {
      const url = `${target.origin}/d${at}`;
      return at === 7
        ? [`d7  ${url}  1 deviation`, '  + status components: "Storage"  (observed)']
        : [`d${at}  ${url}  as ${at === 3 ? 'expected' : 'documented'}`];
    }).flat(),
  );
  expect(written.told()).toBe('');
});

test('an expectation of nonsense is told, each part of it', async () => {
  const nonsense =
    ', expect: { components: [Ghost], fields: { status: { nowhere: array, status: "null | array" } }, words: { status: { region: [Atlantis] } } }';
  expect(await verify({ config: config(entry('a', nonsense)) })).toBe(1);
  expect(lines().slice(1)).toEqual([
    '  - status components: "Ghost"  (expected)',
    '  + status components: "API"  (observed)',
    '  + status components: "Storage"  (observed)',
    '  - status nowhere: array  (expected)',
    '  - status status: null | array  (expected)',
    '  + status status: string  (observed)',
    '  + status version: string  (observed)',
    '  + status region: string  (observed)',
    '  + status components: array  (observed)',
    '  + status updated_at: string  (observed)',
    '  - status region: "Atlantis"  (expected)',
    '  + status region: "Frankfurt"  (observed)',
  ]);
});

test('on a terminal a line a deployment', async () => {
  const before = process.stderr.isTTY;
  process.stderr.isTTY = true;
  try {
    await verify({ config: config(entry('a', ''), entry('b', '')) });
  } finally {
    process.stderr.isTTY = before;
  }
  expect(written.told().split('\n').toSorted()).toEqual([
    '',
    expect.stringMatching(/^1\/2 {2}[ab]$/),
    expect.stringMatching(/^2\/2 {2}[ab]$/),
  ]);
});

test.each([
  ['none at all', []],
  ['none that is enabled', [entryOff]],
])('%s: nothing is compared, which is no success', async (_what, entries) => {
  const path = config(...entries);
  const argv = ['node', 'picket', 'verify', '--config', path];
  expect(await runCommand(argv)).toBe(2);
  expect(written.told()).toBe(`${path}: no deployment is enabled, so nothing is compared\n`);
  expect(written.out()).toBe('');
});
