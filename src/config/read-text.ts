// Files as texts: bounded, in UTF-8, and never waited for without end.
import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import type { FileText } from './interpolate.ts';

/** In UTF-8, a byte order mark taken off; or why that cannot be had. */
export function readText(path: string, maxBytes: number, maxWaitMs = maxPipeWaitMs): FileText {
  try {
    const bytes = readBounded(path, maxBytes + 1, maxWaitMs);
    if (bytes.length > maxBytes) return { unreadable: `more than ${maxBytes} bytes` };
    if (!isUtf8(bytes)) return { unreadable: 'bytes that are not UTF-8' };
    return { text: bytes.toString('utf8').replace(/^\uFEFF/, '') };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'error';
    return { unreadable: explanations[code] ?? code };
  }
}

const waited = 'WAITED';

const explanations: Readonly<Record<string, string>> = {
  ENOENT: 'no such file (ENOENT)',
  EISDIR: 'a directory (EISDIR)',
  EACCES: 'no permission to read it (EACCES)',
  [waited]: 'a pipe whose end did not come in time',
};

/** Never more than asked for, whatever the file claims or becomes: it may be a device or a pipe. */
function readBounded(path: string, maxBytes: number, maxWaitMs: number): Buffer {
  // To open a pipe would wait for who writes to it, without end.
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const isPipe = fstatSync(descriptor).isFIFO();
    const untilMs = performance.now() + maxWaitMs;
    const chunks: Buffer[] = [];
    let total = 0;
    while (total < maxBytes) {
      const chunk = Buffer.allocUnsafe(Math.min(maxBytes - total, 65_536));
      const count = readSome(descriptor, chunk, isPipe && total === 0, untilMs);
      if (count === 0) break;
      chunks.push(chunk.subarray(0, count));
      total += count;
    }
    return Buffer.concat(chunks);
  } finally {
    closeSync(descriptor);
  }
}

/** Who writes to a pipe may come a little later than we do, and take its time; from open to end no more than this. */
const maxPipeWaitMs = 10_000;
const pipePauseMs = 10;
const still = new Int32Array(new SharedArrayBuffer(4));

/** How many bytes came, 0 at the end. `early` where an end is none yet: nobody has opened the pipe to write. */
function readSome(descriptor: number, chunk: Buffer, early: boolean, untilMs: number): number {
  while (true) {
    const count = readNow(descriptor, chunk);
    if (count !== null && !(early && count === 0)) return count;
    if (performance.now() > untilMs) throw Object.assign(new Error('waited'), { code: waited });
    Atomics.wait(still, 0, 0, pipePauseMs);
  }
}

/** null where nothing has come yet. */
function readNow(descriptor: number, chunk: Buffer): number | null {
  try {
    return readSync(descriptor, chunk);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return null;
    throw error;
  }
}
