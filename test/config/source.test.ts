// Text that is no YAML, or no configuration, is a problem with a place and without a quotation.
import { expect, test } from 'vitest';
import { entryAt, readSource, valueAt } from '../../src/config/source.ts';
import { outsideOf, problemsOf } from './reading.ts';

test.each([
  ['nothing', '', '0:0 : a mapping of sections | nothing'],
  ['only comments', '# hello\n', '0:0 : a mapping of sections | nothing'],
  ['a text', 'hunter2', '0:0 : a mapping of sections | a single value'],
  ['a list', '- a', '1:1 : a mapping of sections | a list'],
  ['a tab', 'agent:\n\tname: x', '2:1 : valid YAML | Tabs are not allowed as indentation'],
  ['a quote without end', 'agent: "x', '1:10 : valid YAML | Missing closing "quote'],
  ['an unknown tag', 'agent: !secret x', '1:8 : valid YAML | Unresolved tag: !secret'],
  ['a tag of YAML 1.1', 'agent: !!set { a }', '1:8 : valid YAML | Unresolved tag: tag:yaml.org,2002:set'],
  ['a binary', 'x-a: !!binary aGk=', '1:6 : valid YAML | Unresolved tag: tag:yaml.org,2002:binary'],
  ['two documents', 'agent: {}\n---\nstore: {}', '2:1 : valid YAML | Source contains multiple documents'],
  ['a list as a key', '? [a]\n: b', '1:3 : valid YAML | With stringKeys, all keys must be strings'],
])('%s', (_what, text, problem) => {
  expect(problemsOf(text)).toEqual([problem]);
});

test('every syntax error is said, and none quotes the text', () => {
  const problems = problemsOf('agent: "\\q hunter2"\nstore: } hunter2\nmetrics: @hunter2');
  expect(problems.length).toBeGreaterThan(1);
  expect(problems.join('\n')).not.toContain('hunter2');
});

test('values and their entries are found by path, own keys only', () => {
  const source = readSource('a: [{ b: 1 }]', outsideOf({}));
  expect(valueAt(source, ['a', 0, 'b'])).toBe(1);
  expect(entryAt(source, ['a', 0, 'b'])).toMatchObject({ keyOffset: 6, valueOffset: 9 });
  expect(valueAt(source, ['a', 'length', 'toString'])).toBeUndefined();
  expect(valueAt(source, ['toString'])).toBeUndefined();
  expect(entryAt(source, ['a', 1])).toBeUndefined();
});
