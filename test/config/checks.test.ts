// What a deployment's checks are: endpoints of its version, their intervals by precedence, limits, targets.
import { describe, expect, test } from 'vitest';
import { deploymentOf, entryWith, problemsOf } from './reading.ts';

/** Entry of kind file-storage under some defaults and kinds. */
const files = (defaults: string, kind: string, own: string) =>
  `defaults: { ${defaults} }\nkinds: { file-storage: { ${kind} } }\n` +
  `deployments: [{ id: f, base_url: "http://f.test", kind: file-storage, ${own} }]`;

describe('the interval of a check', () => {
  test.each([
    ['nothing said: 30 s, lists not below max-age', '', '', '', 30, 60],
    ['defaults, never below max-age', 'interval: 10s', '', '', 10, 60],
    ['defaults above max-age', 'interval: 2m', '', '', 120, 120],
    ['its kind', 'interval: 2m', 'interval: 20s', '', 20, 20],
    ['the deployment', 'interval: 2m', 'interval: 20s', 'interval: 10s', 10, 10],
    ['the endpoint', '', '', 'interval: 10s, endpoints: { status: , files: { interval: 7s } }', 10, 7],
    [
      'the endpoint as the kind has it',
      '',
      'endpoints: { status: , files: { interval: 5m } }',
      'interval: 10s',
      10,
      300,
    ],
    [
      'the endpoint, over that of the kind',
      '',
      'endpoints: { files: { interval: 5m } }',
      'endpoints: { status: , files: { interval: 9s } }',
      30,
      9,
    ],
  ])('%s', (_what, defaults, kind, own, status, list) => {
    const { checks } = deploymentOf(files(defaults, kind, own));
    expect(checks.map(({ endpoint, intervalMs }) => [endpoint, intervalMs / 1_000])).toEqual([
      ['status', status],
      ['files', list],
    ]);
  });

  test('regions are asked as often as said', () => {
    const text =
      'deployments: [{ id: c, base_url: "http://c.test", kind: compute, endpoints: [status, regions] }]';
    expect(deploymentOf(text).checks.map(({ intervalMs }) => intervalMs)).toEqual([30_000, 30_000]);
  });
});

test('a check in full', () => {
  const own = 'endpoints: { status: { timeout: 1s, max_body: 2KiB, stale_after: 5 }, files: { limit: 20 } }';
  const text = files('stale_after: 2', 'timeout: 4s', own).replace(
    'http://f.test',
    'http://f.test:8080/base/',
  );
  const { checks, connection } = deploymentOf(text);
  expect(connection.origin).toBe('http://f.test:8080');
  expect(checks).toEqual([
    {
      id: 'f/status',
      endpoint: 'status',
      target: '/base/api/v1/status',
      intervalMs: 30_000,
      timeoutMs: 1_000,
      staleAfterMs: 150_000,
      maxBodyBytes: 2_048,
      limit: null,
    },
    {
      id: 'f/files',
      endpoint: 'files',
      target: '/base/api/v1/files?limit=20',
      intervalMs: 60_000,
      timeoutMs: 4_000,
      staleAfterMs: 120_000,
      maxBodyBytes: 1_048_576,
      limit: 20,
    },
  ]);
});

describe('what cannot be', () => {
  test.each([
    [
      'endpoints: [status, regions]',
      '5:16 deployments[0].endpoints.regions: endpoints that v1 has | "regions"',
    ],
    [
      'endpoints: { status: , services: }',
      '5:28 deployments[0].endpoints.services: endpoints that v1 has | "services"',
    ],
    [
      'endpoints: [media]',
      "5:16 deployments[0].endpoints: status among the endpoints: a deployment's state rests on it | a list",
    ],
    [
      'endpoints: {}',
      "5:16 deployments[0].endpoints: status among the endpoints: a deployment's state rests on it | a mapping",
    ],
    [
      'timeout: 30s',
      '5:14 deployments[0].timeout: less than the interval of 30s | interval 30s, timeout 30s',
    ],
    ['interval: 5s', '5:15 deployments[0].interval: more than the timeout of 5s | interval 5s, timeout 5s'],
    [
      'endpoints: { status: { timeout: 1m } }',
      '5:37 deployments[0].endpoints.status.timeout: less than the interval of 30s | interval 30s, timeout 1m',
    ],
    [
      'endpoints: { status: { interval: 2s } }',
      '5:38 deployments[0].endpoints.status.interval: more than the timeout of 5s | interval 2s, timeout 5s',
    ],
  ])('%s', (line, problem) => {
    expect(problemsOf(entryWith(line))).toEqual([problem]);
  });

  test('what a deployment inherits is said at its place', () => {
    expect(problemsOf(`defaults: { timeout: 20s }\n${entryWith('interval: 15s')}`)).toEqual([
      '6:15 deployments[0].interval: more than the timeout of 20s | interval 15s, timeout 20s',
    ]);
    expect(
      problemsOf(`defaults: { timeout: 20s, interval: 20s }\n${entryWith('endpoints: [status]')}`),
    ).toEqual(['1:22 defaults.timeout: less than the interval of 20s | interval 20s, timeout 20s']);
  });
});
