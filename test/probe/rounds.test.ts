import { describe, expect, test } from 'vitest';
import type { Connection } from '../../src/model/deployment.ts';
import { maxLookups, type Resolve } from '../../src/probe/lookup.ts';
import { createProber } from '../../src/probe/rounds.ts';
import {
  aCheck,
  aDeployment,
  maxIdleWaitMs,
  ok,
  pem,
  replying,
  serve,
  serveTls,
  trusting,
} from './target.ts';

const answer = () => replying(ok('{}'));
const check = aCheck();

function prepare(connection: Partial<Connection>) {
  const prober = createProber({ userAgent: 'picket/test' });
  return { prober, deployment: aDeployment(connection) };
}

/** One round with one run; the phases that happened. */
async function roundOf({ prober, deployment }: ReturnType<typeof prepare>, fresh = false): Promise<string[]> {
  const round = prober.round(deployment, fresh);
  const { failure, phases } = await round.get(check, false);
  expect(failure).toBeNull();
  round.end();
  return Object.keys(phases);
}

const onFresh = ['connect', 'first_byte', 'transfer'];
const onKept = ['first_byte', 'transfer'];

describe('a round', () => {
  test('opens one connection for all its runs, and closes it at its end', async () => {
    const { origin, accepted, idle } = await serve(answer());
    const { prober, deployment } = prepare({ origin });
    const round = prober.round(deployment, false);
    const first = await round.get(check, false);
    const second = await round.get(check, false);
    expect([Object.keys(first.phases), Object.keys(second.phases)]).toEqual([onFresh, onKept]);
    expect(second.remoteAddress).toBe('127.0.0.1');
    round.end();
    await idle();
    expect(accepted()).toBe(1);
  });

  test('of which nothing was asked opens nothing', async () => {
    const { origin, accepted, idle } = await serve(answer());
    const { prober, deployment } = prepare({ origin });
    prober.round(deployment, false).end();
    await idle();
    expect(accepted()).toBe(0);
  });

  test('runs that are alone overlap, each on a connection that it closes', async () => {
    const { origin, accepted, idle } = await serve(answer());
    const { prober, deployment } = prepare({ origin });
    const round = prober.round(deployment, false);
    const seen = await Promise.all([round.get(check, true), round.get(check, true), round.get(check, true)]);
    expect(seen.map(({ phases }) => Object.keys(phases))).toEqual([onFresh, onFresh, onFresh]);
    await idle();
    expect(accepted()).toBe(3);
  });

  test('without keep_alive uses nothing of the one before', async () => {
    const { origin, accepted } = await serve(answer());
    const target = prepare({ origin });
    expect([await roundOf(target), await roundOf(target)]).toEqual([onFresh, onFresh]);
    expect(accepted()).toBe(2);
  });
});

describe('with keep_alive', () => {
  const keepAliveMs = 60_000;

  test('the next round uses the connection, with its certificate', async () => {
    const { origin, accepted } = await serveTls({}, answer());
    const { prober, deployment } = prepare({ origin, tls: trusting, keepAliveMs });
    for (let index = 0; index < 3; index++) {
      const round = prober.round(deployment, false);
      expect((await round.get(check, false)).certificate).toMatchObject({ error: null });
      round.end();
    }
    expect(accepted()).toBe(1);
    prober.close();
  });

  test('a fresh round does not, and leaves it for the round after', async () => {
    const { origin, accepted, sockets } = await serve(answer());
    const target = prepare({ origin, keepAliveMs });
    expect(await roundOf(target)).toEqual(onFresh);
    expect(await roundOf(target, true)).toEqual(onFresh);
    await expect.poll(() => sockets.size, { timeout: maxIdleWaitMs, interval: 5 }).toBe(1);
    expect(await roundOf(target)).toEqual(onKept);
    expect(accepted()).toBe(2);
    target.prober.close();
  });

  test('the connection of a fresh round is not kept', async () => {
    const { origin, idle } = await serve(answer());
    await roundOf(prepare({ origin, keepAliveMs }), true);
    await idle();
  });

  test('a connection ended meanwhile is replaced without a failure', async () => {
    const { origin, sockets, idle } = await serve(answer());
    const target = prepare({ origin, keepAliveMs });
    await roundOf(target);
    for (const socket of sockets) socket.resetAndDestroy();
    await idle();
    expect(await roundOf(target)).toEqual(onFresh);
    target.prober.close();
  });

  test.each(['forget', 'close'] as const)('%s ends it', async (verb) => {
    const { origin, idle } = await serve(answer());
    const target = prepare({ origin, keepAliveMs });
    await roundOf(target);
    target.prober[verb](target.deployment.id);
    await idle();
    expect(await roundOf(target)).toEqual(onFresh);
    target.prober.close();
  });

  test('after close, a round under way ends well and leaves nothing', async () => {
    const { origin, idle } = await serve(answer());
    const { prober, deployment } = prepare({ origin, keepAliveMs });
    const round = prober.round(deployment, false);
    const running = round.get(check, false);
    prober.close();
    expect((await running).failure).toBeNull();
    round.end();
    await idle();
  });
});

describe('no leak', () => {
  const active = (kind: RegExp) => process.getActiveResourcesInfo().filter((name) => kind.test(name)).length;
  const resources = () => ({ sockets: active(/^(TCPSocket|TLS)/), timers: active(/^Timeout$/) });
  /** Sockets close a little later; timers must be gone already, and are counted while nothing waits on one. */
  async function expectNoMoreThan({ sockets, timers }: ReturnType<typeof resources>): Promise<void> {
    expect(resources().timers).toBeLessThanOrEqual(timers);
    await expect
      .poll(() => resources().sockets, { timeout: maxIdleWaitMs, interval: 5 })
      .toBeLessThanOrEqual(sockets);
  }

  test.each([
    ['http', 1000, {}],
    ['https', 150, { tls: trusting }],
  ] as const)('%s: %i rounds leave no connection, socket or timer', async (scheme, rounds, tls) => {
    const server = scheme === 'http' ? await serve(answer()) : await serveTls({}, answer());
    const target = prepare({ origin: server.origin, ...tls });
    const before = resources();
    for (let index = 0; index < rounds; index++) await roundOf(target);
    await server.idle();
    expect([server.accepted(), server.sockets.size]).toEqual([rounds, 0]);
    await expectNoMoreThan(before);
  });

  test('rounds that fail in every phase leave none either', async () => {
    const silent = await serve((socket) => socket.resume());
    const expired = await serveTls({ cert: pem('expired') }, answer());
    const before = resources();
    const origins = [silent.origin, `https://127.0.0.1:${silent.port}`, expired.origin, 'http://127.0.0.1:1'];
    for (const origin of origins) {
      const { prober, deployment } = prepare({ origin, tls: trusting });
      const round = prober.round(deployment, false);
      const seen = await round.get(aCheck({ timeoutMs: 50 }), false);
      expect(seen.failure).not.toBeNull();
      round.end();
    }
    await Promise.all([silent.idle(), expired.idle()]);
    await expectNoMoreThan(before);
  });
});

describe('more names at once than there are look-ups', () => {
  const failed: Parameters<Parameters<Resolve>[2]> = [
    Object.assign(new Error('none'), { code: 'ENOTFOUND' }),
    [],
  ];
  /** Rounds of as many names, begun at one time, with a resolver that answers when told to. */
  function begun(count: number) {
    const asked: Parameters<Resolve>[2][] = [];
    const prober = createProber({ userAgent: 'x', resolve: (_host, _options, told) => asked.push(told) });
    const observations = Array.from({ length: count }, (_, index) =>
      prober.round(aDeployment({ origin: `http://h${index}.test` }), false).get(aCheck(), false),
    );
    const answerAll = () => {
      for (const told of asked.splice(0)) told(...failed);
    };
    return { asked, observations, answerAll };
  }

  test('no more are begun, and the others follow as those come back', async () => {
    const { asked, observations, answerAll } = begun(maxLookups + 44);
    await new Promise(setImmediate);
    expect(asked).toHaveLength(maxLookups);
    answerAll();
    await new Promise(setImmediate);
    expect(asked).toHaveLength(44);
    answerAll();
    const kinds = (await Promise.all(observations)).map(({ failure }) => failure?.code);
    expect(new Set(kinds)).toEqual(new Set(['ENOTFOUND']));
  });

  test('the clock of a run that waits stands still', async () => {
    const { observations, answerAll } = begun(maxLookups + 1);
    await new Promise(setImmediate);
    const answeredMs = Date.now() + 1;
    while (Date.now() < answeredMs) await new Promise(setImmediate);
    answerAll();
    await new Promise(setImmediate);
    answerAll();
    const last = await observations.at(-1);
    expect(last?.startedMs).toBeGreaterThanOrEqual(answeredMs);
  });
});
