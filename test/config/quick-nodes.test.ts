// What the quick reader makes of a text is what the patient reader makes of it, values and places.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Document, isCollection, isScalar, type ToStringOptions, visit } from 'yaml';
import type { Node } from '../../src/config/nodes.ts';
import { parsePatiently } from '../../src/config/patient-nodes.ts';
import { parseQuickly } from '../../src/config/quick-nodes.ts';

type Plain = readonly [offset: number | null, value: unknown];

/** Empty values are without a place: each reader has its own idea of where nothing is. */
function plain(node: Node): Plain {
  if (node.kind === 'alias') return [node.offset, `*${node.name}`];
  if (node.kind === 'scalar') return [node.value === null ? null : node.offset, [node.anchor, node.value]];
  if (node.kind === 'list') return [node.offset, [node.anchor, ...node.items.map(plain)]];
  const pairs = node.pairs.map(({ key, value }) => [key.offset, key.text, key.isPlain, plain(value)]);
  return [node.offset, [node.anchor, ...pairs]];
}

function quickly(text: string): Node {
  const node = parseQuickly(text);
  if (node === null) throw new Error(`left to the patient reader: ${text}`);
  return node;
}

function patiently(text: string): Node {
  const { root, faults } = parsePatiently(text);
  expect(faults).toEqual([]);
  if (root === null) throw new Error('nothing was read');
  return root;
}

const line = fc.oneof(
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
const lines = fc
  .array(fc.constantFrom('one', ' two', '', '# three', 'a: b', '- c', '|'), { maxLength: 5 })
  .map((each) => each.join('\n'));

const contentOf = (word: fc.Arbitrary<string>) =>
  fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      word,
      fc.integer(),
      fc.double(),
      fc.boolean(),
      tie('list'),
      tie('map'),
      // The same twice is an anchor and its alias.
      tie('map').map((shared) => [shared, shared]),
    ),
    list: fc.array(tie('any'), { minLength: 1, maxLength: 5 }),
    map: fc.dictionary(word, tie('any'), { maxKeys: 5 }),
  })).any;
const stylesOf = (lineWidth: fc.Arbitrary<number>): fc.Arbitrary<ToStringOptions> =>
  fc.record({
    collectionStyle: fc.constantFrom('any', 'block', 'flow'),
    defaultStringType: fc.constantFrom(
      'PLAIN',
      'QUOTE_DOUBLE',
      'QUOTE_SINGLE',
      'BLOCK_LITERAL',
      'BLOCK_FOLDED',
    ),
    indent: fc.constantFrom(2, 4),
    lineWidth,
  });

/** With comments in front of every so many values. */
function written(content: unknown, style: ToStringOptions, every: number): string {
  const document = new Document(content);
  let at = 0;
  visit(document, (key, node) => {
    if (key === 'key' || !(isScalar(node) || isCollection(node))) return;
    at += 1;
    if (at % every === 0) node.commentBefore = ' this | that > there: x';
  });
  return document.toString(style);
}

test.each([
  ['lines that are folded', contentOf(line), stylesOf(fc.constantFrom(0, 20, 80))],
  // Not folded: yaml writes some of those wrong.
  ['texts of several lines', contentOf(fc.oneof(line, lines)), stylesOf(fc.constant(0))],
])('whatever was written as YAML: %s', (_what, value, styles) => {
  let compared = 0;
  fc.assert(
    fc.property(
      value,
      styles,
      fc.integer({ min: 1, max: 5 }),
      fc.boolean(),
      (content, style, every, returns) => {
        const text = written({ content }, style, every).replaceAll('\n', returns ? '\r\n' : '\n');
        if (parsePatiently(text).faults.length > 0 || parseQuickly(text) === null) return;
        compared += 1;
        expect(plain(quickly(text))).toEqual(plain(patiently(text)));
      },
    ),
    { numRuns: 1000 },
  );
  expect(compared).toBeGreaterThan(700);
});

test.each([
  ['a: &x 1\nb: *x', [0, [null, [0, 'a', true, [6, ['x', 1]]], [8, 'b', true, [11, '*x']]]]],
  ['"a": |\n  one\n  two\n', [0, [null, [0, 'a', false, [5, [null, 'one\ntwo\n']]]]]],
  ['# a > b\n- >\n  one\n', [8, [null, [10, [null, 'one\n']]]]],
  ['- a # > b\n- >\n  one\n', [0, [null, [2, [null, 'a']], [12, [null, 'one\n']]]]],
  ['? |\n  key\n: 1', [0, [null, [2, 'key\n', false, [12, [null, 1]]]]]],
  [
    '- &x { k: 1 }\n- &y\n  - 2',
    [0, [null, [5, ['x', [7, 'k', true, [10, [null, 1]]]]], [21, ['y', [23, [null, 2]]]]]],
  ],
])('%j: anchors, blocks and comments', (text, nodes) => {
  expect(plain(quickly(text))).toEqual(nodes);
  expect(plain(patiently(text))).toEqual(nodes);
});

test.each([
  ['a:\nb: 1', 2],
  ['"a":\nb: 1', 4],
  ['a: &x\nb: 1', 5],
  ['b: [1]\na:', 9],
])('%j: a value that is not written stands behind its key', (text, offset) => {
  const root = quickly(text);
  const pairs = root.kind === 'mapping' ? root.pairs : [];
  expect(pairs.find(({ key }) => key.text === 'a')?.value).toMatchObject({ value: null, offset });
});

test.each([
  ['no YAML', 'a: [1'],
  ['nothing', ''],
  ['comments alone', '# nothing\n'],
  ['two documents', 'a: 1\n---\nb: 2'],
  ['a character that is none', 'a: "x\0"'],
  ['a bracket at the start of a line', 'a: [\n1\n]'],
  ['a tag', 'a: !!int 1'],
  ['a tag of a mapping', '!x a: 1'],
  ['a tag of a key', '!x a: 1\nb: 2'],
  ['a list as a key', '? [a]\n: 1'],
  ['an alias as a key', 'b: &b 1\n*b : 2'],
  ['a key that is not written', ': 1'],
  ['an item that is not written', '- 1\n-\n- 2'],
])('%s is left to the patient reader', (_what, text) => {
  expect(parseQuickly(text)).toBeNull();
});
