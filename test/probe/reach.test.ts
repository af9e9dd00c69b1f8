// Whether an address answers a connection, against real sockets.
import { expect, test, vi } from 'vitest';
import type { Resolve } from '../../src/probe/lookup.ts';
import { createProber } from '../../src/probe/rounds.ts';
import { serve } from './target.ts';

const never = new AbortController().signal;
const reach = (address: string, timeoutMs = 3_000, signal = never, resolve?: Resolve) =>
  createProber({ userAgent: 'picket/test', ...(resolve && { resolve }) }).reach(address, timeoutMs, signal);

test('one that accepts does, and the connection is ended without a byte', async () => {
  const said = vi.fn();
  const { port, accepted, idle } = await serve((socket) => socket.on('data', said));
  expect(await reach(`127.0.0.1:${port}`)).toBe(true);
  await idle();
  expect([accepted(), said.mock.calls]).toEqual([1, []]);
});

test('one that refuses does, too', async () => {
  expect(await reach('127.0.0.1:1')).toBe(true);
});

test('one that accepted while our own loop stood still does, though its time is over', async () => {
  const { port } = await serve(() => undefined);
  const answered = reach(`127.0.0.1:${port}`, 1);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  expect(await answered).toBe(true);
});

test.each(['ENOTFOUND', 'EAI_AGAIN'])('a name that does not resolve (%s) does not', async (code) => {
  const unknown: Resolve = (_host, _options, callback) =>
    setImmediate(callback, Object.assign(new Error(code), { code }), []);
  expect(await reach('name.test:443', 3_000, never, unknown)).toBe(false);
});

test('where we have no descriptor left, nobody can tell', async () => {
  const full: Resolve = (_host, _options, callback) =>
    setImmediate(callback, Object.assign(new Error('EMFILE'), { code: 'EMFILE' }), []);
  await expect(reach('name.test:443', 3_000, never, full)).rejects.toThrow('EMFILE');
});

const silent: Resolve = () => undefined;

test('nor what takes longer than its timeout', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const answered = reach('name.test:443', 3_000, never, silent);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await answered).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});

test('nor what is given up', async () => {
  const giving = new AbortController();
  const answered = reach('name.test:443', 60_000, giving.signal, silent);
  giving.abort();
  expect(await answered).toBe(false);
});
