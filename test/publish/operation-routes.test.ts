// Metrics by negotiation, health, readiness, and the OpenAPI document.
import { describe, expect, it } from 'vitest';
import { createServer } from '../../src/publish/server.ts';
import { ask, serve, someSources } from '../fixtures/served.ts';

describe('GET /metrics', () => {
  it.each([
    ['*/*', 'text/plain; version=0.0.4; charset=utf-8', /\npicket_series \d+\n$/],
    [
      'application/openmetrics-text;version=1.0.0,text/plain;q=0.5',
      'application/openmetrics-text; version=1.0.0; charset=utf-8',
      /\n# EOF\n$/,
    ],
  ])('for Accept: %s', async (accept, contentType, end) => {
    const { headers, body } = await ask('/metrics', {}, { accept });
    expect(headers).toMatchObject({
      'content-type': contentType,
      vary: 'accept',
      'cache-control': 'no-store',
    });
    expect(body).toMatch(end);
  });

  it('renders once for scrapes that come together, and again for the next', async () => {
    let renderings = 0;
    const metrics = {
      render: async () => {
        renderings += 1;
        return String(renderings);
      },
    };
    const { app } = createServer({
      sources: someSources(),
      metrics,
      basePath: '/',
      version: '1',
      logger: false,
    });
    await app.ready();
    const together = await Promise.all([app.inject('/metrics'), app.inject('/metrics')]);
    expect(together.map(({ body }) => body)).toEqual(['1', '1']);
    expect((await app.inject('/metrics')).body).toBe('2');
  });

  it('recovers from a rendering that failed', async () => {
    const outcomes = [Promise.reject(new Error('a secret of ours')), Promise.resolve('x 1\n')];
    const metrics = { render: () => outcomes.shift() ?? Promise.resolve('') };
    const { app } = createServer({
      sources: someSources(),
      metrics,
      basePath: '/',
      version: '1',
      logger: false,
    });
    const failed = await app.inject('/metrics');
    expect(failed.statusCode).toBe(500);
    expect(failed.json()).toEqual({
      error: { code: 'internal', message: 'The request failed on our side.' },
    });
    expect(await app.inject('/metrics')).toMatchObject({ statusCode: 200, body: 'x 1\n' });
  });
});

describe.each([
  ['healthy', 'not_healthy'],
  ['ready', 'not_ready'],
])('GET /-/%s', (name, code) => {
  it('is 200 while it holds', async () => {
    expect(await ask(`/-/${name}`)).toMatchObject({ statusCode: 200, body: 'ok\n' });
  });

  it('is 503 while it does not', async () => {
    const answer = await ask(`/-/${name}`, { [name]: () => false });
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ error: { code } });
  });
});

describe('GET /openapi.json', () => {
  it('describes every route, with the base path', async () => {
    const { app } = serve({}, '/status');
    const document = (await app.inject('/status/openapi.json')).json();
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Picket', version: '0.1.0' } });
    expect(Object.keys(document.paths).toSorted()).toEqual(
      [
        '/-/healthy',
        '/-/ready',
        '/api/v2/deployments',
        '/api/v2/deployments/{id}',
        '/api/v2/deployments/{id}/history',
        '/api/v2/incidents',
        '/api/v2/regions',
        '/api/v2/status',
        '/metrics',
        '/probe',
        '/self/api/v2/incidents',
        '/self/api/v2/regions',
        '/self/api/v2/status',
      ]
        .map((path) => `/status${path}`)
        .concat('/-/healthy', '/-/ready')
        .toSorted(),
    );
  });

  it('names the resources once, and refers to nothing it does not name', async () => {
    const document = (await ask('/openapi.json')).json();
    const names = Object.keys(document.components.schemas);
    expect(names).toEqual(expect.arrayContaining(['Status', 'Region', 'Incident', 'Deployment', 'Error']));
    const referred = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)];
    expect(referred.length).toBeGreaterThan(10);
    for (const [, name] of referred) expect(names).toContain(name);
  });

  it('gives the query of a list its types and bounds', async () => {
    const { parameters } = (await ask('/openapi.json')).json().paths['/api/v2/deployments'].get;
    const limit = parameters.find(({ name }: { name: string }) => name === 'limit');
    expect(limit).toMatchObject({
      in: 'query',
      schema: { type: 'integer', minimum: 1, maximum: 1000, default: 100 },
    });
  });
});
