import { Socket } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Observation } from '../../src/model/round.ts';
import { secret } from '../../src/model/secret.ts';
import { createProber } from '../../src/probe/rounds.ts';
import { timeLived } from '../fixtures/clock.ts';
import { aCheck, aDeployment, ask, ok, type Reply, replying, reset, serve } from './target.ts';

/** As many GETs as said, one after the other, in one round. */
async function inOneRound(origin: string, times: number, check = {}): Promise<Observation[]> {
  const round = createProber({ userAgent: 'picket/test' }).round(aDeployment({ origin }), false);
  const seen: Observation[] = [];
  for (let index = 0; index < times; index++) seen.push(await round.get(aCheck(check), false));
  round.end();
  return seen;
}

const good = ok('{}');
const close = (socket: Socket) => socket.end();

describe('a reused connection that breaks before a byte of the answer', () => {
  test.each<[string, Reply]>([
    ['reset', reset],
    ['closed', close],
  ])('%s: tried once more, on a fresh one', async (_name, stale) => {
    const { origin, accepted, idle } = await serve(replying(good, stale, good));
    const [first, second] = await inOneRound(origin, 2);
    expect(first?.failure).toBeNull();
    expect(second).toMatchObject({ failure: null, status: 200 });
    expect(Object.keys(second?.phases ?? {})).toEqual(['connect', 'first_byte', 'transfer']);
    expect(accepted()).toBe(2);
    await idle();
  });

  test('once only', async () => {
    const { origin, accepted } = await serve(replying(good, reset));
    const [, second] = await inOneRound(origin, 2);
    expect(second?.failure).toMatchObject({ kind: 'reset', phase: 'first_byte' });
    expect(accepted()).toBe(2);
  });

  test('within the same deadline', async () => {
    const silent: Reply = () => {};
    const { origin, idle } = await serve(replying(good, reset, silent));
    const lived = timeLived();
    const [, second] = await inOneRound(origin, 2, { timeoutMs: 400 });
    expect(second).toMatchObject({ failure: { kind: 'timeout', phase: 'first_byte' }, durationMs: 400 });
    expect(lived()).toBeLessThan(750);
    await idle();
  });
});

describe('not tried again', () => {
  test('a fresh connection', async () => {
    const { origin, accepted } = await serve(replying(reset, good));
    expect((await ask({ origin })).failure).toMatchObject({ kind: 'reset', phase: 'first_byte' });
    expect(accepted()).toBe(1);
  });

  test('after a byte of the answer', async () => {
    const half: Reply = (socket) => socket.write('HTTP/1.1 200', () => setImmediate(close, socket));
    const { origin, accepted } = await serve(replying(good, half, good));
    const [, second] = await inOneRound(origin, 2);
    expect(second?.failure).toMatchObject({ kind: 'reset', phase: 'transfer' });
    expect(accepted()).toBe(1);
  });

  test('an answer that is not HTTP', async () => {
    const { origin, accepted } = await serve(replying(good, 'SSH-2.0\r\n', good));
    const [, second] = await inOneRound(origin, 2);
    expect(second?.failure?.kind).toBe('protocol');
    expect(accepted()).toBe(1);
  });
});

test('a server that closes after each answer gets a new connection, and its phases are told', async () => {
  const once: Reply = (socket) => socket.end(ok('{}', 'Connection: close'));
  const { origin, accepted } = await serve(replying(once));
  const seen = await inOneRound(origin, 3);
  for (const { failure, phases } of seen) {
    expect(failure).toBeNull();
    expect(Object.keys(phases)).toEqual(['connect', 'first_byte', 'transfer']);
  }
  expect(accepted()).toBe(3);
});

test('a server’s hint of a short keep-alive costs no connection', async () => {
  const { origin, accepted } = await serve(replying(ok('{}', 'Keep-Alive: timeout=2')));
  await inOneRound(origin, 3);
  expect(accepted()).toBe(1);
});

test('after a failure, the next run of the round opens a new connection', async () => {
  const { origin, accepted } = await serve(replying(() => {}, good));
  const [late, next] = await inOneRound(origin, 2, { timeoutMs: 400 });
  expect(late?.failure?.kind).toBe('timeout');
  expect(next).toMatchObject({ failure: null });
  expect(next?.phases).toHaveProperty('connect');
  expect(accepted()).toBe(2);
});

describe('when we fail, the run rejects', () => {
  const noFiles = Object.assign(new Error('no file descriptor left'), { code: 'EMFILE' });

  test('on a target that is no URL', async () => {
    await expect(ask({ origin: 'not a url' })).rejects.toMatchObject({ code: 'ERR_INVALID_URL' });
  });

  test('on a header that cannot be sent', async () => {
    const { origin, idle } = await serve(replying(good));
    const asked = ask({ origin, headers: { 'x-bad': secret('a\nb') } });
    await expect(asked).rejects.toMatchObject({ code: 'UND_ERR_INVALID_ARG' });
    await idle();
  });

  test('without a file descriptor, for a proxy too', async () => {
    const connect = vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket) {
      this.destroy(noFiles);
      return this;
    });
    onTestFinished(() => connect.mockRestore());
    await expect(ask({ origin: 'http://127.0.0.1:1' })).rejects.toBe(noFiles);
    const proxied = ask({ origin: 'http://127.0.0.1:1', proxy: secret('http://127.0.0.1:1') });
    await expect(proxied).rejects.toMatchObject({ code: 'EMFILE' });
  });

  test.each([true, false])(
    'and its connection is closed (alone: %s), so that the next run has a new one',
    async (alone) => {
      const { origin, accepted, idle } = await serve(replying(good));
      const round = createProber({ userAgent: 'picket/test' }).round(aDeployment({ origin }), false);
      const decode = vi.spyOn(Buffer.prototype, 'toString').mockImplementation(() => {
        throw new TypeError('a bug');
      });
      onTestFinished(() => decode.mockRestore());
      await expect(round.get(aCheck(), alone)).rejects.toThrow('a bug');
      decode.mockRestore();
      await idle();
      expect(await round.get(aCheck(), alone)).toMatchObject({ failure: null });
      round.end();
      await idle();
      expect(accepted()).toBe(2);
    },
  );
});
