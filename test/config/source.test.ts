// Text that is no YAML, or no configuration, is a problem with a place and without a quotation.
import { expect, test } from 'vitest';
import { entryAt, readSource, valueAt } from '../../src/config/source.ts';
import { outsideOf, problemsOf } from './reading.ts';

test.each([
  ['nothing', '', '1:1 : a mapping of sections | nothing'],
  ['only comments', '# hello\n', '1:1 : a mapping of sections | nothing'],
  ['a text', 'hunter2', '1:1 : a mapping of sections | a single value'],
  ['a list', '- a', '1:1 : a mapping of sections | a list'],
  ['a tab', 'agent:\n\tname: x', '2:1 : valid YAML | a tab as indentation'],
  [
    'a quote without end',
    'agent: "x',
    '1:10 : valid YAML | something missing: a quote, bracket, comma, colon or blank',
  ],
  ['an unknown tag', 'agent: !secret x', '1:8 : valid YAML | a tag'],
  ['a tag of YAML 1.1', 'agent: !!set { a }', '1:8 : valid YAML | a tag'],
  ['a binary', 'x-a: !!binary aGk=', '1:6 : valid YAML | a tag'],
  ['two documents', 'agent: {}\n---\nstore: {}', '2:1 : valid YAML | more than one document'],
  ['a tag that does not fit', 'x-a: !!int x', '1:6 : valid YAML | a tag'],
  ['a list as a key', '? [a]\n: b', '1:3 : valid YAML | a key that is no text'],
])('%s', (_what, text, problem) => {
  expect(problemsOf(text)).toEqual([problem]);
});

test.each([
  ['agent: >S3cr3t', 1],
  ['agent: |S3cr3t', 1],
  ['agent: !S3cr3t x', 1],
  ['agent: !S3cr3t {}', 1],
  ['agent: !S3cr3t! x', 1],
  ['agent: !<S3cr3t x', 1],
  ['agent: *S3cr3t', 1],
  ['agent: &S3cr3t *S3cr3t', 1],
  ['agent: "\\S3cr3t"', 1],
  ['agent: "\\xS3cr3t"', 1],
  ['agent: "\\US3cr3tUU"', 1],
  ['agent: @S3cr3t', 1],
  ['agent: `S3cr3t', 1],
  ['%YAML S3cr3t\n---\nagent: {}', 1],
  ['%TAG S3cr3t\n---\nagent: {}', 1],
  ['S3cr3t\nagent: {}', 1],
  ['agent: x\n  S3cr3t: y', 1],
  ['agent: "x" S3cr3t', 1],
  ['agent: [S3cr3t', 1],
  ['agent: "\\q S3cr3t"\nstore: } S3cr3t\nmetrics: @S3cr3t', 2],
])('%j is wrong, and not quoted', (text, atLeast) => {
  const problems = problemsOf(text);
  expect(problems.length).toBeGreaterThanOrEqual(atLeast);
  expect(problems.join('\n')).not.toMatch(/S3cr3t|3cr3t|cr3t/);
});

test('values and their entries are found by path, own keys only', () => {
  const source = readSource('a: [{ b: 1 }]', outsideOf({}));
  expect(valueAt(source, ['a', 0, 'b'])).toBe(1);
  expect(entryAt(source, ['a', 0, 'b'])).toMatchObject({ keyOffset: 6, valueOffset: 9 });
  expect(valueAt(source, ['a', 'length', 'toString'])).toBeUndefined();
  expect(valueAt(source, ['toString'])).toBeUndefined();
  expect(entryAt(source, ['a', 1])).toBeUndefined();
});
