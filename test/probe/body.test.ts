import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { collect, createCollected, readText } from '../../src/probe/body.ts';

function collected(...chunks: (string | Buffer)[]) {
  const body = createCollected();
  for (const chunk of chunks) collect(body, Buffer.from(chunk), 1_000_000);
  return body;
}

describe('collecting', () => {
  test('chunks are put together in order', async () => {
    const body = collected('{"a"', ':', '1}', 'x'.repeat(40_000));
    expect((await readText(body, '', 100_000)).text).toBe(`{"a":1}${'x'.repeat(40_000)}`);
  });
  test('the bound is the last byte that is taken, and nothing of the chunk over it is', () => {
    const body = createCollected();
    expect(collect(body, Buffer.alloc(6), 10)).toBe(true);
    expect(collect(body, Buffer.alloc(4), 10)).toBe(true);
    expect(collect(body, Buffer.alloc(1), 10)).toBe(false);
    expect(body.length).toBe(10);
  });
  test('memory does not go with the number of chunks', () => {
    const body = createCollected();
    const chunk = Buffer.from('x');
    for (let index = 0; index < 100_000; index++) collect(body, chunk, 1_000_000);
    expect(body.bytes.length).toBeLessThanOrEqual(262_144);
  });
});

const json = '{"status":"operational"}';

describe('Content-Encoding undone', () => {
  test.each([
    ['', Buffer.from(json)],
    ['identity', Buffer.from(json)],
    ['gzip', gzipSync(json)],
    ['x-gzip', gzipSync(json)],
    [' GZip ', gzipSync(json)],
    ['deflate', deflateSync(json)],
    ['deflate', deflateRawSync(json)],
    ['br', brotliCompressSync(json)],
  ])('%s', async (encoding, bytes) => {
    expect(await readText(collected(bytes), encoding, 1024)).toEqual({ text: json, isUtf8: true, bytes: 24 });
  });
  test('an empty body has nothing to undo', async () => {
    expect(await readText(collected(), 'gzip', 1024)).toMatchObject({ text: '', bytes: 0 });
  });
});

describe('Content-Encoding that cannot be undone', () => {
  test.each([
    ['unknown', 'zstd', Buffer.from(json), 'UNKNOWN_ENCODING'],
    ['more than one', 'gzip, gzip', gzipSync(gzipSync(json)), 'UNKNOWN_ENCODING'],
    ['a name of every object', 'constructor', Buffer.from(json), 'UNKNOWN_ENCODING'],
    ['not what it says', 'gzip', Buffer.from(json), 'Z_DATA_ERROR'],
    ['truncated', 'gzip', gzipSync(json).subarray(0, -10), 'Z_BUF_ERROR'],
    ['not what it says', 'br', Buffer.from(json), expect.stringMatching(/^ERR__ERROR_/)],
    ['truncated', 'br', brotliCompressSync(json).subarray(0, -3), 'Z_BUF_ERROR'],
  ])('%s: %s', async (_name, encoding, bytes, code) => {
    await expect(readText(collected(bytes), encoding, 1024)).rejects.toMatchObject({ code });
  });
  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('a %s bomb is stopped at the bound', async (encoding, compress) => {
    const bomb = collected(compress(Buffer.alloc(20_000_000)));
    await expect(readText(bomb, encoding, 100_000)).rejects.toMatchObject({ code: 'ERR_BUFFER_TOO_LARGE' });
  });
});

describe('text', () => {
  test('a byte order mark is kept', async () => {
    expect((await readText(collected('\uFEFF{}'), '', 9)).text).toBe('\uFEFF{}');
  });
  test('bytes that are not UTF-8 are told', async () => {
    const read = await readText(collected(Buffer.from([0x22, 0xff, 0x22])), '', 9);
    expect(read).toEqual({ text: '"\uFFFD"', isUtf8: false, bytes: 3 });
  });
});
