// What an answer claims: read as far as its shape allows, within bounds, and never better than it was said.
import { describe, expect, test } from 'vitest';
import type { Deployment } from '../../src/model/deployment.ts';
import { answer, fixture } from '../fixtures/observation.ts';
import { deploymentOf, runOf } from './round.ts';

const files = deploymentOf('file-storage');
const lenient = deploymentOf('file-storage', {
  rules: { 'shape.required': 'info', 'shape.type': 'info', 'shape.envelope': 'info' },
});
const claimsOf = (document: unknown, deployment: Deployment = files) =>
  runOf(deployment, 'status', answer('status', JSON.stringify(document))).claims;

const good = { word: 'operational', state: 'operational' };

test('of a status document', () => {
  expect(claimsOf(JSON.parse(fixture('status-v1-file-storage')))).toEqual({
    overall: good,
    version: 'v1',
    region: 'Frankfurt',
    updatedAtMs: Date.parse('2026-11-20T09:59:58Z'),
    components: ['API', 'Upload Service', 'Storage', 'Virus Scanning'].map((name) => ({
      name,
      reported: good,
    })),
    regions: [],
    items: null,
  });
});

test('of a list of regions', () => {
  const { claims } = runOf(deploymentOf('compute'), 'regions', answer('regions', fixture('regions')));
  expect(claims).toMatchObject({ overall: null, components: [], items: 3 });
  expect(claims?.regions[2]).toEqual({
    code: 'gru1',
    name: 'São Paulo',
    zone: 'sa-east',
    country: 'BR',
    reported: good,
  });
});

test('of any other list: how long it is', () => {
  const { claims } = runOf(files, 'files', answer('files', fixture('files')));
  expect(claims).toMatchObject({ items: 1, overall: null, components: [], regions: [] });
});

test('words keep their text, and mean what the tables say; in none, they are unknown', () => {
  const explained = deploymentOf('file-storage', { statusWords: { on_fire: 'major_outage' } });
  const claims = claimsOf(JSON.parse(fixture('status-other-words')), explained);
  expect([claims?.overall, ...(claims?.components ?? []).map(({ reported }) => reported)]).toEqual([
    { word: 'brownout', state: 'unknown' },
    { word: 'Degraded Performance', state: 'degraded_performance' },
    { word: 'on fire', state: 'major_outage' },
    { word: '', state: 'unknown' },
    { word: 'OPERATIONAL', state: 'operational' },
  ]);
});

test.each(['__proto__', 'constructor', 'toString'])('the word %s means nothing', (word) => {
  expect(claimsOf({ status: word, components: [] })?.overall).toEqual({ word, state: 'unknown' });
});

describe('what cannot be read', () => {
  test.each([
    ['no overall word', { components: [] }],
    ['no components', { status: 'operational' }],
    ['components that are no list', { status: 'operational', components: {} }],
    ['a list for a document', [{ status: 'operational' }]],
    ['null', null],
  ])('%s: no claims, even where the rules are lowered', (_, document) => {
    expect(claimsOf(document, lenient)).toBeNull();
  });

  test('a component without a name is passed over; a word that is none is unknown, as its JSON', () => {
    const words = [true, null, 12.5, { a: 1 }, ['operational'], undefined];
    const components = words.map((status, index) => ({ name: `c${index}`, status }));
    const document = { status: 5, components: [{ status: 'operational' }, 'API', null, ...components] };
    const claims = claimsOf(document, lenient);
    expect(claims?.overall).toEqual({ word: '5', state: 'unknown' });
    expect(claims?.components.map(({ name, reported }) => [name, reported.word, reported.state])).toEqual([
      ['c0', 'true', 'unknown'],
      ['c1', 'null', 'unknown'],
      ['c2', '12.5', 'unknown'],
      ['c3', '{…}', 'unknown'],
      ['c4', '[…]', 'unknown'],
      ['c5', 'missing', 'unknown'],
    ]);
    expect(claims).toMatchObject({ version: null, region: null, updatedAtMs: null });
  });

  test('a region without a code is passed over; the rest of it may be missing', () => {
    const body = '{"object": "list", "data": [{}, null, {"code": "fra1", "name": 5}]}';
    const { claims } = runOf(deploymentOf('compute'), 'regions', answer('regions', body));
    expect(claims?.regions).toEqual([
      { code: 'fra1', name: '', zone: '', country: '', reported: { word: 'missing', state: 'unknown' } },
    ]);
    expect(claims?.items).toBe(3);
  });

  test('an updated_at in another form is none', () => {
    expect(claimsOf({ status: 'x', components: [], updated_at: '2026-11-20' })?.updatedAtMs).toBeNull();
  });
});

describe('bounds', () => {
  const many = (count: number, status: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => ({ name: `c${index}`, status: status(index) }));

  test('1,000 components, and none that matters is left out for one that is well', () => {
    const components = [
      ...many(10_000, (index) => (index === 9_000 ? 'down' : 'operational')),
      { name: 'Storage', status: 'operational' },
    ];
    const claimed = claimsOf({ status: 'operational', components })?.components ?? [];
    expect(claimed).toHaveLength(1_000);
    expect(claimed.slice(0, 3).map(({ name }) => name)).toEqual(['Storage', 'c9000', 'c0']);
  });

  test('an expected name listed a thousand times leaves room for what is not well', () => {
    const components = [
      ...Array.from({ length: 1_500 }, () => ({ name: 'API', status: 'operational' })),
      { name: 'API', status: 'degraded' },
      { name: 'Cache', status: 'partial outage' },
      { name: 'Storage', status: 'operational' },
      ...many(2_000, () => 'odd'),
      { name: 'Queue', status: 'down' },
    ];
    const claimed = claimsOf({ status: 'operational', components })?.components ?? [];
    expect(claimed).toHaveLength(1_000);
    expect(claimed.slice(0, 6).map(({ name, reported }) => `${name} ${reported.word}`)).toEqual([
      'API operational',
      'API degraded',
      'Storage operational',
      'Queue down',
      'Cache partial outage',
      'c0 odd',
    ]);
  });

  test('of regions too, those that are not well come first', () => {
    const region = (index: number) => ({
      code: `c${index}`,
      name: '',
      zone: 'a-b',
      country: 'DE',
      status: index === 4_000 ? 'down' : 'operational',
    });
    const body = JSON.stringify({
      object: 'list',
      data: Array.from({ length: 5_000 }, (_, at) => region(at)),
    });
    const { claims } = runOf(deploymentOf('compute'), 'regions', answer('regions', body));
    expect(claims?.items).toBe(5_000);
    expect(claims?.regions.slice(0, 2).map(({ code }) => code)).toEqual(['c4000', 'c0']);
    expect(claims?.regions).toHaveLength(1_000);
  });

  test('a list within the bound keeps its order', () => {
    const components = many(1_000, (index) => (index === 999 ? 'down' : 'operational'));
    const claimed = claimsOf({ status: 'operational', components })?.components ?? [];
    expect(claimed.map(({ name }) => name)).toEqual(components.map(({ name }) => name));
  });

  test('names and words of 120 characters', () => {
    const long = '"\n'.repeat(50_000);
    const claims = claimsOf({
      status: long,
      version: long,
      region: long,
      components: [{ name: long, status: long }],
    });
    const [component] = claims?.components ?? [];
    const texts = [claims?.overall?.word, claims?.version, claims?.region, component?.name];
    expect([...texts, component?.reported.word].map((text) => text?.length)).toEqual(Array(5).fill(120));
  });
});
