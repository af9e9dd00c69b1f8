import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { type Answer, plain } from '../../src/simulate/answer.ts';
import { deliver } from '../../src/simulate/deliver.ts';

const nowMs = Date.UTC(2026, 10, 21, 12, 0, 0);
const json = '{"object":"list","data":[]}';
const healthy = plain(200, 'public, max-age=60', { object: 'list', data: [] });

const undo: (() => void)[] = [];
afterEach(() => {
  for (const each of undo.splice(0)) each();
});

/** Asks a server that delivers the answer; `delivered` settles as deliver() does. */
async function ask(answer: Answer) {
  const delivered = Promise.withResolvers<void>();
  const server = createServer((_request, response: ServerResponse) => {
    deliver(answer, response, () => nowMs).then(delivered.resolve, delivered.reject);
  });
  delivered.promise.catch(() => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  undo.push(() => server.close().closeAllConnections());
  const asked = request({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
  asked.end();
  const response = once(asked, 'response').then(([message]) => message as IncomingMessage);
  response.catch(() => {});
  return { asked, server, response, delivered: delivered.promise };
}

async function chunksOf(message: IncomingMessage): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return chunks;
}

it('sends an Age, and a Date that is off, where the plan says so', async () => {
  const { response } = await ask({ ...healthy, ageSeconds: 30, dateOffsetMs: -3_600_000 });
  expect((await response).headers).toMatchObject({ age: '30', date: 'Sat, 21 Nov 2026 11:00:00 GMT' });
});

it('sends the documented headers and the whole body', async () => {
  const { response, delivered } = await ask(healthy);
  const message = await response;
  expect(message.statusCode).toBe(200);
  expect(message.headers).toMatchObject({
    'content-type': 'application/json',
    'cache-control': 'public, max-age=60',
    'content-length': String(json.length),
    date: 'Sat, 21 Nov 2026 12:00:00 GMT',
  });
  expect(message.headers).not.toHaveProperty('age');
  expect(Buffer.concat(await chunksOf(message)).toString()).toBe(json);
  await delivered;
});

it.each([204, 304, 404, 503])('sends status %i without a body', async (status) => {
  const { response } = await ask({ ...healthy, status, text: '' });
  const message = await response;
  expect(message.statusCode).toBe(status);
  expect(await chunksOf(message)).toEqual([]);
});

it('waits for the latency before anything is sent', async () => {
  const startedMs = performance.now();
  const { response } = await ask({ ...healthy, latencyMs: 60 });
  await response;
  // A timer may fire a millisecond early.
  expect(performance.now() - startedMs).toBeGreaterThan(58);
});

it('resets instead of answering', async () => {
  const { server } = await ask({ ...healthy, ending: { type: 'reset' } });
  // A bare socket: to an HTTP client an orderly end is ECONNRESET too.
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const [error] = await once(socket, 'error');
  expect(error).toMatchObject({ code: 'ECONNRESET' });
  expect(socket.bytesRead).toBe(0);
});

it('hangs before headers until the client goes', async () => {
  const { asked, server, response, delivered } = await ask({ ...healthy, ending: { type: 'hang' } });
  await once(server, 'request');
  asked.destroy();
  await expect(delivered).resolves.toBeUndefined();
  await expect(response).rejects.toThrow();
});

it('hangs in the body after half of it', async () => {
  const { asked, response, delivered } = await ask({ ...healthy, ending: { type: 'hang_in_body' } });
  const message = await response;
  message.on('error', () => {});
  expect(message.headers['content-length']).toBe(String(json.length));
  const [chunk] = await once(message, 'data');
  expect(chunk.toString()).toBe(json.slice(0, Math.floor(json.length / 2)));
  asked.destroy();
  await expect(delivered).rejects.toThrow();
  expect(message.complete).toBe(false);
});

it('drips so many bytes at a time', async () => {
  const { response } = await ask({ ...healthy, ending: { type: 'drip', bytes: 9, everyMs: 25 } });
  const chunks = await chunksOf(await response);
  expect(chunks.map((chunk) => chunk.toString())).toEqual(['{"object"', ':"list","', 'data":[]}']);
});

it('pads with blanks up to the size', async () => {
  const { response } = await ask({ ...healthy, padToBytes: 200_000 });
  const message = await response;
  const body = Buffer.concat(await chunksOf(message)).toString();
  expect(message.headers['content-length']).toBe('200000');
  expect(body.length).toBe(200_000);
  expect(JSON.parse(body)).toEqual({ object: 'list', data: [] });
});

it('leaves a body that is larger already', async () => {
  const { response } = await ask({ ...healthy, padToBytes: 3 });
  expect(Buffer.concat(await chunksOf(await response)).toString()).toBe(json);
});

it('compresses though nobody asked, padding included', async () => {
  const { response } = await ask({ ...healthy, gzip: true, padToBytes: 3_000_000 });
  const message = await response;
  const wire = Buffer.concat(await chunksOf(message));
  expect(message.headers['content-encoding']).toBe('gzip');
  expect(wire.length).toBeLessThan(10_000);
  expect(gunzipSync(wire).length).toBe(3_000_000);
});
