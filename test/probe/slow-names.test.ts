// Which names are slow: by their last look-up, or by one under way.
import { expect, test } from 'vitest';
import { createSlowNames } from '../../src/probe/slow-names.ts';

test('a name is slow while its last look-up took three seconds or more', () => {
  const slow = createSlowNames();
  expect(slow.has('a.test', 0)).toBe(false);
  slow.learn('a.test', 2999);
  expect(slow.has('a.test', 0)).toBe(false);
  slow.learn('a.test', 3000);
  expect(slow.has('a.test', 0)).toBe(true);
  expect(slow.has('b.test', 0)).toBe(false);
  slow.learn('a.test', 20);
  expect(slow.has('a.test', 0)).toBe(false);
});

test('a look-up under way for three seconds makes it slow before it is over', () => {
  const slow = createSlowNames();
  expect(slow.has('a.test', 2999)).toBe(false);
  expect(slow.has('a.test', 3000)).toBe(true);
});

test('of too many, the one that was learned first is forgotten', () => {
  const slow = createSlowNames(2);
  for (const name of ['a.test', 'b.test', 'a.test', 'c.test']) slow.learn(name, 3000);
  expect(['a.test', 'b.test', 'c.test'].map((name) => slow.has(name, 0))).toEqual([true, false, true]);
});
