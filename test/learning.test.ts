// What is learned from the answers of one version.
import { describe, expect, test } from 'vitest';
import type { EndpointName } from '../src/contract/endpoints.ts';
import { kinds } from '../src/contract/kinds.ts';
import { isServed, type Learned, learnFrom } from '../src/learning.ts';
import type { Observation } from '../src/model/round.ts';
import { answer, failure, fixture } from './fixtures/observation.ts';
import { deploymentOf, roundOf, said } from './validate/round.ts';

type Answers = Partial<Record<EndpointName, string | Observation>>;

function checksOf(kind: keyof typeof kinds, answers: Answers, over: Parameters<typeof deploymentOf>[1] = {}) {
  const observations = Object.entries(answers).map(([endpoint, body]) => [
    endpoint,
    typeof body === 'string' ? answer(endpoint as EndpointName, body) : body,
  ]);
  return roundOf(deploymentOf(kind, over), Object.fromEntries(observations)).checks;
}

function learned(kind: keyof typeof kinds, answers: Answers): Learned {
  const found = learnFrom(kinds[kind].version, checksOf(kind, answers));
  if (found === null) throw new Error('not served');
  return found;
}

const status = fixture('status-v1-file-storage');

test('endpoints, components, fields and words of a deployment', () => {
  const { expect: expectation, ...rest } = learned('monitoring', {
    status: fixture('status-v2-monitoring'),
    regions: fixture('regions'),
    incidents: JSON.stringify({ object: 'list', data: [] }),
  });
  expect(rest).toMatchObject({ version: 'v2', endpoints: ['status', 'regions', 'incidents'] });
  expect(rest.components).toEqual(kinds.monitoring.components);
  const text = { types: ['string'], optional: false };
  expect(expectation).toEqual({
    endpoints: ['status', 'regions', 'incidents'],
    components: kinds.monitoring.components,
    fields: {
      status: {
        status: text,
        version: text,
        region: text,
        components: { types: ['array'], optional: false },
        'components[].name': text,
        'components[].status': text,
        updated_at: text,
      },
      regions: {
        object: text,
        data: { types: ['array'], optional: false },
        ...Object.fromEntries(
          ['code', 'name', 'zone', 'country', 'status'].map((name) => [`data[].${name}`, text]),
        ),
      },
      incidents: { object: text, data: { types: ['array'], optional: false } },
    },
    words: {
      status: { status: ['operational'], 'components[].status': ['operational'] },
      regions: { 'data[].status': ['operational'] },
    },
  });
});

test.each([
  ['file-storage', { status, files: fixture('files') }],
  [
    'monitoring',
    { status: fixture('status-v2-monitoring'), regions: fixture('regions'), incidents: fixture('incidents') },
  ],
  [
    'compute',
    { status: fixture('status-v2-compute'), regions: fixture('regions'), services: fixture('services') },
  ],
  ['media', { status: fixture('status-v1-media'), media: fixture('media') }],
  ['file-storage', { status: fixture('status-more-fields'), files: fixture('files') }],
  ['file-storage', { status: fixture('status-other-words'), files: fixture('files') }],
  ['file-storage', { status: fixture('status-other-components'), files: fixture('files') }],
] as const)('%s is as it was learned', (kind, answers) => {
  const { expect: expectation } = learned(kind, answers);
  const lines = checksOf(kind, answers, { expect: expectation }).flatMap(said);
  expect(lines.filter((line) => line.includes('drift.expected'))).toEqual([]);
});

describe('fields', () => {
  const itemsOf = (...data: readonly unknown[]) =>
    learned('file-storage', { status, files: JSON.stringify({ object: 'list', data }) }).expect.fields.files;

  test('several types, and what is sometimes absent', () => {
    expect(itemsOf({ a: 1, b: null }, { a: 1.5, b: 'x', c: [] })).toMatchObject({
      'data[].a': { types: ['number'], optional: false },
      'data[].b': { types: ['string', 'null'], optional: false },
      'data[].c': { types: ['array'], optional: true },
    });
  });

  test('items are listed where their fields do not say what they are', () => {
    const paths = (...data: readonly unknown[]) => Object.keys(itemsOf(...data) ?? {});
    expect(paths({ a: 1 })).not.toContain('data[]');
    expect(paths({ a: 1 }, 'odd')).toContain('data[]');
    expect(paths({})).toContain('data[]');
    expect(itemsOf({ tags: ['x'] })).toHaveProperty(['data[].tags[]'], {
      types: ['string'],
      optional: false,
    });
  });

  test('what does not fit is left out by whole levels', () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, at]));
    expect(Object.keys(itemsOf({ ...many(400), deep: many(99) }) ?? {})).toHaveLength(2 + 400 + 1);
    expect(Object.keys(itemsOf({ ...many(400), deep: many(50) }) ?? {})).toHaveLength(2 + 400 + 1 + 50);
    expect(Object.keys(itemsOf(many(600)) ?? {})).toEqual(['object', 'data', 'data[]']);
  });

  test('what the document says may be absent is optional, seen or not', () => {
    const [item] = JSON.parse(fixture('incidents')).data;
    const { resolved_at: _, ...unresolved } = item;
    for (const data of [[item], [unresolved]]) {
      const incidents = JSON.stringify({ object: 'list', data });
      const { fields } = learned('monitoring', { status: fixture('status-v2-monitoring'), incidents }).expect;
      expect(fields.incidents?.['data[].resolved_at']).toEqual({ types: ['string'], optional: true });
    }
  });
});

describe('components and words', () => {
  const withComponents = (components: readonly unknown[]) =>
    learned('file-storage', { status: JSON.stringify({ ...JSON.parse(status), components }) });

  test('each name once, as it came, and in the expectation cut', () => {
    const long = 'n'.repeat(10_000);
    const names = [long, 'API', 'API', ''].map((name) => ({ name, status: 'operational' }));
    const { components, expect: expectation } = withComponents(names);
    expect(components).toEqual([long, 'API', '']);
    expect(expectation.components).toEqual(['n'.repeat(120), 'API', '']);
  });

  test('none, or more than there can be, are not expected', () => {
    expect(withComponents([]).expect.components).toBeNull();
    const many = Array.from({ length: 1_001 }, (_, at) => ({ name: `c${at}`, status: `w${at}` }));
    const { components, words } = withComponents(many).expect;
    expect(components).toBeNull();
    expect(words.status).toEqual({ status: ['operational'] });
  });
});

test('the word of a checksum is its algorithm', () => {
  const data = ['sha256:00', 'md5:00', 'sha256:01', 'no form'].map((checksum) => ({ checksum }));
  const files = JSON.stringify({ object: 'list', data });
  expect(learned('file-storage', { status, files }).expect.words.files).toEqual({
    'data[].checksum': ['sha256', 'md5'],
  });
});

test('a body that is JSON no longer, its secrets taken out, teaches nothing but that it is served', () => {
  const [check] = checksOf('file-storage', { status });
  if (check === undefined) throw new Error('no check');
  const body = status.replace('"API"', '[redacted]');
  const found = learnFrom('v1', [{ ...check, observation: { ...check.observation, body } }]);
  expect(found).toMatchObject({
    endpoints: ['status'],
    components: [],
    expect: { components: null, fields: {} },
  });
});

describe('what is served', () => {
  test.each([
    ['a 200 with its document', answer('files', fixture('files')), true],
    ['another status', answer('files', fixture('files'), {}, { status: 404 }), false],
    ['another document', answer('files', '{"hello": "world"}'), false],
    ['no JSON', answer('files', '<html>'), false],
    ['no answer', failure('timeout'), false],
  ])('%s: %s', (_what, files, served) => {
    expect(checksOf('file-storage', { status, files }).map(isServed)).toEqual([true, served]);
    expect(learned('file-storage', { status, files }).endpoints.includes('files')).toBe(served);
  });

  test('a version is where its status document is', () => {
    const checks = checksOf('file-storage', { status: failure('connect'), files: fixture('files') });
    expect(learnFrom('v1', checks)).toBeNull();
  });
});

test.each([
  ['2026-11-20T09:59:30Z', true],
  ['2026-11-20T09:58:00Z', false],
  ['yesterday', false],
])('updated_at %s is fresh: %s', (updated_at, isFresh) => {
  const document = JSON.stringify({ ...JSON.parse(status), updated_at });
  expect(learned('file-storage', { status: document }).isFresh).toBe(isFresh);
});
