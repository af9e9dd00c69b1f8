import { describe, expect, test } from 'vitest';
import { secret } from '../../src/model/secret.ts';
import { createRoutes } from '../../src/probe/route.ts';
import { aDeployment, pem, trusting, withClientCertificate } from './target.ts';

const routeOf = createRoutes('picket/test');
const to = (origin: string, more = {}) => routeOf(aDeployment({ origin, ...more }).connection);

test.each([
  ['http://files.test', 'files.test', 80, false, 'files.test'],
  ['https://files.test', 'files.test', 443, true, 'files.test'],
  ['https://files.test:8443', 'files.test', 8443, true, 'files.test'],
  ['https://192.0.2.1', '192.0.2.1', 443, true, null],
  ['https://[2001:db8::1]:8443', '2001:db8::1', 8443, true, null],
])('%s', (origin, host, port, secure, serverName) => {
  expect(to(origin)).toMatchObject({ host, port, secure, serverName });
});

test('a configured server name stands for the host', () => {
  const tls = { ...trusting, serverName: 'files.internal' };
  expect(to('https://192.0.2.1', { tls }).serverName).toBe('files.internal');
});

test.each([
  ['http://files.test', null, 'files.test'],
  ['http://192.0.2.1', null, null],
  ['http://[2001:db8::1]', null, null],
  ['http://192.0.2.1', 'http://proxy.test:3128', 'proxy.test'],
  ['http://files.test', 'http://192.0.2.2:3128', null],
])('to connect to %s by %s, %s is looked up', (origin, proxy, lookedUp) => {
  expect(to(origin, { proxy: proxy === null ? null : secret(proxy) }).lookedUp).toBe(lookedUp);
});

describe('request headers', () => {
  test('ours, where nothing is configured', () => {
    expect(to('http://a.test').headers).toEqual([
      'accept',
      'application/json',
      'accept-encoding',
      'identity',
      'user-agent',
      'picket/test',
    ]);
  });
  test('configured ones replace ours of the same name, whatever the case', () => {
    const headers = { 'User-AGENT': secret('mine'), Authorization: secret('Bearer t') };
    const sent = to('http://a.test', { headers }).headers;
    expect(sent.slice(4)).toEqual(['user-agent', 'mine', 'authorization', 'Bearer t']);
  });
});

describe('secure contexts', () => {
  test('one for the same content, another for other content', () => {
    const [one, same, other, none] = [trusting, { ...trusting }, withClientCertificate, null].map((tls) =>
      to('https://a.test', { tls }).context(),
    );
    expect(one).toBe(same);
    expect(one).not.toBe(other);
    expect(one).not.toBe(none);
  });
  test('beyond the bound the oldest is made anew', () => {
    const bounded = createRoutes('picket/test', 2);
    const contents = [trusting, withClientCertificate, trusting, null, trusting];
    const [first, , again, , anew] = contents.map((tls) =>
      bounded(aDeployment({ tls }).connection).context(),
    );
    expect(first).toBe(again);
    expect(first).not.toBe(anew);
  });
  test('a key that cannot be read throws when it is needed, not before', () => {
    const route = to('https://a.test', {
      tls: { ...trusting, cert: pem('client'), key: secret('nonsense') },
    });
    expect(() => route.context()).toThrow();
  });
});

test('a route is worked out once for a connection', () => {
  const { connection } = aDeployment({});
  expect(routeOf(connection)).toBe(routeOf(connection));
});
