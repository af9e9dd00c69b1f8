// The monitored API's own routes, as our own agent would ask them: paths, headers, limits.
import { describe, expect, it } from 'vitest';
import { ask, serve } from '../fixtures/served.ts';
import { anIncident, aSnapshot } from '../fixtures/snapshot.ts';

describe.each(['', '/self'])('%s/api/v2', (prefix) => {
  it.each([
    ['status', 'no-store'],
    ['regions', 'public, max-age=300'],
    ['incidents', 'public, max-age=60'],
  ])('/%s has the headers of the document', async (name, cacheControl) => {
    const { statusCode, headers } = await ask(`${prefix}/api/v2/${name}`);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': cacheControl });
    expect(headers).not.toHaveProperty('age');
  });
});

it('tells the fleet at /, and the agent at /self', async () => {
  const names = async (path: string) =>
    (await ask(path)).json().components.map(({ name }: { name: string }) => name);
  expect(await names('/api/v2/status')).toEqual(['Files EU']);
  expect(await names('/self/api/v2/status')).toEqual([
    'Status API',
    'Monitoring',
    'Notifications',
    'Incident History',
  ]);
});

describe('incidents', () => {
  const incidents = ['inc_3', 'inc_2', 'inc_1'].map((id) => anIncident({ id }));
  const snapshot = () => aSnapshot({ incidents });

  it.each([
    ['', ['inc_3', 'inc_2', 'inc_1']],
    ['?limit=2', ['inc_3', 'inc_2']],
    ['?limit=1000&other=1', ['inc_3', 'inc_2', 'inc_1']],
  ])('with %j', async (query, ids) => {
    const list = (await ask(`/api/v2/incidents${query}`, { snapshot })).json();
    expect(list.data.map(({ id }: { id: string }) => id)).toEqual(ids);
  });

  it.each(['0', '-1', '1001', '1.5', 'x', '', '1&limit=2'])('refuse limit=%s', async (limit) => {
    const { statusCode, body } = await ask(`/api/v2/incidents?limit=${limit}`);
    expect(statusCode).toBe(400);
    expect(JSON.parse(body)).toEqual({
      error: { code: 'bad_request', message: expect.stringMatching(/^limit: /) },
    });
  });
});

describe('an unchanged answer', () => {
  it('is not sent again', async () => {
    const { app } = serve();
    const first = await app.inject('/api/v2/status');
    const again = await app.inject({
      url: '/api/v2/status',
      headers: { 'if-none-match': String(first.headers.etag) },
    });
    expect(again).toMatchObject({ statusCode: 304, body: '' });
    expect(again.headers).toMatchObject({ etag: first.headers.etag, 'cache-control': 'no-store' });
  });

  it('is sent once it changed', async () => {
    let current = aSnapshot();
    const { app } = serve({ snapshot: () => current });
    const { etag } = (await app.inject('/api/v2/status')).headers;
    current = aSnapshot({ fleet: 'major_outage' });
    const next = await app.inject({ url: '/api/v2/status', headers: { 'if-none-match': String(etag) } });
    expect(next).toMatchObject({ statusCode: 200 });
    expect(next.json()).toMatchObject({ status: 'major_outage' });
  });
});

it('answers HEAD with the headers alone', async () => {
  const { statusCode, headers, body } = await serve().app.inject({ method: 'HEAD', url: '/api/v2/status' });
  expect(statusCode).toBe(200);
  expect(body).toBe('');
  expect(headers).toMatchObject({ 'content-type': 'application/json', etag: expect.any(String) });
});
