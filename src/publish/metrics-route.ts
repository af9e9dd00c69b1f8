// GET /metrics: one rendering for all who ask at once, in the format and the coding that they ask for.
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Snapshot } from '../model/snapshot.ts';
import { createTurns } from '../turns.ts';
import { acceptsGzip, asksFor } from './accept.ts';
import type { App, AppOptions } from './app.ts';
import { type MetricsFormat, metricsContentTypes } from './openmetrics.ts';
import { pack } from './pack.ts';
import { Refusal } from './refusal.ts';
import { errorSchema } from './schemas.ts';

/**
 * Held at once, being written or read. Who reads holds one for a moment, and who asks meanwhile mostly shares it;
 * one of ten thousand deployments is 66 MB, and a reader that takes a byte a minute holds it for as long as it likes.
 */
const maxPages = 8;
/** The common scrape interval: a stalled reader is cut off after several. */
const retryAfterSeconds = 15;

const page = { description: 'Plain text', content: { 'text/plain': { schema: z.any() } } };

export function metricsRoute(app: App, options: AppOptions): void {
  const join = sharedRendering(options);
  app.get(
    '/metrics',
    { schema: { summary: 'Prometheus metrics', response: { 200: page, 503: errorSchema } } },
    async ({ headers }, reply) => {
      const asked = asksFor(headers.accept, 'application/openmetrics-text', '1.0.0');
      const format = asked ? 'openmetrics' : 'text';
      const isPacked = acceptsGzip(headers['accept-encoding']);
      const rendering = join(format);
      if (rendering === null) {
        reply.header('retry-after', retryAfterSeconds);
        throw new Refusal(503, 'too_many_readers', 'Readers that take nothing hold all pages there may be.');
      }
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

/** Scrapes that come while a rendering is under way get the same one; null where too many pages are held. */
function sharedRendering({ metrics, sources }: AppOptions): (format: MetricsFormat) => Rendering | null {
  const underWay = new Map<MetricsFormat, Rendering>();
  let held = 0;
  const start = (format: MetricsFormat): Rendering => {
    const rendering = begin(metrics, sources.snapshot(), format, () => {
      held -= 1;
    });
    held += 1;
    underWay.set(format, rendering);
    const over = () => underWay.delete(format);
    rendering.plain.then(over, over);
    return rendering;
  };
  return (format) => {
    const shared = underWay.get(format) ?? (held < maxPages ? start(format) : null);
    shared?.join();
    return shared;
  };
}

/** `release` is called once, when nobody holds the page any more. */
function begin(
  metrics: AppOptions['metrics'],
  snapshot: Snapshot,
  format: MetricsFormat,
  release: () => void,
): Rendering {
  const plain = metrics.render(snapshot, format);
  let packing: Promise<Chunks> | null = null;
  let readers = 0;
  let isGivenBack = false;
  const giveBack = async () => {
    const [written] = await Promise.allSettled([plain]);
    // Not before: until the page is written, somebody may still join who asks for it packed.
    await Promise.allSettled([packing]);
    if (readers > 0 || isGivenBack) return;
    isGivenBack = true;
    release();
    if (written.status === 'fulfilled') metrics.recycle(written.value);
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

/** A socket that takes all at once would hold up the event loop until the last chunk. */
async function* inTurns(chunks: Chunks): AsyncGenerator<Buffer> {
  const turn = createTurns();
  for (const chunk of chunks) {
    yield chunk;
    await turn();
  }
}
