// `picket learn` against targets of every kind: what it prints, what it warns of, and how it ends.
import type { IncomingMessage } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { learn } from '../../src/cli/learn.ts';
import { deploymentOf as configured } from '../config/reading.ts';
import { sendStatus, startTarget, statusBody, type Target, timestamp } from '../fixtures/target.ts';
import { type Captured, capture } from './captured.ts';

let target: Target;
let written: Captured;
const asked: string[] = [];

const old = { updated_at: timestamp(Date.now() - 3_600_000) };
const hostile = 'x: "y"\n\u001b[31m${' + 'env:HOME}';
const bodies: Readonly<Record<string, unknown>> = {
  '/one/api/v1/status': statusBody('v1'),
  '/old/api/v2/status': statusBody('v2', old),
  '/both/api/v1/status': statusBody('v1', old),
  '/both/api/v2/status': statusBody('v2', old),
  '/ill/api/v2/status': statusBody('v2', {
    ...old,
    status: 'degraded',
    components: [1, 2, 3, 4].map((at) => ({ name: `C${at}`, status: 'outage' })),
  }),
  '/wrong/api/v1/status': statusBody('v2', old),
  '/other/api/v1/status': { hello: 'world' },
  '/hostile/api/v1/status': {
    ...statusBody('v1', { ...old, components: [{ name: hostile, status: hostile }] }),
    [hostile]: hostile,
    [hostile.repeat(1_000)]: 1,
  },
};

function answerTo({ url = '' }: IncomingMessage): unknown {
  asked.push(url);
  return bodies[url];
}

beforeAll(async () => {
  target = await startTarget((request, response) => {
    const body = answerTo(request);
    if (body === undefined) response.writeHead(404).end();
    else sendStatus(response, body);
  });
});

afterAll(() => target.close());

beforeEach(() => {
  asked.length = 0;
  written = capture();
});

afterEach(() => {
  vi.restoreAllMocks();
});

const at = (path: string) => `${target.origin}${path}`;

test('asks all seven endpoints, and prints what is served', async () => {
  expect(await learn([at('/one')])).toBe(0);
  expect([...asked].sort()).toEqual(
    ['v1/files', 'v1/media', 'v1/status', 'v2/incidents', 'v2/regions', 'v2/services', 'v2/status'].map(
      (path) => `/one/api/${path}`,
    ),
  );
  expect(written.told()).toBe('');
  expect(configured(written.out())).toMatchObject({
    id: `127-0-0-1-${new URL(target.origin).port}`,
    baseUrl: at('/one'),
    version: 'v1',
    components: { expected: ['API', 'Storage'] },
    updatedAtMaxAgeMs: 3_600_000,
    expect: { endpoints: ['status'], components: ['API', 'Storage'] },
  });
});

test('an updated_at that is old says nothing of how old it may be', async () => {
  expect(await learn([at('/old')])).toBe(0);
  expect(written.out()).not.toContain('updated_at_max_age');
  expect(configured(written.out())).toMatchObject({ version: 'v2', updatedAtMaxAgeMs: null });
});

test('an entry a URL and version, each with an id of its own', async () => {
  expect(await learn([at('/both'), at('/one'), at('/both')])).toBe(0);
  const id = `127-0-0-1-${new URL(target.origin).port}`;
  expect([...written.out().matchAll(/- id: (.*)\n/g)].map((match) => match[1])).toEqual([
    id,
    `${id}-2`,
    `${id}-3`,
  ]);
  expect([...written.out().matchAll(/version: (v.)\n/g)].map((match) => match[1])).toEqual([
    'v1',
    'v2',
    'v1',
  ]);
});

test('whatever a target says is valid YAML that says the same', async () => {
  expect(await learn([at('/hostile')])).toBe(0);
  expect(configured(written.out()).expect).toMatchObject({
    components: [hostile],
    fields: { status: { [`[${JSON.stringify(hostile)}]`]: { types: ['string'], optional: false } } },
    words: { status: { 'components[].status': [hostile] } },
  });
  expect(written.out()).not.toContain('\u001b');
  expect(written.told().split('\n')).toEqual([
    expect.stringMatching(/^warning: .*\/hostile v1 is learned while not operational \(x: "y"··\[31m/),
    '',
  ]);
});

test('what breaks the contract as it is learned is a warning', async () => {
  expect(await learn([at('/wrong')])).toBe(0);
  expect(written.told()).toBe(
    `warning: ${at('/wrong')} v1 error meaning.version status version: expected v1, observed v2\n`,
  );
  expect(configured(written.out()).version).toBe('v1');
});

test('an outage is learned with a warning, and a comment where it stands', async () => {
  expect(await learn([at('/old'), at('/ill')])).toBe(0);
  expect(written.told()).toBe(
    `warning: ${at('/ill')} v2 is learned while not operational (status degraded, C1 outage, C2 outage and 2 more): once it is, learn it again\n`,
  );
  const [well, ill] = written.out().split('\n\n');
  expect(well).not.toContain('operational: once');
  expect(ill).toMatch(/^ {2}# Learned while not operational: once all of it is, learn it again.\n {2}- id: /);
});

describe('what cannot be learned is one line, and the others are learned', () => {
  test.each([
    ['example.test', 'expected an http or https URL without user, query or fragment, got "example.test"'],
    [
      'ftp://example.test',
      'expected an http or https URL without user, query or fragment, got "ftp://example.test"',
    ],
    [
      'http://user:secret@example.test',
      'expected an http or https URL without user, query or fragment, got "http://[redacted]@example.test"',
    ],
  ])('%s is no URL: exit 2', async (url, line) => {
    expect(await learn([url, at('/one'), 'http://127.0.0.1:1'])).toBe(2);
    expect(written.told().split('\n')[0]).toBe(`picket learn: ${line}`);
    expect(configured(written.out()).baseUrl).toBe(at('/one'));
  });

  test('nobody listens: exit 1, and no more is asked', async () => {
    expect(await learn(['http://127.0.0.1:1'])).toBe(1);
    expect(written.told()).toBe(
      'picket learn: http://127.0.0.1:1 serves no status document (/api/v1/status: connect (ECONNREFUSED); /api/v2/status: connect (ECONNREFUSED))\n',
    );
    expect(written.out()).toBe('');
  });

  test('no status document: exit 1', async () => {
    expect(await learn([at('/other'), at('/one')])).toBe(1);
    expect(written.told()).toBe(
      `picket learn: ${at('/other')} serves no status document (/api/v1/status: 200, schema; /api/v2/status: 404)\n`,
    );
    expect(configured(written.out()).baseUrl).toBe(at('/one'));
  });
});

test('on a terminal a line a request', async () => {
  const before = process.stderr.isTTY;
  process.stderr.isTTY = true;
  try {
    await learn([at('/one')]);
  } finally {
    process.stderr.isTTY = before;
  }
  expect(written.told().split('\n')).toHaveLength(7 + 1);
  expect(written.told()).toMatch(/\/one\/api\/v1\/files {2}404 {2}\d+ ms\n/);
});
