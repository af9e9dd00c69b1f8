// The outline of a document: paths, types, what is sometimes absent; bounded whatever the document is.
import { expect, test } from 'vitest';
import type { Step } from '../../src/model/field-path.ts';
import { isSometimesAbsent, outlineOf } from '../../src/validate/outline.ts';

/** `path: types`, and a question mark for what is sometimes absent. */
function lines(document: unknown, wanted: readonly (readonly Step[])[] = []): string[] {
  return [...outlineOf(document, wanted).values()].map(
    (place) => `${place.path}: ${[...place.types].join('|')}${isSometimesAbsent(place) ? '?' : ''}`,
  );
}

test('every path with its types, the less deep before the deeper', () => {
  const data = [{ id: 'a', size: 1, tags: ['x', null] }, { id: 'b', size: 1.5, note: null }, 'odd'];
  expect(lines({ object: 'list', data, ok: true })).toEqual([
    ': object',
    'object: string',
    'data: array',
    'ok: boolean',
    'data[]: object|string',
    'data[].id: string',
    'data[].size: integer|number',
    'data[].tags: array?',
    'data[].note: null?',
    'data[].tags[]: string|null',
  ]);
});

test.each([
  [null, [': null']],
  [[], [': array']],
  [[[1]], [': array', '[]: array', '[][]: integer']],
  [{ 'a.b': { __proto__x: 1 } }, [': object', '["a.b"]: object', '["a.b"].__proto__x: integer']],
])('%j', (document, outline) => {
  expect(lines(document)).toEqual(outline);
});

test('what is wanted has a place though it is nowhere', () => {
  expect(
    lines({ a: 1 }, [
      ['b', 'c'],
      ['list', null, 'id'],
    ]),
  ).toEqual([': object', 'b: ?', 'b.c: ', 'list: ?', 'list[]: ', 'list[].id: ', 'a: integer']);
});

test('what is wanted has its types however many others there are', () => {
  const others = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f${index}`, 0]));
  const outline = outlineOf({ ...others, last: 'x' }, [['last']]);
  expect(outline.size).toBe(2_002);
  expect([...(outline.get('last')?.types ?? [])]).toEqual(['string']);
});

test('names that are too long for a path have no place, and what is below them neither', () => {
  const long = 'n'.repeat(10_000);
  expect(lines({ [long]: { a: 1 }, b: 2 })).toEqual([': object', 'b: integer']);
});

test('nesting and lists end at their bounds', () => {
  let deep: unknown = 'end';
  for (let level = 0; level < 50_000; level += 1) deep = [deep];
  expect(outlineOf(deep).size).toBe(17);
  const wide = Array.from({ length: 300 }, () => Array.from({ length: 300 }, () => ({ a: 1 })));
  const outline = outlineOf({ wide, long: Array(2_000).fill(0) });
  expect(outline.get('long[]')?.values).toBe(1_000);
  // 50 000 are looked into: the document, two lists, 300 lists, and then objects.
  expect(outline.get('wide[][].a')?.values).toBe(50_000 - 303);
  expect(outline.get('wide[][]')?.values).toBe(90_000);
});
