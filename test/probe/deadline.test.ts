// The one deadline of a run, which http.ts sets: its own file, as each phase has its own way to hang.
import { Socket } from 'node:net';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { PhaseName } from '../../src/model/states.ts';
import type { Resolve } from '../../src/probe/lookup.ts';
import { timeLived } from '../fixtures/clock.ts';
import { ask, type Reply, replying, serve, serveTls, trusting } from './target.ts';

const head = 'HTTP/1.1 200 OK\r\n';

describe('the deadline, in each phase', () => {
  /** So long that a slow machine comes to the phase that hangs. */
  const limits = { timeoutMs: 250 };
  let lived: () => number;
  beforeEach(() => {
    lived = timeLived();
  });
  const never: Resolve = () => {};
  const expectLate = (observation: Awaited<ReturnType<typeof ask>>, phase: PhaseName, done: PhaseName[]) => {
    expect(observation.failure).toMatchObject({ kind: 'timeout', phase, code: 'DEADLINE' });
    expect(Object.keys(observation.phases)).toEqual(done);
    expect(observation.durationMs).toBe(limits.timeoutMs);
    expect(observation.endedMs - observation.startedMs).toBeGreaterThanOrEqual(limits.timeoutMs - 1);
    expect(lived()).toBeLessThan(1000);
  };

  test('dns: a resolver that never answers', async () => {
    expectLate(await ask({ origin: 'http://slow.test' }, limits, never), 'dns', []);
  });

  test('dns: an answer that comes later changes nothing of what was told', async () => {
    let late = () => {};
    const held: Resolve = (_host, _options, callback) => {
      late = () => callback(null, [{ address: '127.0.0.1', family: 4 }]);
    };
    const observation = await ask({ origin: 'http://slow.test', ipFamily: 4 }, limits, held);
    late();
    expect(observation.phases).toEqual({});
  });

  test('connect: a SYN that nobody answers', async () => {
    const connect = vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket) {
      return this;
    });
    onTestFinished(() => connect.mockRestore());
    expectLate(await ask({ origin: 'http://127.0.0.1:1' }, limits), 'connect', []);
  });

  test('tls: a handshake that nobody answers', async () => {
    const { port, idle } = await serve((socket) => socket.resume());
    const observation = await ask({ origin: `https://127.0.0.1:${port}` }, limits);
    expectLate(observation, 'tls', ['connect']);
    await idle();
  });

  test.each<[string, PhaseName, PhaseName[], Reply]>([
    ['no answer at all', 'first_byte', ['connect'], () => {}],
    ['headers that do not end', 'transfer', ['connect', 'first_byte'], `${head}X-A: 1\r\n`],
    ['a body that stops', 'transfer', ['connect', 'first_byte'], `${head}Content-Length: 9\r\n\r\n{`],
    [
      'a drip that never stops',
      'transfer',
      ['connect', 'first_byte'],
      (socket) => {
        socket.write(`${head}\r\n`);
        const drip = setInterval(() => socket.write(' '), 5);
        socket.once('close', () => clearInterval(drip));
      },
    ],
  ])('%s', async (_name, phase, done, reply) => {
    const { origin, idle } = await serve(replying(reply));
    expectLate(await ask({ origin }, limits), phase, done);
    await idle();
  });

  test('over https', async () => {
    const { origin, idle } = await serveTls({}, (socket) => socket.resume());
    const observation = await ask({ origin, tls: trusting }, limits);
    expectLate(observation, 'first_byte', ['connect', 'tls']);
    expect(observation.certificate).toMatchObject({ error: null });
    await idle();
  });
});
