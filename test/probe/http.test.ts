import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { secret } from '../../src/model/secret.ts';
import type { PhaseName } from '../../src/model/states.ts';
import { ask, ok, type Reply, replying, reset, serve } from './target.ts';

const head = 'HTTP/1.1 200 OK\r\n';

async function answered(reply: Reply, check = {}) {
  const { origin, idle } = await serve(replying(reply));
  const observation = await ask({ origin }, check);
  await idle();
  return observation;
}

describe('answers that break off', () => {
  const then = (bytes: string, end: (socket: Socket) => void): Reply => {
    return (socket) => socket.write(bytes, () => setImmediate(end, socket));
  };
  const close = (socket: Socket) => socket.end();
  const chunked = `${head}Transfer-Encoding: chunked\r\n`;
  test.each<[string, PhaseName, number | null, Reply]>([
    ['reset before a byte', 'first_byte', null, reset],
    ['closed before a byte', 'first_byte', null, close],
    ['closed in the headers', 'transfer', null, then(`${head}X-A`, close)],
    ['closed before the length', 'transfer', 200, then(`${head}Content-Length: 9\r\n\r\n{`, close)],
    ['reset before the length', 'transfer', 200, then(`${head}Content-Length: 9\r\n\r\n{`, reset)],
    [
      'closed before the length, as announced',
      'transfer',
      200,
      then(`${head}Connection: close\r\nContent-Length: 9\r\n\r\n{`, close),
    ],
    ['closed before the last chunk', 'transfer', 200, then(`${chunked}\r\n1\r\n{\r\n`, close)],
    ['the same, as announced', 'transfer', 200, then(`${chunked}Connection: close\r\n\r\n1\r\n{\r\n`, close)],
    ['reset in a body without length', 'transfer', 200, then(`${head}\r\n{"a":`, reset)],
    ['100 as the answer', 'transfer', null, 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['101 unasked', 'transfer', null, 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
  ])('%s', async (_name, phase, status, reply) => {
    const observation = await answered(reply);
    expect(observation.failure).toMatchObject({ kind: 'reset', phase });
    expect(observation).toMatchObject({ status, body: null });
  });
});

describe('answers that are not HTTP', () => {
  test.each([
    ['another protocol', 'SSH-2.0-OpenSSH_9.9\r\n'],
    ['two lengths', `${head}Content-Length: 5\r\nContent-Length: 7\r\n\r\n{}   `],
    ['length and chunks', `${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['a bad chunk size', `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
    ['a bad header', `${head}no colon\r\n\r\n`],
    ['a bad status', 'HTTP/1.1 2x0 OK\r\n\r\n'],
  ])('%s', async (_name, reply) => {
    expect((await answered(reply)).failure).toMatchObject({ kind: 'protocol', phase: 'transfer' });
  });
});

describe('answers that are too large', () => {
  const bomb = gzipSync(Buffer.alloc(5_000_000));
  test.each([
    ['announced', `${head}Content-Length: 1025\r\n\r\n`, 0],
    ['without length', `${head}\r\n${'x'.repeat(1025)}`, 0],
    ['in chunks', `${head}Transfer-Encoding: chunked\r\n\r\n3ff\r\n${'x'.repeat(1023)}\r\n2\r\nxx\r\n`, 1023],
  ])('%s: status and headers are had', async (_name, reply, wireBytes) => {
    const { failure, status, body, wireBytes: seen } = await answered(reply);
    expect(failure).toMatchObject({ kind: 'too_large', phase: 'transfer', code: 'BODY' });
    expect({ status, body, seen }).toEqual({ status: 200, body: null, seen: wireBytes });
  });

  test('a bomb, on the wire within the bound', async () => {
    const observation = await answered(ok(bomb, 'Content-Encoding: gzip'), { maxBodyBytes: 100_000 });
    expect(observation.failure).toMatchObject({ kind: 'too_large', phase: 'transfer' });
    expect(observation).toMatchObject({ status: 200, body: null, wireBytes: bomb.length });
  });

  test('as large as allowed is not too large', async () => {
    const observation = await answered(ok('x'.repeat(1024)));
    expect(observation).toMatchObject({ failure: null, bodyBytes: 1024, wireBytes: 1024 });
  });

  test('headers', async () => {
    const { failure } = await answered(`${head}${'X-A: 123456789\r\n'.repeat(2000)}\r\n`);
    expect(failure).toMatchObject({ kind: 'too_large', code: 'UND_ERR_HEADERS_OVERFLOW' });
  });
});

test('a broken Content-Encoding is encoding, with status and headers had', async () => {
  const observation = await answered(ok('not gzip', 'Content-Encoding: gzip'));
  expect(observation.failure).toMatchObject({ kind: 'encoding', phase: 'transfer', code: 'Z_DATA_ERROR' });
  expect(observation).toMatchObject({ status: 200, body: null, wireBytes: 8, bodyBytes: 0 });
  expect(Object.keys(observation.phases)).toEqual(['connect', 'first_byte', 'transfer']);
});

describe('answers that are unusual and fine', () => {
  const closing =
    (bytes: string): Reply =>
    (socket) =>
      socket.end(bytes);
  test.each<[string, Reply, number, string]>([
    ['103 before 200', `HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n${ok('{}')}`, 200, '{}'],
    ['HTTP/1.0 without length', closing('HTTP/1.0 200 OK\r\n\r\n{}'), 200, '{}'],
    ['in chunks', `${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`, 200, '{}'],
    ['204', 'HTTP/1.1 204 No Content\r\n\r\n', 204, ''],
    ['bytes past the length', `${head}Content-Length: 2\r\n\r\n{}{}`, 200, '{}'],
    ['an unknown status', 'HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n', 999, ''],
  ])('%s', async (_name, reply, status, body) => {
    expect(await answered(reply)).toMatchObject({ failure: null, status, body });
  });

  test('headers: lower case, repeated ones joined, and __proto__ is one of them', async () => {
    const { headers } = await answered(ok('{}', 'X-A: 1', 'x-a: 2', '__proto__: polluted'));
    expect(Object.entries(headers)).toEqual([
      ['content-length', '2'],
      ['x-a', '1, 2'],
      ['__proto__', 'polluted'],
    ]);
    expect({}).not.toHaveProperty('polluted');
  });
});

test('a configured Host stands for the origin’s', async () => {
  let sent = '';
  const { origin } = await serve((socket) =>
    socket.on('data', (bytes) => {
      sent += bytes;
      socket.write(ok('{}'));
    }),
  );
  await ask({ origin, headers: { Host: secret('inner.test') } });
  expect(sent.match(/^host: .*$/gim)).toEqual(['host: inner.test']);
  expect(sent.split('\r\n')[0]).toBe('GET /api/v1/status HTTP/1.1');
});
