// Where the JSON of two answers differs, and what a hostile one costs.
import { describe, expect, test } from 'vitest';
import { difference } from '../../src/judge/difference.ts';

const differ = (good: unknown, failing: unknown) => difference(JSON.stringify(good), JSON.stringify(failing));
const paths = (good: unknown, failing: unknown) => differ(good, failing).map(({ path }) => path);

describe('tells each place', () => {
  test.each([
    ['a word', { status: 'ok' }, { status: 'down' }, ['status', '"ok"', '"down"']],
    ['a number', { limits: { items: 1 } }, { limits: { items: 2 } }, ['limits.items', '1', '2']],
    ['a field that is gone', { a: 1 }, {}, ['a', '1', null]],
    ['a field that came', {}, { a: [1, { b: null }] }, ['a', null, '[1,{"b":null}]']],
    ['null, which is not absence', { a: null }, {}, ['a', 'null', null]],
    ['another type', { a: [1] }, { a: { 0: 1 } }, ['a', '[1]', '{"0":1}']],
    ['the whole', 1, 'one', ['', '1', '"one"']],
    ['an item of a plain list', { a: [1, 2] }, { a: [1, 3] }, ['a[1]', '2', '3']],
    ['a list that is longer', { a: [1] }, { a: [1, 2] }, ['a[1]', null, '2']],
    ['a field named as every object has', {}, { constructor: 1 }, ['constructor', null, '1']],
    ['a field with a name that reads as a path', { a: {} }, { a: { 'b.c': 1 } }, ['a["b.c"]', null, '1']],
  ])('%s', (_what, good, failing, [path, before, after]) => {
    expect(differ(good, failing)).toEqual([{ path, good: before, failing: after }]);
  });

  test('and nothing where nothing differs', () => {
    const document = { a: [1, { b: ['x'] }], c: null };
    expect(differ(document, structuredClone(document))).toEqual([]);
  });

  test('though the fields come in another order', () => {
    expect(differ({ a: 1, b: 2 }, { b: 2, a: 1 })).toEqual([]);
  });
});

describe('of items that have an id, a code or a name', () => {
  const named = (...names: string[]) => ({ components: names.map((name) => ({ name, status: 'ok' })) });

  test('order says nothing', () => {
    expect(differ(named('API', 'Storage'), named('Storage', 'API'))).toEqual([]);
  });

  test('each is compared with itself; its index is that in the failing answer', () => {
    const failing = {
      components: [
        { name: 'Storage', status: 'down' },
        { name: 'API', status: 'ok' },
      ],
    };
    expect(differ(named('API', 'Storage'), failing)).toEqual([
      { path: 'components[0].status', good: '"ok"', failing: '"down"' },
    ]);
  });

  test('one that is gone is told as a whole, by the index it had', () => {
    expect(differ(named('API', 'Storage'), named('Storage'))).toEqual([
      { path: 'components[0]', good: '{"name":"API","status":"ok"}', failing: null },
    ]);
  });

  test('the id tells them apart before the name does', () => {
    const good = [
      { id: 'a', name: 'one' },
      { id: 'b', name: 'two' },
    ];
    const failing = [
      { id: 'b', name: 'two' },
      { id: 'a', name: 'uno' },
    ];
    expect(differ(good, failing)).toEqual([{ path: '[1].name', good: '"one"', failing: '"uno"' }]);
  });

  test.each([
    ['repeated', named('API', 'API')],
    ['missing from one', { components: [{ name: 'API' }, {}] }],
    ['not a string', { components: [{ name: 'API' }, { name: 7 }] }],
  ])('%s: compared by index', (_what, failing) => {
    const good = named('Storage', 'API');
    expect(paths(good, failing)).toContain('components[0].name');
  });
});

describe('is empty where one of them', () => {
  test.each([
    ['is HTML', '<html>'],
    ['is nothing', ''],
    ['is cut short', '{"a":'],
  ])('%s', (_what, text) => {
    expect(difference('{"a":1}', text)).toEqual([]);
    expect(difference(text, '{"a":1}')).toEqual([]);
  });
});

describe('is bounded', () => {
  const deep = (depth: number, core: string) => `${'{"a":['.repeat(depth)}${core}${']}'.repeat(depth)}`;

  test('50 places', () => {
    const numbers = (by: number) => Array.from({ length: 80 }, (_, index) => index + by);
    expect(differ(numbers(0), numbers(100))).toHaveLength(50);
  });

  test.each([
    ['a long text', 'x'.repeat(5_000)],
    ['a long list', Array.from({ length: 5_000 }, () => 1)],
    ['many fields', Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`field${index}`, index]))],
    ['a long name', { ['n'.repeat(5_000)]: 1 }],
  ])('%s is cut at 200 characters, and shows that it is', (_what, value) => {
    const shown = differ({}, { a: value })[0]?.failing ?? '';
    expect(shown).toHaveLength(200);
    expect(shown.endsWith('…')).toBe(true);
    expect(JSON.stringify(value).startsWith(shown.slice(0, -1))).toBe(true);
  });

  test.each([
    ['fits', 198, `"${'x'.repeat(198)}"`],
    ['is one too long', 199, `"${'x'.repeat(198)}…`],
  ])('a text that just %s', (_what, length, shown) => {
    expect(differ({}, { a: 'x'.repeat(length) })[0]?.failing).toBe(shown);
  });

  test('a path is cut too, and holds nothing that cannot be printed', () => {
    const [first] = differ({}, { [`\u202e${'n'.repeat(500)}`]: 1 });
    expect(first?.path).toBe(`["\uFFFD${'n'.repeat(197)}`);
  });

  test('nested 100,000 deep: no overflow, and what is that deep is not looked into', () => {
    expect(difference(deep(50_000, '1'), deep(50_000, '2'))).toEqual([]);
    expect(difference(deep(16, '1'), deep(16, '2'))).toHaveLength(1);
    expect(difference('{}', deep(50_000, '1'))[0]?.failing).toHaveLength(200);
  });

  test('long lists are compared in time that grows with their length alone', () => {
    // Nine hundred million pairs would run into the test's own time limit.
    const items = Array.from({ length: 30_000 }, (_, index) => ({ id: `i${index}` }));
    expect(differ(items, items.toReversed())).toEqual([]);
  });
});
