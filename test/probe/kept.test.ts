import { lookup } from 'node:dns';
import { expect, test } from 'vitest';
import { createKept } from '../../src/probe/kept.ts';
import { type Link, openLink } from '../../src/probe/link.ts';
import { createRoutes } from '../../src/probe/route.ts';
import { aDeployment } from './target.ts';

const deployment = aDeployment({ keepAliveMs: 1000 });
const open = (): Link => openLink(createRoutes('x')(deployment.connection), lookup, 1000);

test('what was put is taken once', () => {
  const kept = createKept();
  const link = open();
  kept.put(deployment, link, link.openedMs);
  expect(kept.take(deployment, link.openedMs)).toBe(link);
  expect(kept.take(deployment, link.openedMs)).toBeNull();
});

test.each([
  [999, false],
  [1001, true],
])('a connection of %i ms is closed: %s', (ageMs, closed) => {
  const kept = createKept();
  const link = open();
  kept.put(deployment, link, link.openedMs);
  expect(kept.take(deployment, link.openedMs + ageMs)).toBe(closed ? null : link);
  expect(link.client.destroyed).toBe(closed);
});

test('one that is too old is not put', () => {
  const link = open();
  createKept().put(deployment, link, link.openedMs + 1001);
  expect(link.client.destroyed).toBe(true);
});

test('a second one of a deployment takes the place of the first', () => {
  const kept = createKept();
  const [first, second] = [open(), open()];
  kept.put(deployment, first, first.openedMs);
  kept.put(deployment, second, second.openedMs);
  expect([first.client.destroyed, second.client.destroyed]).toEqual([true, false]);
});

test('a changed configuration does not get the connection of the old one', () => {
  const kept = createKept();
  const link = open();
  kept.put(deployment, link, link.openedMs);
  expect(kept.take(aDeployment({ keepAliveMs: 1000 }), link.openedMs)).toBeNull();
  expect(link.client.destroyed).toBe(true);
});

test('a round of the old configuration that ends late does not take the place of the new one', () => {
  const kept = createKept();
  const [link, late] = [open(), open()];
  kept.put(deployment, link, link.openedMs);
  kept.put(aDeployment({ keepAliveMs: 1000 }), late, late.openedMs);
  expect([link.client.destroyed, late.client.destroyed]).toEqual([false, true]);
  expect(kept.take({ ...deployment, name: 'renamed' }, link.openedMs)).toBe(link);
});

test('beyond the bound the oldest goes', () => {
  const kept = createKept(2);
  const links = [open(), open(), open()];
  for (const [index, link] of links.entries())
    kept.put({ ...deployment, id: `d${index}` }, link, link.openedMs);
  expect(links.map(({ client }) => client.destroyed)).toEqual([true, false, false]);
});

test('closed, it keeps nothing', () => {
  const kept = createKept();
  const [before, after] = [open(), open()];
  kept.put(deployment, before, before.openedMs);
  kept.close();
  kept.put(deployment, after, after.openedMs);
  expect([before.client.destroyed, after.client.destroyed]).toEqual([true, true]);
});
