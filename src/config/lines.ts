// Offsets in a text to lines and columns, as people count them.

export interface Lines {
  /** Both from 1. */
  readonly at: (offset: number) => { readonly line: number; readonly column: number };
}

export function linesOf(text: string): Lines {
  const starts = [0, ...Array.from(text.matchAll(/\r\n?|\n/g), (end) => end.index + end[0].length)];
  return {
    at: (offset) => {
      let [line, after] = [0, starts.length];
      while (after - line > 1) {
        const middle = (line + after) >> 1;
        if ((starts[middle] ?? 0) <= offset) line = middle;
        else after = middle;
      }
      return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
    },
  };
}
