// Lines and columns count from 1; a line ends with LF, CR, or both.
import { expect, test } from 'vitest';
import { linesOf } from '../../src/config/lines.ts';

test.each([
  ['', 0, 1, 1],
  ['abc', 2, 1, 3],
  ['a\nb\n', 1, 1, 2],
  ['a\nb\n', 2, 2, 1],
  ['a\r\nb', 3, 2, 1],
  ['a\rb', 2, 2, 1],
  ['a\n\n\nb', 3, 3, 1],
  ['a\nb\n', 4, 3, 1],
])('%j at %d', (text, offset, line, column) => {
  expect(linesOf(text).at(offset)).toEqual({ line, column });
});
