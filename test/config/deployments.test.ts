// What a deployment is made of: its own settings, its kind's, the defaults, and what must be there.
import { describe, expect, test } from 'vitest';
import { defaultSettings } from '../../src/contract/rules.ts';
import { configOf, deploymentOf, entryWith, problemsOf } from './reading.ts';

describe('a kind', () => {
  test.each([
    ['file-storage', 'v1', ['status', 'files'], ['API', 'Upload Service', 'Storage', 'Virus Scanning']],
    ['media', 'v1', ['status', 'media'], ['API', 'Media Processing', 'Delivery', 'Storage']],
    [
      'monitoring',
      'v2',
      ['status', 'regions', 'incidents'],
      ['Status API', 'Monitoring', 'Notifications', 'Incident History'],
    ],
    [
      'compute',
      'v2',
      ['status', 'regions', 'services'],
      ['Control API', 'Scheduler', 'Build Service', 'Registry'],
    ],
  ])('%s is built in', (kind, version, endpoints, expected) => {
    const deployment = deploymentOf(`deployments: [{ id: a, base_url: "http://a.test", kind: ${kind} }]`);
    expect(deployment).toMatchObject({ kind, version, components: { expected, exact: false } });
    expect(deployment.checks.map(({ endpoint }) => endpoint)).toEqual(endpoints);
  });

  test('can be added', () => {
    const kinds =
      'kinds: { queue: { version: v2, endpoints: [status, regions], components: [API, Broker], critical: false } }';
    const deployment = deploymentOf(
      `${kinds}\ndeployments: [{ id: a, base_url: "http://a.test", kind: queue }]`,
    );
    expect(deployment).toMatchObject({ kind: 'queue', version: 'v2', critical: false });
    expect(deployment.components.expected).toEqual(['API', 'Broker']);
  });

  test('that is built in can be changed, and keeps the rest', () => {
    const deployment = deploymentOf(`kinds: { media: { components: [API] } }\n${entryWith()}`);
    expect(deployment).toMatchObject({ version: 'v1', components: { expected: ['API'] } });
  });

  test('may come from the defaults', () => {
    const text = 'defaults: { kind: media }\ndeployments: [{ id: a, base_url: "http://a.test" }]';
    expect(deploymentOf(text).kind).toBe('media');
  });

  test('is custom where all is spelled out', () => {
    const own = 'version: v2, endpoints: [status], components: []';
    const { kind, checks } = deploymentOf(`deployments: [{ id: a, base_url: "http://a.test", ${own} }]`);
    expect([kind, checks[0]?.target]).toEqual(['custom', '/api/v2/status']);
  });

  test.each([
    [
      'kind: nope',
      '2:57 deployments[0].kind: one of file-storage, media, monitoring, compute, queue | "nope"',
    ],
    [
      'kind: constructor',
      '2:57 deployments[0].kind: one of file-storage, media, monitoring, compute, queue | "constructor"',
    ],
    [
      'version: v1',
      '2:15 deployments[0].kind: a kind, or version, endpoints and components (missing: endpoints, components) | nothing',
    ],
    [
      'kind: queue',
      '2:57 deployments[0].kind: a kind, or version, endpoints and components (missing: version, endpoints, components) | "queue"',
    ],
  ])('%s is not enough', (own, problem) => {
    const text = `kinds: { queue: {} }\ndeployments: [{ id: a, base_url: "http://a.test", ${own} }]`;
    expect(problemsOf(text)).toEqual([problem]);
  });
});

describe('settings that are mappings', () => {
  test('are put together key by key, the closest first', () => {
    const text = [
      'defaults: { confirm: { failures: 5, successes: 5 }, labels: { a: d, b: d, c: d }, headers: { X-A: d, X-B: d } }',
      'kinds: { media: { confirm: { failures: 4 }, labels: { b: k, c: k }, rules: { shape.type: info } } }',
      entryWith(
        'confirm: { recheck_after: 0s }',
        'labels: { c: o }',
        'headers: { x-b: o }',
        'rules: { shape.format: off }',
      ),
    ].join('\n');
    const deployment = deploymentOf(text);
    expect(deployment.confirm).toEqual({ failures: 4, successes: 5, recheckAfterMs: 0 });
    expect(deployment.labels).toEqual({ a: 'd', b: 'k', c: 'o' });
    expect(deployment.rules).toEqual({ ...defaultSettings, 'shape.type': 'info', 'shape.format': 'off' });
    expect(
      Object.entries(deployment.connection.headers).map(([name, kept]) => [name, kept.reveal()]),
    ).toEqual([
      ['x-a', 'd'],
      ['x-b', 'o'],
    ]);
  });

  test('are within their bounds once put together', () => {
    const labels = (from: number) => Array.from({ length: 11 }, (_, n) => `l${from + n}: x`).join(', ');
    expect(
      problemsOf(`defaults: { labels: { ${labels(0)} } }\n${entryWith(`labels: { ${labels(11)} }`)}`),
    ).toEqual(['6:13 deployments[0].labels: at most 20 labels | 22, the inherited included']);
  });
});

test('the defaults that are built in', () => {
  expect(deploymentOf(entryWith())).toMatchObject({
    id: 'a',
    name: 'a',
    confirm: { failures: 2, successes: 2, recheckAfterMs: 5_000 },
    degradedAboveMs: null,
    maxComponents: 32,
    rules: {},
    statusWords: {},
    labels: {},
    slo: { availability: null, latencyMs: null },
    critical: true,
    egressGuard: true,
    secrets: [],
  });
});

test('what differs from them', () => {
  const lines = [
    'name: A',
    'degraded_above: 800ms',
    'max_components: 4',
    'slo: { availability: 99.95% }',
    'critical: false',
    'egress_guard: false',
  ];
  expect(deploymentOf(entryWith(...lines))).toMatchObject({
    name: 'A',
    degradedAboveMs: 800,
    maxComponents: 4,
    slo: { availability: 0.9995, latencyMs: null },
    critical: false,
    egressGuard: false,
  });
  expect(
    deploymentOf(`defaults: { degraded_above: 1s }\n${entryWith('degraded_above: off')}`).degradedAboveMs,
  ).toBeNull();
});

test('more components are expected than are ever kept', () => {
  expect(problemsOf(entryWith('max_components: 2'))).toEqual([
    '5:21 deployments[0].max_components: at most max_components (2) names | 4',
  ]);
});

test('a deployment that is not enabled is checked and left out', () => {
  expect(configOf(entryWith('enabled: false')).deployments).toEqual([]);
  expect(problemsOf(entryWith('enabled: false', 'timeout: 45s'))).toHaveLength(1);
});

describe('pagination', () => {
  const built = { cursorField: 'next_cursor', maxPages: 20, everyMs: 3_600_000 };

  test.each([
    ['off unless it stands', '', [], null],
    ['the rest is built in', '', ['pagination: { cursor_field: next_cursor }'], built],
    [
      'all of it',
      '',
      ['pagination: { cursor_field: after-it_2, max_pages: 100, every: 1m }'],
      { cursorField: 'after-it_2', maxPages: 100, everyMs: 60_000 },
    ],
    [
      'a name that only begins like one of the envelope',
      '',
      ['pagination: { cursor_field: data_after }'],
      { ...built, cursorField: 'data_after' },
    ],
    ['from the defaults', 'defaults: { pagination: { cursor_field: next_cursor } }', [], built],
    [
      'key by key, the closest first',
      'defaults: { pagination: { cursor_field: next, max_pages: 5 } }\nkinds: { media: { pagination: { every: 24h } } }',
      ['pagination: { cursor_field: next_cursor }'],
      { cursorField: 'next_cursor', maxPages: 5, everyMs: 86_400_000 },
    ],
  ])('%s', (_what, sections, lines, pagination) => {
    expect(deploymentOf(`${sections}\n${entryWith(...lines)}`).pagination).toEqual(pagination);
  });

  test('the defaults’ walks nothing where no endpoint takes a cursor', () => {
    const text = `defaults: { pagination: { cursor_field: next_cursor } }\n${entryWith('endpoints: [status]')}`;
    expect(deploymentOf(text).pagination).toBeNull();
  });

  const name = 'the name of a field but data, object and __proto__: letters, digits, _ and -';

  test.each([
    [['pagination: { cursor_field: a.b }'], `5:33 deployments[0].pagination.cursor_field: ${name} | "a.b"`],
    [['pagination: { cursor_field: data }'], `5:33 deployments[0].pagination.cursor_field: ${name} | "data"`],
    [
      ['pagination: { cursor_field: object }'],
      `5:33 deployments[0].pagination.cursor_field: ${name} | "object"`,
    ],
    [
      ['pagination: { cursor_field: __proto__ }'],
      `5:33 deployments[0].pagination.cursor_field: ${name} | "__proto__"`,
    ],
    [
      ['pagination: { cursor_field: a, max_pages: 0 }'],
      '5:47 deployments[0].pagination.max_pages: a whole number from 1 to 100 | 0',
    ],
    [
      ['pagination: { cursor_field: a, max_pages: 101 }'],
      '5:47 deployments[0].pagination.max_pages: a whole number from 1 to 100 | 101',
    ],
    [
      ['pagination: { cursor_field: a, every: 59s }'],
      expect.stringMatching(/^5:43 deployments\[0\]\.pagination\.every: .*1h.*59s/),
    ],
    [
      ['pagination: { cursor_field: a, every: 25h }'],
      expect.stringMatching(/^5:43 deployments\[0\]\.pagination\.every: .*1h.*25h/),
    ],
    [
      ['pagination: { max_pages: 5 }'],
      expect.stringMatching(/^5:17 deployments\[0\]\.pagination: a cursor_field: /),
    ],
    [
      ['pagination: { cursor_field: a }', 'endpoints: [status]'],
      expect.stringMatching(/^5:17 deployments\[0\]\.pagination: files or media among the endpoints: /),
    ],
  ])('%j is a problem', (lines, problem) => {
    expect(problemsOf(entryWith(...lines))).toEqual([problem]);
  });
});
