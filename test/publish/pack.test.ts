import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { pack } from '../../src/publish/pack.ts';

const filled = (bytes: number) => Buffer.alloc(bytes, 'not the same at each 256th byte');

test.each([
  ['nothing', []],
  ['an empty chunk', [0]],
  ['short ones', [3, 0, 5]],
  ['many that fill several pieces', Array.from({ length: 50 }, () => 65_536)],
  ['one as long as a piece', [1_048_576]],
  ['one longer than a piece', [1_048_577]],
  ['longer ones between short ones', [10, 1_500_000, 10, 3_000_000, 10]],
])('%s', async (_what, lengths) => {
  const chunks = lengths.map((bytes) => filled(bytes));
  const before = chunks.map((chunk) => Buffer.from(chunk));
  const packed = Buffer.concat(await pack(chunks));
  expect(gunzipSync(packed).equals(Buffer.concat(before))).toBe(true);
  expect(chunks).toEqual(before);
});
