import { isIP, Socket } from 'node:net';
import type { TlsOptions as ServerOptions } from 'node:tls';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { TlsOptions } from '../../src/model/deployment.ts';
import type { Resolve } from '../../src/probe/lookup.ts';
import { ask, ok, pem, replying, reset, serve, serveTls, trusting, withClientCertificate } from './target.ts';

/** A resolver that knows these addresses. */
function resolvingTo(...addresses: string[]): Resolve {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, _options, callback) => setImmediate(callback, null, found);
}

const answer = replying(ok('{}'));

describe('phases of a fresh connection', () => {
  test('over http to an address: neither dns nor tls', async () => {
    const { origin } = await serve(answer);
    const { failure, phases, durationMs, remoteAddress, certificate } = await ask({ origin });
    expect(failure).toBeNull();
    expect(Object.keys(phases)).toEqual(['connect', 'first_byte', 'transfer']);
    expect(Object.values(phases).every((phaseMs) => phaseMs >= 0)).toBe(true);
    expect(durationMs).toBe(Object.values(phases).reduce((sum, phaseMs) => sum + phaseMs, 0));
    expect({ remoteAddress, certificate }).toEqual({ remoteAddress: '127.0.0.1', certificate: null });
  });

  test('over https to a name: all of them', async () => {
    const { port } = await serveTls({}, answer);
    const { failure, phases } = await ask(
      { origin: `https://localhost:${port}`, tls: trusting },
      {},
      resolvingTo('127.0.0.1'),
    );
    expect(failure).toBeNull();
    expect(Object.keys(phases)).toEqual(['dns', 'connect', 'tls', 'first_byte', 'transfer']);
  });

  test('dns is as long as the look-up, first_byte as long as the target thinks', async () => {
    const { port } = await serve(replying((socket) => setTimeout(() => socket.write(ok('{}')), 40)));
    const slow: Resolve = (...args) => setTimeout(() => resolvingTo('127.0.0.1')(...args), 60);
    const { phases } = await ask({ origin: `http://name.test:${port}` }, {}, slow);
    expect(phases.dns).toBeGreaterThanOrEqual(59);
    expect(phases.first_byte).toBeGreaterThanOrEqual(39);
  });
});

describe('dns', () => {
  test('a name that does not exist', async () => {
    const error = Object.assign(new Error('getaddrinfo ENOTFOUND no.test'), { code: 'ENOTFOUND' });
    const { failure, phases } = await ask({ origin: 'http://no.test' }, {}, (_host, _options, callback) =>
      setImmediate(callback, error, []),
    );
    expect(failure).toEqual({ kind: 'dns', phase: 'dns', code: 'ENOTFOUND', message: error.message });
    expect(phases).toEqual({});
  });

  test.each([0, 4, 6] as const)('ip_family %i is asked for', async (ipFamily) => {
    const resolve = vi.fn<Resolve>(
      (_host, _options, callback) => void setImmediate(callback, new Error('asked'), []),
    );
    await ask({ origin: 'http://name.test', ipFamily }, {}, resolve);
    expect(resolve).toHaveBeenCalledWith('name.test', { family: ipFamily, all: true }, expect.any(Function));
  });

  test('an address that refuses is followed by the next', async () => {
    const { port } = await serve(answer);
    const both = resolvingTo('127.0.0.2', '::1', '127.0.0.1');
    const { failure, remoteAddress } = await ask({ origin: `http://name.test:${port}` }, {}, both);
    expect({ failure, remoteAddress }).toEqual({ failure: null, remoteAddress: '127.0.0.1' });
  });

  test('all addresses refuse: each is told', async () => {
    const both = resolvingTo('127.0.0.2', '127.0.0.1');
    const { failure, phases } = await ask({ origin: 'http://name.test:1' }, {}, both);
    expect(failure).toMatchObject({ kind: 'connect', phase: 'connect', code: 'ECONNREFUSED' });
    expect(failure?.message).toMatch(/127\.0\.0\.2:1.*; .*127\.0\.0\.1:1/);
    expect(Object.keys(phases)).toEqual(['dns']);
  });
});

describe('certificates', () => {
  const untrusting: TlsOptions = { ...trusting, ca: null };
  test.each([
    ['expired', 'expired', trusting, 'CERT_HAS_EXPIRED', '2025-01-01'],
    ['for another host', 'wrong-host', trusting, 'ERR_TLS_CERT_ALTNAME_INVALID', '2125-01-01'],
    ['self-signed', 'self-signed', trusting, 'DEPTH_ZERO_SELF_SIGNED_CERT', '2125-01-01'],
    ['of an unknown issuer', 'good', untrusting, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', '2125-01-01'],
  ])('%s: told with its dates, and no request is sent', async (_name, cert, tls, code, notAfter) => {
    const asked = vi.fn();
    const { origin, idle } = await serveTls({ cert: pem(cert) }, (socket) => socket.on('data', asked));
    const { failure, phases, certificate } = await ask({ origin, tls });
    expect(failure).toMatchObject({ kind: 'tls', phase: 'tls', code });
    expect(Object.keys(phases)).toEqual(['connect']);
    expect(certificate).toMatchObject({ notAfterMs: Date.parse(notAfter), error: code });
    await idle();
    expect(asked).not.toHaveBeenCalled();
  });

  test('a good one', async () => {
    const { origin } = await serveTls({}, answer);
    expect((await ask({ origin, tls: trusting })).certificate).toEqual({
      notAfterMs: Date.parse('2125-01-01'),
      subject: 'CN=localhost, O=Picket tests',
      issuer: 'CN=Picket test CA',
      error: null,
    });
  });

  test('the configured server name is asked for, and held against the certificate', async () => {
    const names: string[] = [];
    const SNICallback: ServerOptions['SNICallback'] = (name, done) => {
      names.push(name);
      done(null);
    };
    const { origin } = await serveTls({ SNICallback }, answer);
    expect((await ask({ origin, tls: { ...trusting, serverName: 'files.internal' } })).failure).toBeNull();
    expect((await ask({ origin, tls: { ...trusting, serverName: 'other.test' } })).failure?.kind).toBe('tls');
    expect((await ask({ origin, tls: trusting })).failure).toBeNull();
    expect(names).toEqual(['files.internal', 'other.test']);
  });
});

describe('handshakes', () => {
  const needy = { requestCert: true, ca: pem('ca') };
  test.each(['TLSv1.2', 'TLSv1.3'] as const)('a missing client certificate is tls (%s)', async (version) => {
    const { origin } = await serveTls({ ...needy, minVersion: version, maxVersion: version }, answer);
    const { failure } = await ask({ origin, tls: trusting });
    expect(failure).toMatchObject({ kind: 'tls', code: expect.stringMatching(/^ERR_SSL_/) });
  });

  test('a client certificate is shown', async () => {
    const { origin } = await serveTls(needy, answer);
    expect((await ask({ origin, tls: withClientCertificate })).failure).toBeNull();
  });

  test('a client key that cannot be read is tls, and the target is not met', async () => {
    const { origin, accepted } = await serveTls({}, answer);
    const { failure } = await ask({ origin, tls: { ...withClientCertificate, cert: 'nonsense' } });
    expect(failure).toMatchObject({ kind: 'tls', phase: 'tls' });
    expect(accepted()).toBe(0);
  });

  test('plain HTTP on the port', async () => {
    const { port } = await serve((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const { failure } = await ask({ origin: `https://127.0.0.1:${port}` });
    expect(failure).toMatchObject({ kind: 'tls', phase: 'tls', code: 'ERR_SSL_WRONG_VERSION_NUMBER' });
  });

  test('closed in the middle', async () => {
    const { port } = await serve((socket) => socket.once('data', () => reset(socket)));
    const { failure, phases } = await ask({ origin: `https://127.0.0.1:${port}` });
    expect(failure).toMatchObject({ kind: 'tls', phase: 'tls', code: 'ECONNRESET' });
    expect(Object.keys(phases)).toEqual(['connect']);
  });

  test('only HTTP/2 is spoken', async () => {
    const { origin } = await serveTls({ ALPNProtocols: ['h2'] }, answer);
    expect((await ask({ origin, tls: trusting })).failure).toMatchObject({ kind: 'tls', phase: 'tls' });
  });
});

test('refused', async () => {
  const { failure, phases, status } = await ask({ origin: 'http://127.0.0.1:1' });
  expect(failure).toMatchObject({ kind: 'connect', phase: 'connect', code: 'ECONNREFUSED' });
  expect({ phases, status }).toEqual({ phases: {}, status: null });
});

test('each of several addresses is tried for 1 s, not for the 250 ms of Node', async () => {
  const connect = vi.spyOn(Socket.prototype, 'connect');
  onTestFinished(() => connect.mockRestore());
  const { origin } = await serve(replying(ok('{}')));
  expect((await ask({ origin })).failure).toBeNull();
  // node:net hands its own connect() a normalized list of arguments.
  expect(JSON.stringify(connect.mock.calls)).toContain('"autoSelectFamilyAttemptTimeout":1000');
});
