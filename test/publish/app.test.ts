// What holds for every answer: headers, methods, paths that lead nowhere, the base path.
import { describe, expect, it } from 'vitest';
import { serve } from '../fixtures/served.ts';

const { app } = serve();
const { app: mounted } = serve({}, '/picket');

const everyRoute = [
  '/',
  '/api/v2/status',
  '/api/v2/regions',
  '/api/v2/incidents',
  '/self/api/v2/status',
  '/self/api/v2/regions',
  '/self/api/v2/incidents',
  '/api/v2/deployments',
  '/api/v2/deployments/files-eu',
  '/api/v2/deployments/files-eu/history',
  '/feed.atom',
  '/badges/files-eu.svg',
  '/metrics',
  '/-/healthy',
  '/-/ready',
  '/probe?deployment=files-eu',
  '/openapi.json',
];

describe.each(everyRoute)('%s', (url) => {
  it('answers GET and allows no sniffing', async () => {
    const got = await app.inject(url);
    expect(got.statusCode).toBe(200);
    expect(got.headers['x-content-type-options']).toBe('nosniff');
    expect(got.headers['content-security-policy']).toMatch(/^default-src 'none';/);
  });

  it('answers HEAD where asking changes nothing and costs nobody a round', async () => {
    const statusCode = url.startsWith('/probe') ? 405 : 200;
    expect(await app.inject({ method: 'HEAD', url })).toMatchObject({ statusCode, body: '' });
  });

  it('stands under the base path; health alone at the root too, whose askers do not know the prefix', async () => {
    expect((await mounted.inject(`/picket${url}`)).statusCode).toBe(200);
    expect((await mounted.inject(url)).statusCode).toBe(url.startsWith('/-/') ? 200 : 404);
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const)('refuses %s', async (method) => {
    const answer = await app.inject({ method, url, payload: method === 'OPTIONS' ? '' : 'x' });
    expect(answer.statusCode).toBe(405);
    expect(answer.headers.allow).toBe('GET, HEAD');
    expect(answer.json()).toMatchObject({ error: { code: 'method_not_allowed' } });
  });
});

it('serves its page at the base path without a slash', async () => {
  expect((await mounted.inject('/picket')).statusCode).toBe(200);
});

describe('a path that leads nowhere', () => {
  it.each([
    ['/nope', 404, 'not_found'],
    ['/api/v1/status', 404, 'not_found'],
    ['/api/v2/status/', 404, 'not_found'],
    [`/api/v2/deployments/${'x'.repeat(10_000)}`, 400, 'bad_request'],
    ['/api/v2/deployments/%00', 404, 'unknown_deployment'],
    ['/%', 400, 'bad_request'],
    ['/%c0%ae%c0%ae/', 400, 'bad_request'],
    ['/../../etc/passwd', 404, 'not_found'],
  ])('%s', async (url, status, code) => {
    const answer = await app.inject(url);
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.json()).toMatchObject({ error: { code, message: expect.any(String) } });
  });

  it('is not said back', async () => {
    expect((await app.inject('/<script>alert(1)</script>')).body).not.toContain('script');
    expect((await app.inject('/api/v2/deployments?status=<script>')).body).not.toContain('<script>');
  });
});
