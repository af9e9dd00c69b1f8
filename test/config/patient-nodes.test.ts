// Everything that is wrong with a text is told, in our own words; what is a little off is taken.
import { expect, test } from 'vitest';
import { parsePatiently } from '../../src/config/patient-nodes.ts';
import { readSource } from '../../src/config/source.ts';
import { outsideOf } from './reading.ts';

test('all of it, in order', () => {
  expect(parsePatiently('a: "\\q"\nb: @x')).toEqual({
    root: null,
    faults: [
      { offset: 4, observed: 'an escape that is not known in a text in double quotes' },
      { offset: 11, observed: 'a text that needs quotes: it begins with a reserved character' },
    ],
  });
});

test.each([
  ['a bracket that closes at the start of a line', 'a: [\n  1\n]\nb: 2', { a: [1], b: 2 }],
  ['tabs between what stands in braces', 'a: {\tk: 1,\tl: }', { a: { k: 1, l: null } }],
  ['a merge there', 'x: &x { k: 1 }\na: {\n  <<: *x\n}', { x: { k: 1 }, a: { k: 1 } }],
])('%s', (_what, text, value) => {
  const { root, problems } = readSource(text, outsideOf({}));
  expect(problems).toEqual([]);
  expect(JSON.parse(JSON.stringify(root))).toEqual(value);
});

test('a value that is not written stands where its key does', () => {
  expect(parsePatiently('{a}')).toMatchObject({
    root: { pairs: [{ key: { offset: 1, text: 'a' }, value: { kind: 'scalar', offset: 1, value: null } }] },
  });
});

test('nesting without end', () => {
  const { root, faults } = parsePatiently(`x: ${'['.repeat(100_000)}`);
  expect(root).toBeNull();
  expect(faults.length).toBeGreaterThan(0);
});

test.each(['%FOO bar\n---\na: [\n  1\n]', '%YAML 1.3\n---\na: 1'])('%j: what YAML passes over is', (text) => {
  expect(parsePatiently(text).faults).toEqual([]);
});
