// Lines as bytes: what a line is made of, chunks, taking back what was begun, and writing over what was read.
import { expect, it } from 'vitest';
import {
  type Arena,
  back,
  createArena,
  createPageBytes,
  endOf,
  mark,
  type PageBytes,
  put,
  putLine,
} from '../../src/publish/page-bytes.ts';

const bytes = (text: string) => Buffer.from(text);
const line = (page: PageBytes, value: number) => putLine(page, bytes('x{'), null, bytes('a="b",'), value);
const manyLines = (page: PageBytes) => {
  for (let value = 0; value < 10_000; value += 1) line(page, value);
};
const emptyPage = () => createPageBytes(createArena());
const textOf = (page: PageBytes) => Buffer.concat([...endOf(page)]).toString();

it.each([
  ['head and shared labels', 'x{', null, 'a="b",', 'x{a="b"} 1\n'],
  ['labels of its own between the two', 'x{le="1",', 'c="d",', 'a="b",', 'x{le="1",c="d",a="b"} 1\n'],
  ['labels of its head alone', 'x{le="1",', null, '', 'x{le="1"} 1\n'],
  ['no labels', 'x{', null, '', 'x 1\n'],
])('makes a line of %s', (_, head, own, shared, expected) => {
  const page = emptyPage();
  putLine(page, bytes(head), own === null ? null : bytes(own), bytes(shared), 1);
  expect(textOf(page)).toBe(expected);
});

it('counts lines, and not what is put beside them', () => {
  const page = emptyPage();
  put(page, bytes('# TYPE x gauge\n'));
  line(page, 1);
  line(page, 2);
  expect(page.series).toBe(2);
});

it('breaks into chunks and loses nothing between them', () => {
  const page = emptyPage();
  manyLines(page);
  expect(page.series).toBe(10_000);
  expect(endOf(page).length).toBeGreaterThan(1);
  expect(textOf(page).split('\n')).toEqual([
    ...Array.from({ length: 10_000 }, (_, value) => `x{a="b"} ${value}`),
    '',
  ]);
});

it('takes back all since the mark, over chunks too', () => {
  const page = emptyPage();
  line(page, 1);
  const before = mark(page);
  manyLines(page);
  back(page, before);
  line(page, 2);
  expect(textOf(page)).toBe('x{a="b"} 1\nx{a="b"} 2\n');
  expect(page.series).toBe(2);
});

function pageIn(arena: Arena) {
  const page = createPageBytes(arena);
  manyLines(page);
  return endOf(page);
}
const memoryOf = (chunks: readonly Buffer[]) => new Set(chunks.map(({ buffer }) => buffer));
const inCommon = (some: readonly Buffer[], others: readonly Buffer[]) =>
  [...memoryOf(some)].filter((memory) => memoryOf(others).has(memory)).length;

it('writes over a page that was given back, and leaves alone one that was not', () => {
  const arena = createArena();
  const first = pageIn(arena);
  const second = pageIn(arena);
  expect(inCommon(first, second)).toBe(0);
  arena.giveBack(first);
  expect(inCommon(pageIn(arena), first)).toBe(first.length);
});

it('keeps whole chunks of its own and of one page only', () => {
  const arena = createArena();
  const [first, second] = [pageIn(arena), pageIn(arena)];
  arena.giveBack(first);
  const ofOthers = Buffer.allocUnsafeSlow(first[0]?.buffer.byteLength ?? 0);
  arena.giveBack([...second, ofOthers]);
  const [third, fourth] = [pageIn(arena), pageIn(arena)];
  expect(inCommon(third, second)).toBe(second.length);
  expect(inCommon(fourth, [...first, ofOthers])).toBe(0);
  expect(Buffer.concat([...third])).toEqual(Buffer.concat([...fourth]));
});
