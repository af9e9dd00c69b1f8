// A row is written once, and anew as soon as anything of it is another.
import { expect, it } from 'vitest';
import { fleetRow } from '../../../src/publish/page/fleet-row.ts';
import { writtenRow } from '../../../src/publish/page/fleet-rows.ts';
import { aChronicle, dayMs, hourMs } from '../../fixtures/chronicle.ts';
import { aView, nowMs } from '../../fixtures/snapshot.ts';

const certificate = { notAfterMs: nowMs + 20 * dayMs, subject: 'CN=a', issuer: 'CN=b', error: null };
const view = aView({ state: { certificate } });
const past = aChronicle(nowMs);
type Asked = Parameters<typeof writtenRow>;
const asIs: Asked = [view, past, '', 0, nowMs];

it.each<[string, Asked]>([
  ['the same', asIs],
  ['another state', [aView({ state: { status: 'unknown' } }), past, '', 0, nowMs]],
  ['another chronicle', [view, aChronicle(nowMs, { 0: null }), '', 0, nowMs]],
  ['another base path', [view, past, '/at', 0, nowMs]],
  ['another place', [view, past, '', 1, nowMs]],
  ['another hour', [view, past, '', 0, nowMs - hourMs]],
  ['another day', [view, past, '', 0, nowMs + dayMs]],
])('with %s it is what a row is', (_, asked) => {
  writtenRow(...asIs);
  expect(writtenRow(...asked)).toBe(fleetRow(...asked).markup);
});

it('is not written again while it is the same', () => {
  const reads: string[] = [];
  const watched = new Proxy(view, {
    get: (target, name) => {
      reads.push(String(name));
      return Reflect.get(target, name);
    },
  });
  writtenRow(watched, past, '', 0, nowMs);
  expect(reads.length).toBeGreaterThan(0);
  reads.length = 0;
  writtenRow(watched, past, '', 0, nowMs + 1);
  expect(reads).toEqual([]);
});
