// Fields against those that are expected: missing, of another type, or new.
import { describe, expect, test } from 'vitest';
import type { ExpectedField } from '../../src/model/expectation.ts';
import { compareFields } from '../../src/validate/expected-fields.ts';
import { collectFindings } from '../../src/validate/finding.ts';
import { aCheck, aDeployment } from '../fixtures/model.ts';

/** `path: expected > observed`; a `?` behind the types is optional. */
function drift(expected: Readonly<Record<string, string>>, document: unknown, cursor: string | null = null) {
  const fields = Object.entries(expected).map(([path, written]) => {
    const types = written.replace('?', '').split(' | ') as unknown as ExpectedField['types'];
    return [path, { types, optional: written.endsWith('?') }];
  });
  const findings = collectFindings(aDeployment(), aCheck('status'));
  compareFields(Object.fromEntries(fields), cursor, document, findings);
  return findings.all().map(({ path, expected: wanted, observed }) => `${path}: ${wanted} > ${observed}`);
}

const item = { id: 'string', bytes: 'integer', note: 'string | null', resolved_at: 'string?' };
const list = {
  object: 'string',
  data: 'array',
  ...Object.fromEntries(Object.entries(item).map(([name, type]) => [`data[].${name}`, type])),
};
const good = { id: 'fil_1', bytes: 5, note: null };

test('as expected', () => {
  expect(drift(list, { object: 'list', data: [good, { ...good, note: 'x', resolved_at: 'now' }] })).toEqual(
    [],
  );
});

test.each([
  ['missing', [good, { bytes: 5, note: null }], ['data[].id: string > nothing']],
  ['another type', [good, { ...good, bytes: '5' }], ['data[].bytes: integer > string']],
  ['a number that is no integer', [{ ...good, bytes: 5.5 }], ['data[].bytes: integer > number']],
  [
    'several other types',
    [
      { ...good, note: 5 },
      { ...good, note: [] },
    ],
    ['data[].note: string | null > integer | array'],
  ],
  ['new', [good, { ...good, owner: 'me' }], ['data[].owner: nothing > string']],
  ['no object', [good, 'fil_1'], ['data[]: object > string']],
  ['nothing to compare', [], []],
])('items: %s', (_what, data, found) => {
  expect(drift(list, { object: 'list', data })).toEqual(found);
});

test('a number covers an integer', () => {
  expect(drift({ load: 'number' }, { load: 1 })).toEqual([]);
});

describe('where nothing is said, nothing is compared', () => {
  test('below a list that was empty, and below an object of which no field is listed', () => {
    const document = { object: 'list', data: [{ id: 5 }], links: { next: null } };
    expect(drift({ object: 'string', data: 'array', links: 'object' }, document)).toEqual([]);
  });

  test('beside a field that is listed only for what is in it', () => {
    expect(drift({ 'components[].name': 'string' }, { components: [{ name: 'a' }], other: 1 })).toEqual([]);
  });
});

describe('what is absent with its object is missed once', () => {
  test.each([
    ['the object', {}, ['links: object > nothing']],
    ['null, where that is expected too', { links: null }, []],
    ['another type', { links: 5 }, ['links: object | null > integer']],
  ])('%s', (what, document, found) => {
    const links = what === 'the object' ? 'object' : 'object | null';
    expect(drift({ links, 'links.self': 'string', 'links.next.href': 'string' }, document)).toEqual(found);
  });

  test('an optional object may be absent with all that is in it', () => {
    expect(drift({ links: 'object?', 'links.self': 'string' }, {})).toEqual([]);
  });
});

describe('nonsense is a clear finding each', () => {
  test.each([
    [
      'a field that is nowhere',
      { nowhere: 'string' },
      ['nowhere: string > nothing', 'status: nothing > string'],
    ],
    ['deep below nowhere', { 'a.b[].c': 'string' }, ['a: object > nothing']],
    [
      'below what is expected to be a text',
      { status: 'string', 'status.x': 'null' },
      ['status.x: null > nothing'],
    ],
    [
      'items of what is expected to be a text',
      { status: 'string', 'status[]': 'null' },
      ['status[]: null > nothing'],
    ],
    ['a type that it never has', { status: 'array' }, ['status: array > string']],
    ['a list as the document', { '[].id': 'string' }, [': array > object']],
  ])('%s', (_what, expected, found) => {
    expect(drift(expected, { status: 'operational' })).toEqual(found);
  });

  test('another resource', () => {
    const region = { code: 'fra1', name: 'Frankfurt' };
    expect(drift(list, { object: 'list', data: [region] })).toEqual([
      'data[].id: string > nothing',
      'data[].bytes: integer > nothing',
      'data[].note: string | null > nothing',
      'data[].code: nothing > string',
      'data[].name: nothing > string',
    ]);
  });

  test.each([null, 5, [], 'text', { data: { data: [[[]]] } }])('%j does not throw', (document) => {
    expect(() => drift(list, document)).not.toThrow();
  });
});

test('the cursor of the next page may come and go', () => {
  expect(drift({ object: 'string' }, { object: 'list', next: 'abc' }, 'next')).toEqual([]);
  expect(drift({ object: 'string' }, { object: 'list', next: 'abc' })).toEqual(['next: nothing > string']);
});
