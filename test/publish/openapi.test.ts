// The OpenAPI document: every route in it, resources named once, bounds of queries told.
import Fastify from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { App } from '../../src/publish/app.ts';
import { describeApi } from '../../src/publish/openapi.ts';
import { ask, serve } from '../fixtures/served.ts';

describe('the OpenAPI document', () => {
  it('describes every route, with the base path', async () => {
    const { app } = serve({}, '/status');
    const document = (await app.inject('/status/openapi.json')).json();
    expect(Object.keys(document.paths).toSorted()).toEqual(
      [
        '/-/healthy',
        '/-/ready',
        '/api/v2/deployments',
        '/api/v2/deployments/{id}',
        '/api/v2/deployments/{id}/history',
        '/api/v2/events',
        '/api/v2/incidents',
        '/api/v2/incidents/{id}',
        '/api/v2/regions',
        '/api/v2/status',
        '/badges/{id}.svg',
        '/feed.atom',
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

  it('describes every route that is not hidden, with what it answers and how it refuses', async () => {
    const app: App = Fastify().withTypeProvider<ZodTypeProvider>();
    app.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler);
    describeApi(app, '1');
    const answer = z.object({ name: z.string() });
    await app.register(async (scope) => {
      scope.get('/shown/:id', { schema: { summary: 'Shown', response: { 200: answer } } }, () => ({
        name: '',
      }));
      scope.get('/hidden', { schema: { hide: true } }, () => '');
    });
    await app.ready();
    expect(app.swagger()).toMatchObject({ info: { title: 'Picket', version: '1' } });
    expect(app.swagger().paths).toEqual({
      '/shown/{id}': {
        get: expect.objectContaining({ summary: 'Shown', responses: { 200: expect.anything() } }),
      },
    });
  });

  it('names the resources once, and refers to nothing it does not name', async () => {
    const document = (await ask('/openapi.json')).json();
    const names = Object.keys(document.components.schemas);
    const resources = ['Status', 'Region', 'Incident', 'Deployment', 'Error'];
    const events = ['HelloEvent', 'ChangeEvent', 'MomentEvent'];
    expect(names).toEqual(expect.arrayContaining([...resources, ...events]));
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
