// Times as the pages tell them.
import { expect, it } from 'vitest';
import {
  instant,
  latencyInWords,
  milliseconds,
  moment,
  phasesInWords,
} from '../../../src/publish/page/words.ts';

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

it.each([
  [0.4, '0.4 ms'],
  [9.94, '9.9 ms'],
  [37.26, '37 ms'],
  [999.4, '999 ms'],
  [1_254, '1.25 s'],
])('tells %d ms at a glance as %s', (ms, told) => {
  expect(latencyInWords(ms)).toBe(told);
});

it('tells an instant as moments are told, its title left to modules', () => {
  const atMs = Date.UTC(2026, 10, 21, 18, 12, 36, 999);
  expect(instant(atMs).markup).toBe('<time datetime="2026-11-21T18:12:36Z">2026-11-21 18:12:36 UTC</time>');
  expect(instant(atMs).markup).toBe(moment(atMs).markup.replace(/ title="[^"]*"/, ''));
});
