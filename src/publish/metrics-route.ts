// GET /metrics: one rendering for all who ask at once, in the format and the coding that they ask for.
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { z } from 'zod';
import type { Snapshot } from '../model/snapshot.ts';
import { createTurns } from '../turns.ts';
import { acceptsGzip, asksFor } from './accept.ts';
import type { App, AppOptions } from './app.ts';
import { type MetricsFormat, metricsContentTypes } from './openmetrics.ts';

/** A page of metrics repeats itself so much that a higher level costs more than it saves. */
const gzipLevel = 1;
/** A chunk of a page comes out of the packer in one piece: each piece is a call back to the event loop. */
const packedBytes = 65_536;

const page = { description: 'Plain text', content: { 'text/plain': { schema: z.any() } } };

export function metricsRoute(app: App, options: AppOptions): void {
  const join = sharedRendering(options);
  app.get(
    '/metrics',
    { schema: { summary: 'Prometheus metrics', response: { 200: page } } },
    async ({ headers }, reply) => {
      const asked = asksFor(headers.accept, 'application/openmetrics-text', '1.0.0');
      const format = asked ? 'openmetrics' : 'text';
      const isPacked = acceptsGzip(headers['accept-encoding']);
      const rendering = join(format);
      // Not before: until then the socket may still read from the page.
      reply.raw.once('close', rendering.leave);
      const chunks = await (isPacked ? rendering.packed() : rendering.plain);
      return reply
        .headers({
          'content-type': metricsContentTypes[format],
          'content-length': chunks.reduce((sum, { length }) => sum + length, 0),
          'cache-control': 'no-store',
          vary: 'accept, accept-encoding',
          ...(isPacked && { 'content-encoding': 'gzip' }),
        })
        .send(Readable.from(inTurns(chunks)));
    },
  );
}

type Chunks = readonly Buffer[];

/** One page, and those who read it. */
interface Rendering {
  readonly plain: Promise<Chunks>;
  /** With gzip: away from the event loop, and once for all who ask. */
  readonly packed: () => Promise<Chunks>;
  readonly join: () => void;
  /** For each who joined, once; after the last of them the page may be written over. */
  readonly leave: () => void;
}

/** Scrapes that come while a rendering is under way get the same one. */
function sharedRendering({ metrics, sources }: AppOptions): (format: MetricsFormat) => Rendering {
  const underWay = new Map<MetricsFormat, Rendering>();
  return (format) => {
    const shared = underWay.get(format) ?? begin(metrics, sources.snapshot(), format);
    if (!underWay.has(format)) {
      underWay.set(format, shared);
      const over = () => underWay.delete(format);
      shared.plain.then(over, over);
    }
    shared.join();
    return shared;
  };
}

function begin(metrics: AppOptions['metrics'], snapshot: Snapshot, format: MetricsFormat): Rendering {
  const plain = metrics.render(snapshot, format);
  let packing: Promise<Chunks> | null = null;
  let readers = 0;
  let isGivenBack = false;
  const giveBack = async () => {
    const [written] = await Promise.allSettled([plain, packing]);
    if (readers > 0 || isGivenBack || written.status === 'rejected') return;
    isGivenBack = true;
    metrics.recycle(written.value);
  };
  return {
    plain,
    packed: () => {
      packing ??= plain.then(pack);
      return packing;
    },
    join: () => {
      readers += 1;
    },
    leave: () => {
      readers -= 1;
      if (readers === 0) void giveBack();
    },
  };
}

async function pack(chunks: Chunks): Promise<Chunks> {
  const packed: Buffer[] = [];
  const packer = createGzip({ level: gzipLevel, chunkSize: packedBytes });
  for await (const chunk of Readable.from(chunks).pipe(packer)) packed.push(chunk);
  return packed;
}

/** A socket that takes all at once would hold up the event loop until the last chunk. */
async function* inTurns(chunks: Chunks): AsyncGenerator<Buffer> {
  const turn = createTurns();
  for (const chunk of chunks) {
    yield chunk;
    await turn();
  }
}
