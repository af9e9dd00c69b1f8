// The process that reads a configuration, by itself: it gives way to whoever probes, and ends with us.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, getPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import type { Answer, Order } from '../../src/config/reading-process.ts';

const script = fileURLToPath(new URL('../../src/config/reading-process.ts', import.meta.url));
const begin = () => fork(script, { env: {}, serialization: 'advanced' });

test('reads once, tells, and ends', async () => {
  const reader = begin();
  const order: Order = { path: 'a.yaml', text: 'agent: { name: 5 }', env: {}, there: new Set() };
  reader.send(order);
  const [answer] = (await once(reader, 'message')) as [Answer];
  expect(answer.parcel).toBeNull();
  expect(answer.problems.map(({ line, path }) => [line, path])).toEqual([[1, 'agent.name']]);
  expect(await once(reader, 'exit')).toEqual([0, null]);
});

test('gives way to others, and does not outlive who asks', async () => {
  const reader = begin();
  const pid = reader.pid ?? Number.NaN;
  await vi.waitFor(() => expect(getPriority(pid)).toBe(constants.priority.PRIORITY_LOW), { timeout: 10_000 });
  const ended = once(reader, 'exit');
  reader.disconnect();
  await ended;
});
