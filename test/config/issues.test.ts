// What zod says, as problems: each unknown key by itself, and of several forms the one that was meant.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { list, mapping, text } from '../../src/config/fields.ts';
import { type Draft, parseSection } from '../../src/config/issues.ts';

const word = text('a word', /^\w+$/);
const forms = z.union([word, list(word, 0, 2), mapping({ a: word })], { error: 'a word, some, or { a }' });

test.each([
  ['a wrong key', z.record(word, word), { '!': 'x' }, [[['s', '!'], 'a word', true]]],
  ['a wrong word among forms', forms, '!', [[['s'], 'a word', false]]],
  ['a wrong item among forms', forms, ['a', '!'], [[['s', 1], 'a word', false]]],
  ['a wrong key among forms', forms, { a: '!' }, [[['s', 'a'], 'a word', false]]],
  ['no form at all', forms, 5, [[['s'], 'a word, some, or { a }', false]]],
])('%s', (_what, schema, raw, expected) => {
  const problems: Draft[] = [];
  expect(parseSection(schema, raw, ['s'], problems)).toBeNull();
  expect(problems.map(({ path, expected: text, atKey }) => [path, text, atKey ?? false])).toEqual(expected);
});

test('what fits is handed out', () => {
  const problems: Draft[] = [];
  expect(parseSection(forms, { a: 'x' }, ['s'], problems)).toEqual({ a: 'x' });
  expect(problems).toEqual([]);
});

test.each([
  ['intervall', 'interval'],
  ['intreval', 'interval'],
  ['Timeout', 'timeout'],
  ['labels', null],
  ['label', null],
  ['nterva', 'interval'],
  ['nterv', null],
  ['od', 'id'],
  ['ca', null],
  ['slos', 'slo'],
  ['x'.repeat(100_000), null],
])('an unknown %s', (key, meant) => {
  const known = {
    id: word.optional(),
    slo: word.optional(),
    timeout: word.optional(),
    interval: word.optional(),
  };
  const problems: Draft[] = [];
  parseSection(mapping(known), { [key]: 'x', other: 'x' }, [], problems);
  const all = 'one of the keys id, slo, timeout, interval';
  expect(problems.map(({ expected }) => expected)).toEqual([
    meant === null ? all : `${all} (did you mean ${meant}?)`,
    all,
  ]);
});

test('unknown keys are told, and what else there is is still read', () => {
  const problems: Draft[] = [];
  const section = mapping({ a: word.optional(), inner: mapping({ a: word }).optional() });
  expect(parseSection(section, { b: 1, a: 'x', inner: { c: 1, a: 'y' } }, ['s'], problems)).toEqual({
    a: 'x',
    inner: { a: 'y' },
  });
  expect(problems.map(({ path, atKey }) => [path, atKey])).toEqual([
    [['s', 'inner', 'c'], true],
    [['s', 'b'], true],
  ]);
});

test('a wrong value beside an unknown key leaves nothing to go on with', () => {
  const problems: Draft[] = [];
  expect(parseSection(mapping({ a: word }), { b: 1, a: '!' }, ['s'], problems)).toBeNull();
  expect(problems).toHaveLength(2);
});
