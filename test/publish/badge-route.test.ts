// The badge over HTTP: what it may do where it is opened, and that it is never an old one.
import { expect, it } from 'vitest';
import { ask, serve } from '../fixtures/served.ts';
import { aSnapshot, aView } from '../fixtures/snapshot.ts';
import { textsOf } from '../fixtures/xml.ts';

const stateOf = (badge: string) => textsOf(badge, '//svg:text')[1];

it('is a picture that may do nothing and is asked for anew each time', async () => {
  const { statusCode, headers, body } = await ask('/badges/files-eu.svg');
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; style-src 'none'; sandbox; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  });
  expect(textsOf(body, '//svg:text')).toEqual(['Files EU', 'Operational']);
});

it('is not sent again while the state is the same, and is once it is another', async () => {
  let view = aView();
  const { app } = serve({ snapshot: () => aSnapshot({ deployments: [view] }) });
  const { etag } = (await app.inject('/badges/files-eu.svg')).headers;
  const again = () => app.inject({ url: '/badges/files-eu.svg', headers: { 'if-none-match': String(etag) } });
  view = aView({ state: { cause: 'another' } });
  expect(await again()).toMatchObject({ statusCode: 304, body: '' });
  view = aView({ state: { status: 'major_outage' } });
  expect(stateOf((await again()).body)).toBe('Major outage');
});

it('knows no state while the agent asks nothing', async () => {
  const sources = { healthy: () => true };
  const { app } = serve({ healthy: () => sources.healthy() });
  expect(stateOf((await app.inject('/badges/files-eu.svg')).body)).toBe('Operational');
  sources.healthy = () => false;
  expect(stateOf((await app.inject('/badges/files-eu.svg')).body)).toBe('Unknown');
});

it.each([
  ['/badges/nope.svg', 404, 'unknown_deployment'],
  ['/badges/__proto__.svg', 404, 'unknown_deployment'],
  ['/badges/files-eu', 404, 'not_found'],
  ['/badges/files-eu.png', 404, 'not_found'],
  ['/badges/files-eu.svg.svg', 404, 'unknown_deployment'],
  ['/badges/.svg', 404, 'unknown_deployment'],
  ['/badges/%3Cscript%3E.svg', 404, 'unknown_deployment'],
])('refuses %s with %d, in JSON', async (url, status, code) => {
  const answer = await ask(url);
  expect(answer.statusCode).toBe(status);
  expect(answer.headers['content-type']).toBe('application/json');
  expect(answer.json()).toMatchObject({ error: { code } });
});
