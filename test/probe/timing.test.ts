import { expect, test } from 'vitest';
import { begin, createStopwatch, finish, lap, totalMs } from '../../src/probe/timing.ts';

test('a phase is as long as from its beginning to the next lap', () => {
  const watch = createStopwatch(1000);
  begin(watch, 'dns', 1000);
  lap(watch, 'connect', 1002.25);
  lap(watch, 'tls', 1010);
  lap(watch, 'first_byte', 1040);
  begin(watch, 'first_byte', 1041.5);
  lap(watch, 'transfer', 1050);
  finish(watch, 1051);
  expect(watch.phases).toEqual({ dns: 2.25, connect: 7.75, tls: 30, first_byte: 8.5, transfer: 1 });
});

test('a phase that did not happen, or was not completed, is absent', () => {
  const watch = createStopwatch(0);
  lap(watch, 'transfer', 5);
  expect(watch.phases).toEqual({ first_byte: 5 });
  expect(watch.phase).toBe('transfer');
});

test('the total leaves out what was between phases', () => {
  expect(totalMs({ dns: 1.5, first_byte: 2 })).toBe(3.5);
  expect(totalMs({})).toBe(0);
});
