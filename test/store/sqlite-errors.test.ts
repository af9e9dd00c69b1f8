// Every error an operator can do something about says what, in one line.
import { expect, it } from 'vitest';
import { explain, isCorrupt, primaryCode } from '../../src/store/sqlite-errors.ts';

const sqlite = (errcode: number) => Object.assign(new Error('m'), { code: 'ERR_SQLITE_ERROR', errcode });
const system = (code: string) => Object.assign(new Error('m'), { code });

it.each([
  [sqlite(11), 11, true],
  [sqlite(11 + 256 * 3), 11, true],
  [sqlite(26), 26, true],
  [sqlite(13), 13, false],
  [sqlite(10 + 256 * 3), 10, false],
  [system('EACCES'), null, false],
  ['text', null, false],
])('%o has primary code %s', (error, code, corrupt) => {
  expect([primaryCode(error), isCorrupt(error)]).toEqual([code, corrupt]);
});

it.each([
  [sqlite(5), 'cannot open f: m; end the program that is writing to it'],
  [sqlite(13), 'cannot open f: m; free space on its disk'],
  [system('EROFS'), 'cannot open f: m; set store.path to a folder on a writable disk'],
  [system('EACCES'), 'cannot open f: m; make its folder writable for this user, or set another store.path'],
  [system('ENOTDIR'), 'cannot open f: m; check the file and its folder, or set another store.path'],
  ['text', 'cannot open f: text; check the file and its folder, or set another store.path'],
])('%o', (error, line) => {
  expect(explain('f', error)).toBe(line);
});
