// Metrics by negotiation of format and coding, one rendering for all who ask at once.
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { createGzip, type Gzip, gunzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createServer } from '../../src/publish/server.ts';
import { ask, someSources } from '../fixtures/served.ts';

vi.mock('node:zlib', { spy: true });

type Page = readonly Buffer[];

/** A server of pages that a test makes itself, and the pages that it has given back. */
function serving(render: () => Promise<Page>) {
  const recycled: Page[] = [];
  const metrics = { render: vi.fn(render), recycle: (page: Page) => recycled.push(page) };
  const sources = someSources();
  const server = createServer({ sources, metrics, basePath: '/', version: '1', logger: false });
  onTestFinished(server.close);
  const seen = { asked: 0, aborted: 0 };
  server.app.addHook('onRequest', async () => {
    seen.asked += 1;
  });
  server.app.addHook('onRequestAbort', async (_request) => {
    seen.aborted += 1;
  });
  return { ...server, render: metrics.render, recycled, seen };
}

const gzip = { 'accept-encoding': 'gzip' };
const packedBodies = (answers: readonly { readonly rawPayload: Buffer }[]) =>
  answers.map(({ rawPayload }) => gunzipSync(rawPayload).toString());

function asking(url: string, headers: Record<string, string> = {}): ClientRequest {
  return get(url, { headers, agent: false }).once('error', () => {});
}

/** An answer of which nothing is read before its `resume()`. */
function answerTo(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve) => request.once('response', resolve));
}

/** More than the sockets between two processes hold. */
const large = Buffer.alloc(2 ** 25, 'x');

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

  it('renders and packs once for all who ask together, and again for the next', async () => {
    const begun = Promise.withResolvers<void>();
    const { app, render, seen } = serving(async () => {
      const page = [Buffer.from(`x ${render.mock.calls.length}\n`)];
      await begun.promise;
      return page;
    });
    vi.mocked(createGzip).mockClear();
    const plain = [app.inject('/metrics'), app.inject('/metrics')];
    const packed = [1, 2].map(() => app.inject({ url: '/metrics', headers: gzip }));
    await expect.poll(() => seen.asked).toBe(4);
    begun.resolve();
    expect((await Promise.all(plain)).map(({ body }) => body)).toEqual(['x 1\n', 'x 1\n']);
    expect(packedBodies(await Promise.all(packed))).toEqual(['x 1\n', 'x 1\n']);
    expect(render).toHaveBeenCalledTimes(1);
    expect(createGzip).toHaveBeenCalledTimes(1);
    expect((await app.inject('/metrics')).body).toBe('x 2\n');
  });

  it('is packed for who accepts gzip', async () => {
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

  it('recovers from renderings that failed, however many', async () => {
    let failures = 20;
    const { app } = serving(async () => {
      failures -= 1;
      if (failures >= 0) throw new Error('a secret of ours');
      return [Buffer.from('x 1\n')];
    });
    while (failures > 0) {
      const failed = await app.inject('/metrics');
      expect(failed.statusCode).toBe(500);
      expect(failed.json()).toEqual({
        error: { code: 'internal', message: 'The request failed on our side.' },
      });
    }
    expect(await app.inject('/metrics')).toMatchObject({ statusCode: 200, body: 'x 1\n' });
  });
});

describe('a page of metrics is given back', () => {
  it('once the last who asked for it has it, and only once', async () => {
    const begun = Promise.withResolvers<Page>();
    const page = [Buffer.from('x 1\n')];
    const { app, recycled } = serving(() => begun.promise);
    await app.ready();
    const [plain, packed] = [app.inject('/metrics'), app.inject({ url: '/metrics', headers: gzip })];
    await new Promise(setImmediate);
    expect(recycled).toEqual([]);
    begun.resolve(page);
    expect((await plain).body).toBe('x 1\n');
    expect(packedBodies([await packed])).toEqual(['x 1\n']);
    await expect.poll(() => recycled).toEqual([page]);
  });

  it('when who asked has left, but not before it is written', async () => {
    const begun = Promise.withResolvers<Page>();
    const page = [Buffer.from('x 1\n')];
    const { listen, recycled, seen } = serving(() => begun.promise);
    const request = asking(`${await listen('127.0.0.1:0')}/metrics`);
    await expect.poll(() => seen.asked).toBe(1);
    request.destroy();
    await expect.poll(() => seen.aborted).toBe(1);
    expect(recycled).toEqual([]);
    begun.resolve(page);
    await expect.poll(() => recycled).toEqual([page]);
  });

  it('not while it is packed, though all have left and the first asked for text', async () => {
    const [begun, packing] = [Promise.withResolvers<Page>(), Promise.withResolvers<void>()];
    const packer = new Transform({
      transform: (chunk, _encoding, done) => void packing.promise.then(() => done(null, chunk)),
    });
    vi.mocked(createGzip).mockClear();
    vi.mocked(createGzip).mockReturnValueOnce(packer as unknown as Gzip);
    const page = [Buffer.from('x 1\n')];
    const { listen, recycled, seen } = serving(() => begun.promise);
    const url = `${await listen('127.0.0.1:0')}/metrics`;
    for (const [index, headers] of [{}, gzip].entries()) {
      const request = asking(url, headers);
      await expect.poll(() => seen.asked).toBe(index + 1);
      request.destroy();
      await expect.poll(() => seen.aborted).toBe(index + 1);
    }
    begun.resolve(page);
    await expect.poll(() => createGzip).toHaveBeenCalledTimes(1);
    await new Promise(setImmediate);
    expect(recycled).toEqual([]);
    packing.resolve();
    await expect.poll(() => recycled).toEqual([page]);
  });

  it('by a slow reader last, while others come and go', async () => {
    const pages: Page[] = [];
    const { listen, recycled } = serving(async () => {
      const page = [large];
      pages.push(page);
      return page;
    });
    const givenBack = () => recycled.map((page) => pages.indexOf(page));
    const url = `${await listen('127.0.0.1:0')}/metrics`;
    const slow = await answerTo(asking(url));
    (await answerTo(asking(url))).resume();
    await expect.poll(givenBack).toEqual([1]);
    slow.resume();
    await expect.poll(givenBack).toEqual([1, 0]);
  });
});

describe('readers that take nothing', () => {
  it('are given eight pages, and the next is told to come again until one is given back', async () => {
    const { listen, recycled, render } = serving(async () => [large]);
    const url = `${await listen('127.0.0.1:0')}/metrics`;
    const slow: IncomingMessage[] = [];
    while (slow.length < 8) slow.push(await answerTo(asking(url)));
    expect(slow.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
    const refused = await fetch(url);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('15');
    expect(await refused.json()).toEqual({
      error: {
        code: 'too_many_readers',
        message: 'Readers that take nothing hold all pages there may be.',
      },
    });
    expect(render).toHaveBeenCalledTimes(8);
    slow[3]?.destroy();
    await expect.poll(() => recycled).toHaveLength(1);
    expect((await fetch(url)).status).toBe(200);
  });

  it('count once where they share a page, and not at all once they read', async () => {
    const begun = Promise.withResolvers<void>();
    const pages = [[large]];
    const { listen, seen } = serving(async () => {
      await begun.promise;
      return pages.pop() ?? [Buffer.from('x 1\n')];
    });
    const url = `${await listen('127.0.0.1:0')}/metrics`;
    const stalled = Array.from({ length: 20 }, () => answerTo(asking(url)));
    await expect.poll(() => seen.asked).toBe(20);
    begun.resolve();
    await Promise.all(stalled);
    const accepted = ['text/plain', 'application/openmetrics-text'];
    const kinds = accepted.flatMap((accept) => [{ accept }, { accept, ...gzip }]);
    for (let turn = 0; turn < 10; turn += 1) {
      const answers = await Promise.all(kinds.map((headers) => fetch(url, { headers })));
      expect(answers.map(({ status }) => status)).toEqual(kinds.map(() => 200));
      await Promise.all(answers.map((answer) => answer.text()));
    }
  });
});
