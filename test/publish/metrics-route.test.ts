// Metrics by negotiation of format and coding, one rendering for all who ask at once.
import { get } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { createServer } from '../../src/publish/server.ts';
import { ask, someSources } from '../fixtures/served.ts';

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
      vary: 'accept, accept-encoding',
      'cache-control': 'no-store',
    });
    expect(body).toMatch(end);
  });

  it('renders once for scrapes that come together, and again for the next', async () => {
    let renderings = 0;
    const metrics = {
      render: async () => {
        renderings += 1;
        return [Buffer.from(String(renderings))];
      },
      recycle: () => {},
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

  it('is packed for who accepts gzip, once for all who ask together', async () => {
    const plain = await ask('/metrics');
    expect(plain.headers['content-encoding']).toBeUndefined();
    const packed = await ask('/metrics', {}, { 'accept-encoding': 'br, gzip;q=0.5' });
    expect(packed.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': String(packed.rawPayload.length),
    });
    expect(gunzipSync(packed.rawPayload).toString()).toMatch(
      /^# HELP picket_check_success [\s\S]*\npicket_series \d+\n$/,
    );
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
  });

  it('recovers from a rendering that failed', async () => {
    const outcomes = [Promise.reject(new Error('a secret of ours')), Promise.resolve([Buffer.from('x 1\n')])];
    const metrics = { render: () => outcomes.shift() ?? Promise.resolve([]), recycle: () => {} };
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

  it('gives a page back once the last who asked for it has it, and only once', async () => {
    const begun = Promise.withResolvers<void>();
    const page = [Buffer.from('x 1\n')];
    const recycled: unknown[] = [];
    const metrics = {
      render: () => begun.promise.then(() => page),
      recycle: (chunks: readonly Buffer[]) => recycled.push(chunks),
    };
    const { app } = createServer({
      sources: someSources(),
      metrics,
      basePath: '/',
      version: '1',
      logger: false,
    });
    await app.ready();
    const asked = [
      app.inject('/metrics'),
      app.inject({ url: '/metrics', headers: { 'accept-encoding': 'gzip' } }),
    ];
    await new Promise(setImmediate);
    expect(recycled).toEqual([]);
    begun.resolve();
    const [plain, packed] = await Promise.all(asked);
    expect([plain?.body, gunzipSync(packed?.rawPayload ?? '').toString()]).toEqual(['x 1\n', 'x 1\n']);
    await vi.waitFor(() => expect(recycled).toEqual([page]));
  });

  it('gives back the page of one who left, but not before it is written', async () => {
    const begun = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    let recycled = 0;
    const metrics = {
      render: () => {
        asked.resolve();
        return begun.promise.then(() => [Buffer.from('x 1\n')]);
      },
      recycle: () => {
        recycled += 1;
      },
    };
    const server = createServer({
      sources: someSources(),
      metrics,
      basePath: '/',
      version: '1',
      logger: false,
    });
    server.app.addHook('onRequestAbort', async (_request) => left.resolve());
    const request = get(`${await server.listen('127.0.0.1:0')}/metrics`).once('error', () => {});
    await asked.promise;
    request.destroy();
    await left.promise;
    expect(recycled).toBe(0);
    begun.resolve();
    await vi.waitFor(() => expect(recycled).toBe(1));
    await server.close();
  });
});
