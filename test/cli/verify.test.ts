// `picket verify`: endpoints that came and went, a fleet in its order, progress, and exit codes.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
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

function config(...entries: readonly string[]): string {
  const path = join(folder, 'picket.yaml');
  writeFileSync(path, `deployments:\n${entries.join('')}`);
  return path;
}

const lines = () => written.out().trimEnd().split('\n');

test('where no endpoints are expected, no others are asked', async () => {
  expect(await verify({ config: config(entry('a', '')) })).toBe(0);
  expect(lines()).toEqual([`a  ${target.origin}/a  as expected`]);
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
    `a  ${target.origin}/a  as expected`,
    '  i info meaning.components_extra status components[1].name: expected API, observed Storage',
  ]);
});

test('every enabled deployment, in the order of the file', async () => {
  const path = config(
    ...Array.from({ length: 12 }, (_, at) =>
      entry(`d${at}`, at === 7 ? ', expect: { components: [API] }' : ''),
    ),
    entry('off', ', enabled: false'),
  );
  expect(await verify({ config: path })).toBe(1);
  expect(lines()).toEqual(
    Array.from({ length: 12 }, (_, at) => {
      const url = `${target.origin}/d${at}`;
      return at === 7
        ? [`d7  ${url}  1 deviation`, '  + status components: "Storage"  (observed)']
        : [`d${at}  ${url}  as expected`];
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

test('what the configuration warns of is told on stderr', async () => {
  const path = join(folder, 'empty.yaml');
  writeFileSync(path, 'deployments: []\n');
  expect(await verify({ config: path })).toBe(0);
  expect(written.told()).toBe('warning: deployments: none is enabled, so nothing is checked\n');
  expect(written.out()).toBe('');
});
