// Writes a planned answer to a connection: now, late, slowly, in part, or not at all.
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import { type Answer, bodyOf, type Ending } from './answer.ts';

const padding = Buffer.alloc(65_536, ' ');

type Chunks = AsyncIterable<Buffer>;

/** Resolves when all is written, or, for a hang, when the client has gone; rejects when it goes before that. */
export async function deliver(answer: Answer, response: ServerResponse, now: () => number): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  if (answer.latencyMs > 0) await setTimeout(answer.latencyMs, undefined, { signal: gone.signal });
  if (answer.ending.type === 'reset') {
    response.socket?.resetAndDestroy();
  } else if (answer.ending.type === 'hang') {
    await untilAborted(gone.signal);
  } else {
    const body = bodyOf(answer);
    response.writeHead(answer.status, headersOf(answer, body.length, now()));
    const source = Readable.from(chunksOf(body, answer.padToBytes));
    const encoded = answer.gzip ? source.pipe(createGzip()) : source;
    await pipeline(encoded, (chunks: Chunks) => paced(chunks, answer.ending, gone.signal), response);
  }
}

function headersOf(answer: Answer, bodyBytes: number, nowMs: number): Record<string, string | number> {
  const framing = answer.gzip
    ? { 'content-encoding': 'gzip' }
    : { 'content-length': Math.max(bodyBytes, answer.padToBytes) };
  return {
    'content-type': answer.mediaType,
    'cache-control': answer.cacheControl,
    date: new Date(nowMs + answer.dateOffsetMs).toUTCString(),
    ...(answer.ageSeconds === null ? {} : { age: answer.ageSeconds }),
    ...framing,
  };
}

function* chunksOf(body: Buffer, padToBytes: number): Generator<Buffer> {
  if (body.length > 0) yield body;
  for (let left = padToBytes - body.length; left > 0; left -= padding.length) {
    yield padding.subarray(0, Math.min(left, padding.length));
  }
}

async function* paced(chunks: Chunks, ending: Ending, gone: AbortSignal): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    if (ending.type === 'drip') {
      for (let at = 0; at < chunk.length; at += ending.bytes) {
        yield chunk.subarray(at, at + ending.bytes);
        await setTimeout(ending.everyMs, undefined, { signal: gone });
      }
    } else if (ending.type === 'hang_in_body') {
      yield chunk.subarray(0, chunk.length / 2);
      await untilAborted(gone);
      return;
    } else {
      yield chunk;
    }
  }
}

/** A hang ends with its connection: the client's deadline, or the simulator's close. */
function untilAborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) resolve();
  signal.addEventListener('abort', () => resolve(), { once: true });
  return promise;
}
