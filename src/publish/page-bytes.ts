// The bytes of an exposition, line after line, in chunks: no string is made, and hardly a number's.
import { copyNumber, maxNumberBytes } from './number-bytes.ts';

/** Of a chunk; a longer line has a chunk of its own. */
const chunkBytes = 65_536;
/** Of a number and what stands around it: `} 0.25\n`. */
const maxEndBytes = maxNumberBytes + 3;

const [lineFeed = 0, blank = 0, opening = 0, closing = 0] = Buffer.from('\n {}');

/**
 * Chunks for pages: those of a page that nobody reads any more are written over by the next. Anew for each page, they
 * would drive the garbage collector through the whole heap at every scrape.
 */
export interface Arena {
  readonly take: () => Buffer;
  /** Keeps these alone, so that at most one page is kept. */
  readonly giveBack: (chunks: readonly Buffer[]) => void;
}

export function createArena(): Arena {
  const ours = new WeakSet<ArrayBufferLike>();
  let kept: Buffer[] = [];
  const make = () => {
    const chunk = Buffer.allocUnsafeSlow(chunkBytes);
    ours.add(chunk.buffer);
    return chunk;
  };
  return {
    take: () => kept.pop() ?? make(),
    giveBack: (chunks) => {
      kept = chunks.flatMap(({ buffer }) => (ours.has(buffer) ? Buffer.from(buffer) : []));
    },
  };
}

/** One family's part of a page: plain data, changed in place by the functions here alone. */
export interface PageBytes {
  readonly chunks: Buffer[];
  chunk: Buffer;
  readonly arena: Arena;
  /** Where the chunk goes on. */
  at: number;
  series: number;
}

export function createPageBytes(arena: Arena): PageBytes {
  return { chunks: [], chunk: arena.take(), arena, at: 0, series: 0 };
}

export function put(page: PageBytes, bytes: Uint8Array): void {
  room(page, bytes.length);
  page.chunk.set(bytes, page.at);
  page.at += bytes.length;
}

/** Name and `{`, own labels included; labels of which the last ends in a comma that is left out; the value. */
export function putLine(
  page: PageBytes,
  head: Uint8Array,
  own: Uint8Array | null,
  shared: Uint8Array,
  value: number,
): void {
  room(page, head.length + (own === null ? 0 : own.length) + shared.length + maxEndBytes);
  const into = page.chunk;
  let { at } = page;
  into.set(head, at);
  at += head.length;
  if (own !== null) {
    into.set(own, at);
    at += own.length;
  }
  into.set(shared, at);
  at += shared.length;
  // The last comma is written over; where there are no labels, the brace before them is.
  if (into[at - 1] === opening) at -= 1;
  else into[at - 1] = closing;
  into[at] = blank;
  at = copyNumber(value, into, at + 1);
  into[at] = lineFeed;
  page.at = at + 1;
  page.series += 1;
}

/** All chunks, of which the last is cut to what is in it. */
export function endOf({ chunks, chunk, at }: PageBytes): readonly Buffer[] {
  return [...chunks, chunk.subarray(0, at)];
}

/** Where a page was; what was written since is taken back by `back`. */
export interface Mark {
  readonly chunks: number;
  readonly chunk: Buffer;
  readonly at: number;
  readonly series: number;
}

export function mark({ chunks, chunk, at, series }: PageBytes): Mark {
  return { chunks: chunks.length, chunk, at, series };
}

export function back(page: PageBytes, to: Mark): void {
  page.chunks.length = to.chunks;
  page.chunk = to.chunk;
  page.at = to.at;
  page.series = to.series;
}

function room(page: PageBytes, bytes: number): void {
  if (page.at + bytes <= page.chunk.length) return;
  page.chunks.push(page.chunk.subarray(0, page.at));
  page.chunk = bytes > chunkBytes ? Buffer.allocUnsafeSlow(bytes) : page.arena.take();
  page.at = 0;
}
