// The bytes of an exposition, line after line, in chunks: no string is made but that of the number.

/** Of a chunk; a longer line has a chunk of its own. */
const chunkBytes = 65_536;
/** Of a number and what stands around it: `} -1.2345678901234567e+300\n`. */
const maxNumberBytes = 64;

const [lineFeed = 0, blank = 0, opening = 0, closing = 0] = Buffer.from('\n {}');

export interface PageBytes {
  readonly put: (bytes: Uint8Array) => void;
  /** `name` and `suffix`, then the labels, of which the last ends in a comma that is left out, then the value. */
  readonly line: (
    name: Uint8Array,
    suffix: Uint8Array,
    own: Uint8Array,
    shared: Uint8Array,
    value: number,
  ) => void;
  /** What is written from now on is taken back by `back`. */
  readonly mark: () => void;
  readonly back: () => void;
  readonly end: () => { readonly chunks: readonly Buffer[]; readonly series: number };
}

export function createPageBytes(): PageBytes {
  const chunks: Buffer[] = [];
  let chunk = Buffer.allocUnsafeSlow(chunkBytes);
  let at = 0;
  let series = 0;
  // Kept apart: a mark is made for each subject of each family.
  let [chunksAtMark, chunkAtMark, atMark, seriesAtMark] = [0, chunk, at, series];

  const room = (bytes: number) => {
    if (at + bytes <= chunk.length) return;
    chunks.push(chunk.subarray(0, at));
    chunk = Buffer.allocUnsafeSlow(Math.max(chunkBytes, bytes));
    at = 0;
  };

  return {
    put: (bytes) => {
      room(bytes.length);
      at = copy(bytes, chunk, at);
    },
    line: (name, suffix, own, shared, value) => {
      room(name.length + suffix.length + own.length + shared.length + maxNumberBytes);
      const into = chunk;
      let end = copy(name, into, at);
      end = copy(suffix, into, end);
      into[end] = opening;
      end = copy(own, into, end + 1);
      // The last comma is written over.
      end = copy(shared, into, end) - 1;
      into[end] = closing;
      into[end + 1] = blank;
      end = copyNumber(value, into, end + 2);
      into[end] = lineFeed;
      at = end + 1;
      series += 1;
    },
    mark: () => {
      chunksAtMark = chunks.length;
      chunkAtMark = chunk;
      atMark = at;
      seriesAtMark = series;
    },
    back: () => {
      chunks.length = chunksAtMark;
      chunk = chunkAtMark;
      at = atMark;
      series = seriesAtMark;
    },
    end: () => {
      chunks.push(chunk.subarray(0, at));
      return { chunks, series };
    },
  };
}

/** Returns where it ended. */
function copy(bytes: Uint8Array, into: Buffer, at: number): number {
  if (bytes.length > 0) into.set(bytes, at);
  return at + bytes.length;
}

function copyNumber(value: number, into: Buffer, at: number): number {
  const digits = String(value);
  for (let index = 0; index < digits.length; index += 1) into[at + index] = digits.charCodeAt(index);
  return at + digits.length;
}
