// Health, readiness, and where the OpenAPI document is.
import { describe, expect, it, vi } from 'vitest';
import { ask, serve } from '../fixtures/served.ts';

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

it('GET /openapi.json is the document, kept by nobody', async () => {
  const { headers, body } = await ask('/openapi.json');
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
  expect(JSON.parse(body)).toMatchObject({ openapi: '3.1.0', info: { title: 'Picket', version: '0.1.0' } });
});

it('GET /openapi.json is asked for anew after it could not be made', async () => {
  const { app } = serve();
  await app.ready();
  vi.spyOn(app, 'swagger').mockImplementationOnce(() => {
    throw new Error('a secret of ours');
  });
  expect((await app.inject('/openapi.json')).statusCode).toBe(500);
  expect((await app.inject('/openapi.json')).statusCode).toBe(200);
});
