// Plain HTTP only, and in a file of its own: nock patches sockets when imported, which breaks real TLS.
import nock from 'nock';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { secret } from '../../src/model/secret.ts';
import { ask, ok, replying, serve } from './target.ts';

const origin = 'http://files.test';

beforeAll(() => nock.disableNetConnect());
afterEach(() => {
  expect(nock.pendingMocks()).toEqual([]);
  nock.cleanAll();
});
afterAll(() => nock.restore());

test('guard: a host that is not mocked is not reached, even on loopback', async () => {
  const { origin: real, accepted } = await serve(replying(ok('{}')));
  for (const unmocked of ['http://not-mocked.test', real]) {
    const { failure, status } = await ask({ origin: unmocked });
    expect(failure).toMatchObject({ code: 'ENETUNREACH' });
    expect(status).toBeNull();
  }
  expect(accepted()).toBe(0);
});

describe('any status is an answer, with its body', () => {
  test.each([200, 201, 400, 401, 403, 404, 410, 418, 429, 500, 502, 503, 504])('%i', async (status) => {
    nock(origin).get('/api/v1/status').reply(status, { status: 'operational' });
    expect(await ask({ origin })).toMatchObject({ failure: null, status, body: '{"status":"operational"}' });
  });
  test('204 has none', async () => {
    nock(origin).get('/api/v1/status').reply(204);
    expect(await ask({ origin })).toMatchObject({ failure: null, status: 204, body: '', bodyBytes: 0 });
  });
});

test.each([301, 302, 303, 307, 308])('a %i is told, not followed', async (status) => {
  nock(origin).get('/api/v1/status').reply(status, '', { Location: 'http://elsewhere.test/' });
  const { failure, status: seen, headers } = await ask({ origin });
  expect({ failure, seen, location: headers.location }).toEqual({
    failure: null,
    seen: status,
    location: 'http://elsewhere.test/',
  });
});

test.each(['application/json', 'application/json; charset=utf-8', 'text/html', 'TEXT/Plain'])(
  'a media type is told as it came: %s',
  async (type) => {
    nock(origin).get('/api/v1/status').reply(200, '{}', { 'Content-Type': type });
    expect((await ask({ origin })).headers['content-type']).toBe(type);
  },
);

describe('the request', () => {
  test('bears our headers', async () => {
    const ours = { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'picket/test' };
    nock(origin, { reqheaders: ours }).get('/api/v1/status').reply(200, '{}');
    expect((await ask({ origin })).status).toBe(200);
  });
  test('bears configured headers instead of ours', async () => {
    const configured = { 'user-agent': 'mine/1', accept: '*/*', authorization: 'Bearer token' };
    nock(origin, { reqheaders: configured }).get('/api/v1/status').reply(200, '{}');
    const headers = {
      'User-Agent': secret('mine/1'),
      Accept: secret('*/*'),
      Authorization: secret('Bearer token'),
    };
    expect((await ask({ origin, headers })).status).toBe(200);
  });
  test('asks for path and query as the check has them', async () => {
    nock(origin).get('/base/api/v1/files').query({ limit: '20' }).reply(200, '{}');
    expect((await ask({ origin }, { target: '/base/api/v1/files?limit=20' })).status).toBe(200);
  });
});

test('a body is text as it came, not read as JSON', async () => {
  nock(origin).get('/api/v1/status').reply(200, '<html>');
  expect(await ask({ origin })).toMatchObject({
    body: '<html>',
    bodyIsUtf8: true,
    bodyBytes: 6,
    wireBytes: 6,
  });
});
