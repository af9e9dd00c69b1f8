// The feed over HTTP: what it is called, what it costs who has it already, and where its links lead.
import { describe, expect, it } from 'vitest';
import { originOf } from '../../src/publish/feed-route.ts';
import { ask, serve } from '../fixtures/served.ts';
import { anIncident, aSnapshot } from '../fixtures/snapshot.ts';
import { textsOf, validateAtom } from '../fixtures/xml.ts';

const incidents = [anIncident()];
const sources = { snapshot: () => aSnapshot({ incidents }), incident: () => anIncident() };

it('is Atom, kept a minute', async () => {
  const { statusCode, headers, rawPayload } = await ask('/feed.atom', sources);
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'application/atom+xml; charset=utf-8',
    'cache-control': 'public, max-age=60',
    vary: 'x-forwarded-proto, Accept-Encoding',
  });
  validateAtom(rawPayload);
});

it('is not sent again while no incident changes, however many snapshots there are', async () => {
  const { app } = serve(sources);
  const { etag } = (await app.inject('/feed.atom')).headers;
  const again = await app.inject({ url: '/feed.atom', headers: { 'if-none-match': String(etag) } });
  expect(again).toMatchObject({ statusCode: 304, body: '' });
});

it.each(['/', '/picket'])(
  'leads under base path %s to what is there, at the host that was asked',
  async (basePath) => {
    const { app } = serve(sources, basePath);
    const prefix = basePath === '/' ? '' : basePath;
    const headers = { host: 'status.example.test:7425' };
    const { rawPayload } = await app.inject({ url: `${prefix}/feed.atom`, headers });
    const links = textsOf(rawPayload, '//a:link/@href');
    expect(links).toHaveLength(3);
    for (const link of links) {
      expect(link.startsWith(`http://status.example.test:7425${prefix}/`)).toBe(true);
      expect(await app.inject(link)).toMatchObject({ statusCode: 200 });
    }
  },
);

it('leads nobody to the host that another one asked', async () => {
  const snapshot = aSnapshot({ incidents });
  const { app } = serve({ snapshot: () => snapshot });
  for (const host of ['a.test', 'b.test']) {
    const { rawPayload } = await app.inject({ url: '/feed.atom', headers: { host } });
    expect(textsOf(rawPayload, '//a:entry/a:link/@href')).toEqual([`http://${host}/incidents/inc_1`]);
  }
});

it('has relative links where the host is not plain', async () => {
  const { rawPayload } = await ask('/feed.atom', sources, { host: 'x"><script>' });
  validateAtom(rawPayload);
  expect(textsOf(rawPayload, '//a:link/@href')).toEqual(['/feed.atom', '/incidents', '/incidents/inc_1']);
});

describe('the host of the links', () => {
  it.each([
    ['status.example.test', 'http://status.example.test'],
    ['STATUS.example.test:80', 'http://status.example.test'],
    ['127.0.0.1:7425', 'http://127.0.0.1:7425'],
    ['[::1]:7425', 'http://[::1]:7425'],
    ['under_score-d', 'http://under_score-d'],
  ])('is %s', (host, origin) => {
    expect(originOf({ host })).toBe(origin);
  });

  it.each([
    undefined,
    '',
    'a b',
    'user@host',
    'user:secret@host',
    'host/path',
    'host?query',
    'host#part',
    'host\\path',
    'host:99999',
    'host:',
    'host:x',
    '[::1',
    '[zz]',
    '"><b>',
    'a&b',
    'ho\u202est',
    'x'.repeat(10_000),
  ])('is not %j', (host) => {
    expect(originOf(host === undefined ? {} : { host })).toBe('');
  });

  it.each([
    ['https', 'https://a.test'],
    ['http', 'http://a.test'],
    ['javascript', 'http://a.test'],
    ['https, http', 'http://a.test'],
  ])('is asked by %s where a proxy says so', (protocol, origin) => {
    expect(originOf({ host: 'a.test', 'x-forwarded-proto': protocol })).toBe(origin);
  });
});
