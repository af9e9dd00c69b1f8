// Paths of fields: written in one way only, and read back as they were meant.
import { expect, test } from 'vitest';
import { parsePath, pathBelow, type Step } from '../../src/model/field-path.ts';

const written = (...steps: readonly Step[]) => steps.reduce(pathBelow, '');

test.each<[string, Step[]]>([
  ['status', ['status']],
  ['components[].name', ['components', null, 'name']],
  ['[]', [null]],
  ['rows[][].x y', ['rows', null, null, 'x y']],
  ['links["a.b"].href', ['links', 'a.b', 'href']],
  ['[""]', ['']],
  ['["a[]"][]', ['a[]', null]],
  ['["say \\"hi\\""]', ['say "hi"']],
  ['["bell\\u0007"]', ['bell\u0007']],
  ['["\\ud800"]', ['\ud800']],
  ['["__proto__"]', ['__proto__']],
  ['["<<"]', ['<<']],
  ['größe.名', ['größe', '名']],
])('%s', (path, steps) => {
  expect(written(...steps)).toBe(path);
  expect(parsePath(path)).toEqual(steps);
});

test.each([
  '',
  '.',
  '.a',
  'a.',
  'a..b',
  'a[',
  'a[0]',
  'a[]b',
  'a]',
  '["a"]',
  '["a',
  '["\\x"]',
  'a"b',
  '__proto__',
])('%j is no path', (path) => {
  expect(parsePath(path)).toBeNull();
});
