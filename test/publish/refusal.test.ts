// What is refused or fails, in one shape: our own words to who asked, and of what broke nothing at all.
import Fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { handleError, handleNotFound, Refusal, refuseMethod } from '../../src/publish/refusal.ts';
import { serve } from '../fixtures/served.ts';

/** An application whose one route throws. */
function throwing(error: unknown): FastifyInstance {
  const app = Fastify().setErrorHandler(handleError).setNotFoundHandler(handleNotFound);
  app.get('/', (_, reply) => {
    reply.header('etag', '"x"').header('cache-control', 'public, max-age=60');
    throw error;
  });
  return app;
}

const withStatus = (statusCode: number) => Object.assign(new Error('a secret of ours'), { statusCode });

describe('what a route throws', () => {
  it.each([
    [
      'a refusal, in its own words',
      new Refusal(404, 'unknown_deployment', 'None.'),
      404,
      'unknown_deployment',
      'None.',
    ],
    ['an error of the framework', withStatus(413), 413, 'bad_request', 'The request cannot be read.'],
    ['an error', new Error('a secret of ours'), 500, 'internal', 'The request failed on our side.'],
    ['an error that says 500', withStatus(503), 500, 'internal', 'The request failed on our side.'],
  ])('is answered: %s', async (_, error, status, code, message) => {
    const answer = await throwing(error).inject('/');
    expect(answer.statusCode).toBe(status);
    expect(answer.headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
    expect(answer.headers).not.toHaveProperty('etag');
    expect(answer.json()).toEqual({ error: { code, message } });
  });

  it('is a 500 without details on a route of ours too', async () => {
    const snapshot = () => {
      throw new Error('a secret of ours');
    };
    const { statusCode, body } = await serve({ snapshot }).app.inject('/api/v2/status');
    expect(statusCode).toBe(500);
    expect(JSON.parse(body)).toEqual({
      error: { code: 'internal', message: 'The request failed on our side.' },
    });
  });
});

describe('a query that its schema does not allow', () => {
  const app = Fastify().withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(handleError);
  const querystring = z.object({
    limit: z.coerce.number().int().min(1),
    label: z.array(z.string().regex(/:/, { error: 'expected name:value' })).optional(),
  });
  app.get('/', { schema: { querystring } }, () => 'ok');

  it.each([
    ['limit=0', ['limit: Too small: expected number to be >=1']],
    ['limit=1&label=a:b&label=c', ['label.1: expected name:value']],
    [
      'label=a&label=b:c',
      ['limit: Invalid input: expected number, received NaN', 'label.0: expected name:value'],
    ],
  ])('is refused with where and why: %s', async (query, problems) => {
    const answer = await app.inject(`/?${query}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({ error: { code: 'bad_request', message: problems.join('; ') } });
  });
});

it('says which methods a path takes', async () => {
  const app = Fastify();
  app.get('/', (_, reply) => refuseMethod(reply, 'GET'));
  const answer = await app.inject('/');
  expect(answer.statusCode).toBe(405);
  expect(answer.headers.allow).toBe('GET');
  expect(answer.json()).toMatchObject({ error: { code: 'method_not_allowed' } });
});

it('says that a path leads nowhere, without repeating it', async () => {
  const answer = await throwing(null).inject('/<script>');
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toEqual({
    error: { code: 'not_found', message: 'There is nothing at this path.' },
  });
});
