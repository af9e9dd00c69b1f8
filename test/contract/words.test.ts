// What reported words mean: a short table, any spelling of it, and nothing else is green.
import { expect, test } from 'vitest';
import { meaningOf, normalizeWord } from '../../src/contract/words.ts';

test.each([
  ['operational', 'operational'],
  ['Operational', 'operational'],
  [' OPERATIONAL ', 'operational'],
  ['maintenance', 'under_maintenance'],
  ['under-maintenance', 'under_maintenance'],
  ['Under Maintenance', 'under_maintenance'],
  ['degraded', 'degraded_performance'],
  ['degraded performance', 'degraded_performance'],
  ['partial outage', 'partial_outage'],
  ['major_outage', 'major_outage'],
  ['outage', 'major_outage'],
  ['DOWN', 'major_outage'],
])('%s means %s', (word, state) => expect(meaningOf(word, {})).toBe(state));

test.each([
  '',
  'ok',
  'up',
  'green',
  'operational!',
  'operationаl',
  'non operational',
  '__proto__',
  'constructor',
])('%j is in no table', (word) => expect(meaningOf(word, {})).toBeUndefined());

test('added words are compared the same way, and come before the built-in ones', () => {
  const added = { brown_out: 'partial_outage', down: 'degraded_performance' } as const;
  expect(meaningOf('Brown-Out', added)).toBe('partial_outage');
  expect(meaningOf('down', added)).toBe('degraded_performance');
});

test('blanks and hyphens, many or few, are one underscore', () => {
  expect(normalizeWord('  Partial \t- Outage\n')).toBe('partial_outage');
});
