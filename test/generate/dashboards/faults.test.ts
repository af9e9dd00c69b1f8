// Each check is seen to fail: a fault is planted, and the rule that is about it names the place.
import { expect, test } from 'vitest';
import { boardOf } from './boards.ts';
import { type Fault, faults } from './faults.ts';
import { findingsOf, rules } from './findings.ts';

/** A whole set, so that none is dropped in silence. */
const fewest = 40;

test('there are many, and each is of its own', () => {
  const named = faults.map(({ what, panel }) => `${what} in ${panel}`);
  expect(new Set(named).size).toBe(named.length);
  expect(named.length).toBeGreaterThanOrEqual(fewest);
});

test('no rule is without a fault that it has to find', () => {
  const planted = new Set(faults.map(({ rule }) => rule));
  expect([...new Set(rules.map(({ name }) => name))].filter((name) => !planted.has(name))).toEqual([]);
});

test.each<Fault>([...faults])('$what: $rule', ({ rule, panel, dashboard, plant }) => {
  const board = boardOf(dashboard);
  plant(board);
  const found = findingsOf(board).filter((finding) => finding.rule === rule);
  expect(found).toContainEqual({ rule, dashboard: board.title, panel, message: expect.any(String) });
});
