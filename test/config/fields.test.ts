// The kinds of option the schema is made of, at their bounds.
import { expect, test } from 'vitest';
import {
  dictionary,
  duration,
  durationOrOff,
  entries,
  list,
  mapping,
  oneOf,
  percentage,
  size,
  text,
  whole,
} from '../../src/config/fields.ts';

const word = text('a word', /^\w+$/);
const aSecond = duration({ minMs: 1_000, maxMs: 5_000, stepMs: 1_000, example: '2s' });
const orOff = durationOrOff({ minMs: 1, maxMs: 1_000, example: '5ms' });

test.each([
  ['a duration', aSecond, ['1s', '5s', '2000ms'], ['999ms', '6s', '1500ms', 'off', 1_000, null]],
  ['a duration, or off', orOff, ['1ms', '1s', 'off'], ['0s', '2s', 'on', false]],
  ['a size', size(1_024, 2_048), ['1KiB', '2KiB'], ['3KiB', '0KiB', '1MiB', 1_024]],
  ['a whole number', whole(1, 3), [1, 3], [0, 4, 1.5, '1', null]],
  ['a percentage', percentage('5%'), ['50%', '0.1%', '99.999999%'], ['0%', '0.0%', '100%', '50', '5 %', 0.5]],
  ['one of some', oneOf(['a', 4]), ['a', 4], ['b', '4', 5]],
  ['a list', list(word, 1, 2), [['a'], ['a', 'b']], [[], ['a', 'b', 'c'], ['a', 'a'], ['!'], 'a', null]],
  [
    'a mapping',
    mapping({ a: word.optional() }),
    [{}, null, { a: 'x' }, { 'x-y': 1 }],
    [{ b: 1 }, [], 'a', { a: 5 }],
  ],
  [
    'a dictionary',
    dictionary(word, word, 1),
    [{}, null, { a: 'b' }, { a: 'b', 'x-c': 1 }],
    [{ a: 'b', c: 'd' }, { '!': 'b' }, []],
  ],
  [
    'entries',
    entries(text('a name', /^[\w-]+$/), word, 2),
    [{}, { 'x-a': 'b' }],
    [{ 'x-a': 1 }, { 'x-a': 'b', c: 'd', e: 'f' }],
  ],
])('%s', (_what, schema, right, wrong) => {
  expect(right.filter((value) => !schema.safeParse(value).success)).toEqual([]);
  expect(wrong.filter((value) => schema.safeParse(value).success)).toEqual([]);
});

test('what they become', () => {
  expect([percentage('5%').parse('99.95%'), percentage('5%').parse('29%')]).toEqual([0.9995, 0.29]);
  expect([aSecond.parse('2s'), orOff.parse('off'), size(1_024, 4_096).parse('2KiB')]).toEqual([
    2_000,
    null,
    2_048,
  ]);
  expect(dictionary(word, word, 1).parse({ a: 'b', 'x-c': 1 })).toEqual({ a: 'b' });
});
