// Gzip of a page that is in memory: away from the event loop, in pieces that are few.
import { finished } from 'node:stream/promises';
import { createGzip, type Gzip } from 'node:zlib';

/** A page of metrics repeats itself so much that a higher level costs more than it saves. */
const gzipLevel = 1;
/** What goes into the packer and what comes out is in pieces of about this: each is a pass of the event loop. */
const packedBytes = 65_536;
const unpackedBytes = 1_048_576;

/** The chunks may be of any length; they are not changed. */
export async function pack(chunks: readonly Buffer[]): Promise<readonly Buffer[]> {
  const packed: Buffer[] = [];
  const packer = createGzip({ level: gzipLevel, chunkSize: packedBytes });
  packer.on('data', (chunk: Buffer) => packed.push(chunk));
  const piece = Buffer.allocUnsafeSlow(unpackedBytes);
  for (const bytes of inPieces(chunks, piece)) await write(packer, bytes);
  packer.end();
  await finished(packer);
  return packed;
}

/** Resolves when these bytes may be written over. */
function write(packer: Gzip, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    packer.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

/** Each in the place of the one before it. */
function* inPieces(chunks: readonly Buffer[], piece: Buffer): Generator<Buffer> {
  let at = 0;
  for (const chunk of chunks) {
    if (at + chunk.length > piece.length) {
      yield piece.subarray(0, at);
      at = 0;
    }
    if (chunk.length > piece.length) {
      yield chunk;
    } else {
      piece.set(chunk, at);
      at += chunk.length;
    }
  }
  yield piece.subarray(0, at);
}
