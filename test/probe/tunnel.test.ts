import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type Server, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { type Secret, secret } from '../../src/model/secret.ts';
import { ask, listen, ok, pem, replying, reset, serve, serveTls, trusting } from './target.ts';

const answer = replying(ok('{}'));

/** A proxy that knows CONNECT, and what it was asked. */
async function proxying(scheme: 'http' | 'https' = 'http', status = 200) {
  const asked: { url: string | undefined; authorization: string | undefined }[] = [];
  const server: Server =
    scheme === 'http' ? createServer() : createTlsServer({ key: pem('key'), cert: pem('good') });
  server.on(
    'connect',
    ({ url, headers }: { url: string; headers: Record<string, string> }, socket: Socket) => {
      asked.push({ url, authorization: headers['proxy-authorization'] });
      socket.write(`HTTP/1.1 ${status} Whatever\r\n\r\n`);
      if (status !== 200) {
        socket.resume().once('end', () => socket.destroy());
        return;
      }
      const onward = connect(Number(url.split(':')[1]), '127.0.0.1');
      for (const end of [socket, onward]) end.on('error', () => {});
      onward.on('close', () => socket.destroy());
      socket.on('close', () => onward.destroy());
      socket.pipe(onward).pipe(socket);
    },
  );
  return { ...(await listen(scheme, server)), asked };
}

const via = ({ port }: { port: number }, user = '', scheme = 'http'): Secret =>
  secret(`${scheme}://${user}127.0.0.1:${port}`);

test('an http target is met through CONNECT: dns is the proxy’s, and connect all of the way', async () => {
  const target = await serve(answer);
  const proxy = await proxying();
  const { failure, body, phases, remoteAddress } = await ask({ origin: target.origin, proxy: via(proxy) });
  expect({ failure, body, remoteAddress }).toEqual({ failure: null, body: '{}', remoteAddress: null });
  expect(Object.keys(phases)).toEqual(['connect', 'first_byte', 'transfer']);
  expect(proxy.asked).toEqual([{ url: `127.0.0.1:${target.port}`, authorization: undefined }]);
  await Promise.all([proxy.idle(), target.idle()]);
});

test('an https target has its handshake and certificate as without a proxy', async () => {
  const target = await serveTls({}, answer);
  const proxy = await proxying();
  const { failure, phases, certificate } = await ask({
    origin: target.origin,
    tls: trusting,
    proxy: via(proxy),
  });
  expect(failure).toBeNull();
  expect(certificate).toMatchObject({ subject: 'CN=localhost, O=Picket tests', error: null });
  expect(Object.keys(phases)).toEqual(['connect', 'tls', 'first_byte', 'transfer']);
  await Promise.all([proxy.idle(), target.idle()]);
});

test('a certificate that is not accepted is the target’s, not the proxy’s', async () => {
  const { origin } = await serveTls({ cert: pem('expired') }, answer);
  const { failure, certificate } = await ask({ origin, tls: trusting, proxy: via(await proxying()) });
  expect(failure).toMatchObject({ kind: 'tls', code: 'CERT_HAS_EXPIRED' });
  expect(certificate).toMatchObject({ error: 'CERT_HAS_EXPIRED' });
});

test('a proxy over https', async () => {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, pem('ca')]);
  onTestFinished(() => setDefaultCACertificates(before));
  const target = await serveTls({}, answer);
  const proxy = await proxying('https');
  const { failure, body } = await ask({
    origin: target.origin,
    tls: trusting,
    proxy: via(proxy, '', 'https'),
  });
  expect({ failure, body }).toEqual({ failure: null, body: '{}' });
  await Promise.all([proxy.idle(), target.idle()]);
});

test('user and password are shown to the proxy alone', async () => {
  let sent = '';
  const target = await serve((socket) =>
    socket.on('data', (bytes) => {
      sent += bytes;
      socket.write(ok('{}'));
    }),
  );
  const proxy = await proxying();
  await ask({ origin: target.origin, proxy: via(proxy, 'me:p%40ss@') });
  expect(proxy.asked[0]?.authorization).toBe(`Basic ${Buffer.from('me:p@ss').toString('base64')}`);
  expect(sent).not.toMatch(/proxy/i);
});

test.each([407, 502, 302])('a proxy that answers %i is connect', async (status) => {
  const proxy = await proxying('http', status);
  const { failure, phases } = await ask({ origin: 'https://files.test', proxy: via(proxy) });
  expect(failure).toMatchObject({ kind: 'connect', phase: 'connect', code: `PROXY_${status}` });
  expect(phases).toEqual({});
  await proxy.idle();
});

test('a proxy that cannot be reached is connect, and its address is not told', async () => {
  const { failure } = await ask({ origin: 'https://files.test', proxy: via({ port: 1 }) });
  expect(failure).toMatchObject({ kind: 'connect', phase: 'connect', code: 'ECONNREFUSED' });
  expect(failure?.message).not.toContain('127.0.0.1');
});

test('a proxy that resets is connect', async () => {
  const proxy = await serve(replying(reset));
  const { failure } = await ask({ origin: 'https://files.test', proxy: via(proxy) });
  expect(failure).toMatchObject({ kind: 'connect', code: 'ECONNRESET' });
});

test('the deadline covers a proxy that says nothing', async () => {
  const proxy = await serve((socket) => socket.resume());
  const { failure } = await ask({ origin: 'https://files.test', proxy: via(proxy) }, { timeoutMs: 50 });
  expect(failure).toMatchObject({ kind: 'timeout', phase: 'connect' });
  await proxy.idle();
});
