// A body's bytes: collected within a bound as they come, decoded within the same bound once all are there.
import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { ProbeError } from './failure.ts';

const firstBytes = 16 * 1024;

const empty = Buffer.alloc(0);

/**
 * Bytes so far: the first chunk as it is, as most bodies are one; those that follow copied together, so that a body in
 * a million chunks costs no more than one in a single chunk.
 */
export interface Collected {
  bytes: Buffer;
  length: number;
}

export function createCollected(): Collected {
  return { bytes: empty, length: 0 };
}

/** Takes a chunk in; false when it would go over `maxBytes`, and then nothing of it is taken. */
export function collect(into: Collected, chunk: Buffer, maxBytes: number): boolean {
  const length = into.length + chunk.length;
  if (length > maxBytes) return false;
  if (into.length === 0) {
    into.bytes = chunk;
    into.length = length;
    return true;
  }
  if (length > into.bytes.length) {
    const grown = Buffer.allocUnsafe(Math.min(maxBytes, Math.max(firstBytes, length, into.bytes.length * 2)));
    into.bytes.copy(grown, 0, 0, into.length);
    into.bytes = grown;
  }
  chunk.copy(into.bytes, into.length);
  into.length = length;
  return true;
}

export interface Text {
  /** With a byte order mark kept, and replacement characters where the bytes are not UTF-8. */
  readonly text: string;
  readonly isUtf8: boolean;
  readonly bytes: number;
}

interface Limit {
  readonly maxOutputLength: number;
}
type Decode = (bytes: Buffer, limit: Limit) => Promise<Buffer>;
const promised = promisify<Buffer, Limit, Buffer>;

const decoders: Readonly<Record<string, Decode>> = {
  gzip: promised(gunzip),
  deflate: (bytes, limit) => (hasZlibHeader(bytes) ? inflateZlib : inflateBare)(bytes, limit),
  br: promised(brotliDecompress),
};
const inflateZlib: Decode = promised(inflate);
const inflateBare: Decode = promised(inflateRaw);

const aliases: Readonly<Record<string, string>> = { 'x-gzip': 'gzip' };

/**
 * The body as text, its Content-Encoding undone. One at a time is undone, as chains are a way to hurt
 * (CVE-2026-22036). Rejects with a kind of `encoding`, or `too_large` as soon as more than `maxBytes` come out. At once
 * where nothing is to be undone, as for most answers: promises are a good part of what a run costs.
 */
export function readText(
  { bytes, length }: Collected,
  encoding: string,
  maxBytes: number,
): Text | Promise<Text> {
  const wire = bytes.subarray(0, length);
  const name = encoding.trim().toLowerCase();
  if (length === 0 || name === '' || name === 'identity') return toText(wire);
  const known = aliases[name] ?? name;
  const decode = Object.hasOwn(decoders, known) ? decoders[known] : undefined;
  if (decode !== undefined) return decode(wire, { maxOutputLength: maxBytes }).then(toText);
  const message = 'the Content-Encoding is not gzip, deflate or br';
  return Promise.reject(new ProbeError('encoding', 'UNKNOWN_ENCODING', message));
}

function toText(bytes: Buffer): Text {
  return { text: bytes.toString('utf8'), isUtf8: isUtf8(bytes), bytes: bytes.length };
}

/** RFC 1950 2.2. Some servers send bare deflate (RFC 1951) under the same name, and browsers take it. */
function hasZlibHeader(bytes: Buffer): boolean {
  const [method = 0, flags = 0] = bytes;
  return (method & 0x0f) === 8 && ((method << 8) | flags) % 31 === 0;
}
