// What js-yaml's events are made into is what the patient reader makes of the same text, at the same places.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify, type ToStringOptions } from 'yaml';
import type { Node, Nodes } from '../../src/config/nodes.ts';
import { parsePatiently } from '../../src/config/patient-nodes.ts';
import { parseQuickly } from '../../src/config/quick-nodes.ts';

function rootOf(nodes: Nodes | null): Node {
  if (nodes === null || nodes.root === null) throw new Error('nothing to be read');
  expect(nodes.faults).toEqual([]);
  return nodes.root;
}

type Plain = readonly [offset: number | null, value: unknown];

/** Empty values are without a place: each reader has its own idea of where nothing is. */
function plain(node: Node): Plain {
  if (node.kind === 'alias') return [node.offset, `*${node.name}`];
  if (node.kind === 'scalar') return [node.value === null ? null : node.offset, node.value];
  if (node.kind === 'list') return [node.offset, node.items.map(plain)];
  return [node.offset, node.pairs.map(({ key, value }) => [key.offset, key.text, plain(value)])];
}

const word = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom(
    '',
    'true',
    'Null',
    '~',
    '1',
    '-0x1f',
    '0o17',
    '.inf',
    '.NaN',
    '1e3',
    '+12',
    '# no',
    'a: b',
  ),
  fc.constantFrom('- x', '&a', '*a', '!t', '%d', '@', '"', "'", '<<', '---', '...', '|', ' blank ', 'ä€😀'),
);
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    word,
    fc.integer(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    tie('list'),
    tie('map'),
  ),
  list: fc.array(tie('any'), { maxLength: 5 }),
  map: fc.dictionary(word, tie('any'), { maxKeys: 5 }),
})).any;
const styles: fc.Arbitrary<ToStringOptions> = fc.record({
  collectionStyle: fc.constantFrom('any', 'block', 'flow'),
  defaultStringType: fc.constantFrom('PLAIN', 'QUOTE_DOUBLE', 'QUOTE_SINGLE'),
  blockQuote: fc.constantFrom<false | 'folded' | 'literal'>(false, 'folded', 'literal'),
  indent: fc.constantFrom(2, 4),
  lineWidth: fc.constantFrom(0, 20, 80),
});

test('whatever was written as YAML', () => {
  fc.assert(
    fc.property(value, styles, (written, style) => {
      const text = stringify(written, style);
      expect(plain(rootOf(parseQuickly(text)))).toEqual(plain(rootOf(parsePatiently(text))));
    }),
    { numRuns: 2000 },
  );
});

test.each([
  [
    'a: &x !!str 1\nb: *x',
    [
      0,
      [
        [0, 'a', [12, '1']],
        [14, 'b', [17, '*x']],
      ],
    ],
  ],
  ['a: |\n  one\n  two\n', [0, [[0, 'a', [3, 'one\ntwo\n']]]]],
  ['? |\n  key\n: 1', [0, [[2, 'key\n', [12, 1]]]]],
  [
    '- &x { k: 1 }\n- &y\n  - 2',
    [
      0,
      [
        [5, [[7, 'k', [10, 1]]]],
        [21, [[23, 2]]],
      ],
    ],
  ],
])('%j: anchors, tags and blocks', (text, nodes) => {
  expect(plain(rootOf(parseQuickly(text)))).toEqual(nodes);
  expect(plain(rootOf(parsePatiently(text)))).toEqual(nodes);
});

test.each([
  ['a:\nb: 1', 2],
  ['"a":\nb: 1', 4],
  ['a: &x\nb: 1', 5],
  ['a: !!null\nb: 1', 9],
  ['b: [1]\na:', 9],
])('%j: what is not written stands behind what comes before it', (text, offset) => {
  const root = rootOf(parseQuickly(text));
  const pairs = root.kind === 'mapping' ? root.pairs : [];
  expect(pairs.find(({ key }) => key.text === 'a')?.value).toMatchObject({ value: null, offset });
});

test.each([
  ['a: !x 1', 3, 'a tag'],
  ['a: !!int x', 3, 'a tag'],
  ['a: !!set {}', 3, 'a tag'],
  ['!!omap [a]', 0, 'a tag'],
  ['!x a: 1', 0, 'a tag'],
  ['? [a]\n: 1', 2, 'a key that is no text'],
  ['b: &b 1\n*b : 2', 8, 'a key that is no text'],
])('%j is YAML, and does not fit', (text, offset, observed) => {
  expect(parseQuickly(text)).toMatchObject({ faults: [{ offset, observed }] });
});

test.each(['a: [1', 'a: 1\n---\nb: 2', 'a: "x\0"', 'a: [\n1\n]'])(
  '%j is left to the patient reader',
  (text) => {
    expect(parseQuickly(text)).toBeNull();
  },
);

test.each(['', '# nothing\n', '---\n'])('%j', (text) => {
  expect(parseQuickly(text)).toMatchObject({ faults: [] });
});
