// The server on real sockets: addresses, limits on what is not a request, and an end that breaks nothing.
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { parseAddress, type Server } from '../../src/publish/server.ts';
import type { Sources } from '../../src/publish/sources.ts';
import { serve } from '../fixtures/served.ts';
import { aResult } from '../fixtures/snapshot.ts';

let server: Server;
afterEach(() => server?.close());

/** Sends bytes and reads until the other side ends. */
async function exchange(url: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    received += chunk;
  });
  socket.on('error', () => undefined);
  socket.write(bytes);
  await once(socket, 'close');
  return received;
}

describe('listening', () => {
  it('answers on every address it was given', async () => {
    server = serve();
    for (const url of [await server.listen('127.0.0.1:0'), await server.listen('127.0.0.1:0')]) {
      const answer = await fetch(`${url}/api/v2/status`);
      expect(answer.headers.get('content-type')).toBe('application/json');
      expect(await answer.json()).toMatchObject({ version: 'v2' });
    }
  });

  it('tells where its routes are: the base path, without a slash at its end', async () => {
    server = serve({}, '/picket');
    const url = await server.listen('127.0.0.1:0');
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/picket$/);
    expect((await fetch(`${url}/api/v2/status`)).status).toBe(200);
  });

  it('says why it cannot', async () => {
    server = serve();
    const taken = new URL(await server.listen('127.0.0.1:0')).host;
    await expect(server.listen(taken)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it.each([
    ['127.0.0.1:7425', { host: '127.0.0.1', port: 7425 }],
    ['localhost:0', { host: 'localhost', port: 0 }],
    ['[::1]:80', { host: '::1', port: 80 }],
  ])('reads the address %s', (address, expected) => {
    expect(parseAddress(address)).toEqual(expected);
  });

  it.each(['', '7425', ':7425', '127.0.0.1', '::1:80', '127.0.0.1:65536', '127.0.0.1:x'])(
    'refuses the address %j',
    (address) => {
      expect(() => parseAddress(address)).toThrow('expected host:port');
    },
  );
});

describe('what is not a request', () => {
  it.each([
    ['not HTTP', 'hello\r\n\r\n', 400],
    ['headers too large', `GET / HTTP/1.1\r\nHost: x\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ])('is refused in our own words: %s', async (_, bytes, status) => {
    server = serve();
    const received = await exchange(await server.listen('127.0.0.1:0'), bytes);
    expect(received).toMatch(
      new RegExp(`^HTTP/1.1 ${status} [^]*Connection: close\r\n\r\n{"error":{"code":"bad_request"`),
    );
  });
});

describe('closing', () => {
  /** A server with one request under way, which ends when told to. */
  async function underWay() {
    let finish = () => {};
    let begun = () => {};
    const started = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const examine: Sources['examine'] = () =>
      new Promise((resolve) => {
        finish = () => resolve(aResult([]));
        begun();
      });
    server = serve({ examine });
    const url = await server.listen('127.0.0.1:0');
    const answer = fetch(`${url}/probe?deployment=files-eu`);
    await started;
    return { answer, url, finish: () => finish() };
  }

  it('lets an answer under way end, and takes no new connection', async () => {
    const { answer, url, finish } = await underWay();
    const closed = server.close();
    await expect(fetch(`${url}/-/healthy`)).rejects.toThrow();
    finish();
    expect((await answer).headers.get('connection')).toBe('close');
    expect((await answer).status).toBe(200);
    await closed;
  });

  it('ends what does not end by itself', async () => {
    const { answer } = await underWay();
    const broken = expect(answer).rejects.toThrow();
    // Without an end of ours, this would wait for the answer that never comes.
    await server.close();
    await broken;
  });

  it('may be asked twice', async () => {
    server = serve();
    await server.listen('127.0.0.1:0');
    await Promise.all([server.close(), server.close()]);
  });
});
