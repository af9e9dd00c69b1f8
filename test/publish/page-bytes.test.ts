// Lines as bytes: what a line is made of, chunks, and taking back what was begun.
import { expect, it } from 'vitest';
import { createPageBytes, type PageBytes } from '../../src/publish/page-bytes.ts';

const bytes = (text: string) => Buffer.from(text);
const line = (page: PageBytes, value: number, own = '', suffix = '') =>
  page.line(bytes('x'), bytes(suffix), bytes(own), bytes('a="b",'), value);

function textOf(page: PageBytes): string {
  return Buffer.concat([...page.end().chunks]).toString();
}

it.each([
  [0, '0'],
  [-0, '0'],
  [1763712345.123, '1763712345.123'],
  [-1.2345678901234567e300, '-1.2345678901234567e+300'],
  [5e-324, '5e-324'],
])('writes %d as %s', (value, written) => {
  const page = createPageBytes();
  line(page, value, 'le="1",', '_bucket');
  expect(textOf(page)).toBe(`x_bucket{le="1",a="b"} ${written}\n`);
});

it('counts lines, and not what is put beside them', () => {
  const page = createPageBytes();
  page.put(bytes('# TYPE x gauge\n'));
  line(page, 1);
  line(page, 2);
  expect(page.end().series).toBe(2);
});

it('breaks into chunks and loses nothing between them', () => {
  const page = createPageBytes();
  for (let value = 0; value < 10_000; value += 1) line(page, value);
  const { chunks, series } = page.end();
  expect(series).toBe(10_000);
  expect(chunks.length).toBeGreaterThan(1);
  const lines = Buffer.concat([...chunks])
    .toString()
    .split('\n');
  expect(lines).toEqual([...Array.from({ length: 10_000 }, (_, value) => `x{a="b"} ${value}`), '']);
});

it('takes back all since the mark, over chunks too', () => {
  const page = createPageBytes();
  line(page, 1);
  page.mark();
  for (let value = 0; value < 10_000; value += 1) line(page, value);
  page.back();
  line(page, 2);
  expect(textOf(page)).toBe('x{a="b"} 1\nx{a="b"} 2\n');
  expect(page.end().series).toBe(2);
});
