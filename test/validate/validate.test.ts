// One round from observations to a result: the order of things, the reasons, and answers meant to hurt.
import { describe, expect, test } from 'vitest';
import type { FailureKind } from '../../src/model/round.ts';
import { answer, failure, fixture } from '../fixtures/observation.ts';
import { checkOf, deploymentOf, roundOf, runOf, said } from './round.ts';

const files = deploymentOf('file-storage');
const status = (body: string, headers = {}, over = {}) =>
  runOf(files, 'status', answer('status', body, headers, over));

test('a healthy round: its beat, a result for each check in order, nothing to say', () => {
  const observations = {
    status: answer('status', fixture('status-v2-compute')),
    regions: answer('regions', fixture('regions')),
    services: answer('services', fixture('services')),
  };
  const { beat, checks } = roundOf(deploymentOf('compute'), observations);
  expect(beat.checks).toEqual(['status', 'regions', 'services']);
  expect(checks.map(({ endpoint, findings, reason }) => [endpoint, findings, reason])).toEqual([
    ['status', [], null],
    ['regions', [], null],
    ['services', [], null],
  ]);
  expect(checks[1]?.observation).toBe(observations.regions);
});

test('an endpoint that the version does not have is our mistake, not the target’s', () => {
  const confused = deploymentOf('file-storage', { checks: [checkOf('regions')] });
  expect(() => runOf(confused, 'regions', answer('regions', '{}'))).toThrow('v1 has no endpoint regions');
});

describe('reasons', () => {
  test.each([
    'dns',
    'connect',
    'tls',
    'timeout',
    'reset',
    'protocol',
    'too_large',
    'encoding',
  ] as const satisfies readonly FailureKind[])('%s ends validation', (kind) => {
    const result = runOf(files, 'status', failure(kind));
    expect(result).toMatchObject({ reason: kind, findings: [], claims: null, clockSkewMs: null });
  });

  test.each([
    ['too_large', 503, {}, 'http_status', '503'],
    ['encoding', 503, {}, 'http_status', '503'],
    ['too_large', 404, {}, 'http_status', '404'],
    ['too_large', 301, { location: '/other' }, 'redirect', '301 to /other'],
  ] as const)('%s under status %i with %j is %s', (kind, code, headers, reason, observed) => {
    const result = runOf(files, 'status', { ...failure(kind), status: code, headers });
    expect(result).toMatchObject({ reason, claims: null, clockSkewMs: null });
    expect(said(result)).toEqual([`error transport.status : ${observed}`]);
  });

  test.each([
    ['too_large', 200],
    ['encoding', 200],
    ['timeout', 503],
    ['reset', 503],
    ['protocol', 503],
  ] as const)('%s under status %i comes before what the status says', (kind, code) => {
    const result = runOf(files, 'status', { ...failure(kind), status: code });
    expect(result).toMatchObject({ reason: kind, findings: [] });
  });

  // Each row holds whatever the rows below it hold.
  const worse = fixture('status-other-components').replace('"v1"', '"v3"');
  test.each([
    ['redirect', worse.replace('"region": "Frankfurt",', ''), { location: '/' }, { status: 308 }],
    ['content_type', '<html>', { 'content-type': 'text/html' }, {}],
    ['json', '<html>', {}, {}],
    ['schema', worse.replace('"region": "Frankfurt",', ''), {}, {}],
    ['version', worse, {}, {}],
    ['components', fixture('status-other-components'), {}, {}],
  ])('%s comes before what else is wrong', (reason, body, headers, over) => {
    expect(status(body, { 'cache-control': 'private', ...headers }, over).reason).toBe(reason);
  });

  test('any other rule that is raised to error is contract', () => {
    const strict = deploymentOf('file-storage', { rules: { 'transport.cache_control': 'error' } });
    const observation = answer('status', fixture('status-v1-file-storage'), { 'cache-control': 'private' });
    expect(runOf(strict, 'status', observation).reason).toBe('contract');
  });
});

test('all rules run, and the gravest findings come first', () => {
  const body = fixture('status-other-words').replace('"v1"', '"v2"').replace('09:59:58', '11:00:00');
  const lines = said(
    status(body, { 'cache-control': 'private', age: '1', date: 'Fri, 20 Nov 2026 09:00:00 GMT' }),
  );
  expect(lines.map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
    'error meaning.version version:',
    'warning transport.cache_control headers.cache-control:',
    'warning transport.age_on_no_store headers.age:',
    'warning transport.date_skew headers.date:',
    'warning freshness.updated_at_future updated_at:',
    'info drift.unknown_word status:',
    'info drift.unknown_word components[1].status:',
    'info drift.unknown_word components[2].status:',
  ]);
});

describe('however many fields nobody knows', () => {
  const more = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`f${at}`, at]));
  const healthy = JSON.parse(fixture('status-v1-file-storage'));
  const extra = { name: 'Billing', status: 'operational' };
  const body = JSON.stringify({
    ...more,
    ...healthy,
    status: 'brownout',
    components: [...healthy.components, extra],
  });

  test('what the answer means is told too, and before them', () => {
    const told = said(status(body));
    expect(told.slice(0, 3)).toEqual([
      'info meaning.components_extra components[4].name: Billing',
      'info drift.unknown_word status: brownout',
      'info drift.unknown_field f0: number 0',
    ]);
    expect(told).toHaveLength(22);
  });

  test.each([
    ['error', 0],
    ['warning', 0],
    ['info', 2],
  ] as const)('as %s they are told before %i others of information', (severity, before) => {
    const strict = deploymentOf('file-storage', { rules: { 'drift.unknown_field': severity } });
    const { findings } = runOf(strict, 'status', answer('status', body));
    expect(findings.findIndex(({ rule }) => rule === 'drift.unknown_field')).toBe(before);
    expect(findings).toHaveLength(severity === 'info' ? 22 : 50);
  });
});

describe('answers meant to hurt', () => {
  const withComponents = (components: unknown) =>
    status(JSON.stringify({ ...JSON.parse(fixture('status-v1-file-storage')), components }));

  test.each([
    ['{}', 'schema'],
    ['[]', 'schema'],
    ['null', 'schema'],
    ['[{}]', 'schema'],
    ['0', 'schema'],
    ['""', 'schema'],
    ['', 'json'],
    ['<html></html>', 'json'],
    ['{"status": Infinity}', 'json'],
    ['{"__proto__": null}', 'schema'],
    ['{"__proto__": {"status": "operational", "components": []}}', 'schema'],
  ])('%s fails with %s and claims nothing', (body, reason) => {
    const result = status(body);
    expect(result).toMatchObject({ reason, claims: null });
    expect(result.findings[0]?.severity).toBe('error');
  });

  test('10,000 components', () => {
    const names = ['API', 'Upload Service', 'Storage', 'Virus Scanning'];
    const components = Array.from({ length: 10_000 }, (_, index) => ({
      name: names[index] ?? `extra ${index}`,
      status: 'operational',
    }));
    const result = withComponents(components);
    expect(result.reason).toBeNull();
    expect(result.findings).toHaveLength(20);
    expect(result.claims?.components).toHaveLength(1_000);
  });

  test('a name with quotes, newlines and 100 kB', () => {
    const { findings } = withComponents([{ name: `"'\n${'x'.repeat(100_000)}`, status: 'operational' }]);
    const extra = findings.find(({ rule }) => rule === 'meaning.components_extra');
    expect(extra?.observed).toMatch(/^"'\\u\{a\}x+…$/);
    const lengths = findings.flatMap(({ path, message, expected, observed }) =>
      [path, message, expected, observed].map((text) => text.length),
    );
    expect(Math.max(...lengths)).toBe(200);
  });

  test('nesting wherever a value may stand', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    for (const field of ['status', 'version', 'region', 'components', 'updated_at', 'more']) {
      const healthy: Record<string, unknown> = JSON.parse(fixture('status-v1-file-storage'));
      const body = JSON.stringify({ ...healthy, [field]: '@' }).replace('"@"', deep);
      expect(status(body).findings).not.toEqual([]);
    }
  });
});
