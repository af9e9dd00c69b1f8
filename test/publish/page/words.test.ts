// Times as the pages tell them.
import { expect, it } from 'vitest';
import { milliseconds, phasesInWords } from '../../../src/publish/page/words.ts';

it.each([
  [0, '0.0 ms'],
  [37.26, '37.3 ms'],
])('tells %d as %s', (ms, told) => {
  expect(milliseconds(ms)).toBe(told);
});

it('tells phases in their order, and leaves out what did not happen', () => {
  expect(phasesInWords({ transfer: 4, dns: 1.04 })).toBe('dns 1.0 ms, transfer 4.0 ms');
  expect(phasesInWords({})).toBe('');
});
