// GET /metrics: one rendering for all who ask at once, in the format and the coding that they ask for.
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { z } from 'zod';
import { acceptsGzip, asksFor } from './accept.ts';
import type { App, AppOptions } from './app.ts';
import { type MetricsFormat, metricsContentTypes } from './openmetrics.ts';

/** A page of metrics repeats itself so much that a higher level costs more than it saves. */
const gzipLevel = 1;

const page = { description: 'Plain text', content: { 'text/plain': { schema: z.any() } } };

export function metricsRoute(app: App, options: AppOptions): void {
  const render = sharedRendering(options);
  app.get(
    '/metrics',
    { schema: { summary: 'Prometheus metrics', response: { 200: page } } },
    async ({ headers }, reply) => {
      const asked = asksFor(headers.accept, 'application/openmetrics-text', '1.0.0');
      const format = asked ? 'openmetrics' : 'text';
      const isPacked = acceptsGzip(headers['accept-encoding']);
      const rendering = await render(format);
      const chunks = isPacked ? await rendering.packed() : rendering.chunks;
      return reply
        .headers({
          'content-type': metricsContentTypes[format],
          'content-length': chunks.reduce((sum, { length }) => sum + length, 0),
          'cache-control': 'no-store',
          vary: 'accept, accept-encoding',
          ...(isPacked && { 'content-encoding': 'gzip' }),
        })
        .send(Readable.from(chunks));
    },
  );
}

type Chunks = readonly Buffer[];

interface Rendering {
  readonly chunks: Chunks;
  /** With gzip: away from the event loop, and once for all who ask. */
  readonly packed: () => Promise<Chunks>;
}

/** Scrapes that come while a rendering is under way get the same one. */
function sharedRendering({ metrics, sources }: AppOptions): (format: MetricsFormat) => Promise<Rendering> {
  const underWay = new Map<MetricsFormat, Promise<Rendering>>();
  const begin = async (format: MetricsFormat): Promise<Rendering> => {
    const chunks = await metrics.render(sources.snapshot(), format);
    let packing: Promise<Chunks> | null = null;
    return {
      chunks,
      packed: () => {
        packing ??= pack(chunks);
        return packing;
      },
    };
  };
  return (format) => {
    const shared = underWay.get(format) ?? begin(format).finally(() => underWay.delete(format));
    underWay.set(format, shared);
    return shared;
  };
}

async function pack(chunks: Chunks): Promise<Chunks> {
  const packed: Buffer[] = [];
  for await (const chunk of Readable.from(chunks).pipe(createGzip({ level: gzipLevel }))) packed.push(chunk);
  return packed;
}
