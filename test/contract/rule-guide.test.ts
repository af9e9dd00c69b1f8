// The guide says something short and whole of each rule of the table.
import { expect, test } from 'vitest';
import { ruleGuide } from '../../src/contract/rule-guide.ts';
import { ruleIds } from '../../src/contract/rules.ts';

test('it speaks of the rules of the table and of no others', () => {
  expect(Object.keys(ruleGuide).toSorted()).toEqual(ruleIds.toSorted());
});

test.each(['freshness.updated_at_backwards', 'drift.region_changed', 'drift.list_emptied'] as const)(
  '%s, which is about a change, says that it fails one run',
  (id) => {
    expect(ruleGuide[id].remedy).toContain('As `error` each change fails one run');
  },
);

test.each(ruleIds)('%s: an example within a line, and an advice in whole sentences', (id) => {
  const { breaks, remedy } = ruleGuide[id];
  expect(breaks).toMatch(/^[^\n]{5,120}[^.\n]$/);
  expect(remedy).toMatch(/^[A-Z][^\n]{5,200}\.$/);
});
