// Whether a file is another: by its stamp, through links, and by the digest of its text.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { digestOfFile, digestOfText, stampOf, statsOf } from '../../src/config/stamp.ts';

const folder = mkdtempSync(join(tmpdir(), 'picket-stamp-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

describe('a stamp', () => {
  test('is that of the file a link leads to', () => {
    const path = join(folder, 'link');
    for (const name of ['one', 'two']) utimesSync(file(name, 'text'), 1, 1);
    symlinkSync('one', path);
    const before = stampOf(path);
    expect(before).toBe(stampOf(join(folder, 'one')));
    rmSync(path);
    symlinkSync('two', path);
    expect(stampOf(path)).not.toBe(before);
  });

  test('changes with the length and with the time', () => {
    const path = file('grows', 'text');
    const before = stampOf(path);
    utimesSync(path, 1, 1);
    const older = stampOf(path);
    expect(older).not.toBe(before);
    writeFileSync(path, 'text and more');
    utimesSync(path, 1, 1);
    expect(stampOf(path)).not.toBe(older);
  });

  test.each([
    ['is not there', 'nowhere'],
    ['is a link in a circle', 'circle'],
    ['has a file for a folder', 'one/more'],
  ])('of what %s is none, and no error', (_what, name) => {
    if (name === 'circle') symlinkSync('circle', join(folder, 'circle'));
    expect(statsOf(join(folder, name))).toBeNull();
    expect(stampOf(join(folder, name))).toBe('none');
  });
});

describe('a digest', () => {
  test.each([
    ['plain', 'deployments: []\n'],
    ['empty', ''],
    ['beyond ASCII, longer than what is read at once', 'Größe: 1\n'.repeat(20_000)],
  ])('of a file and of its text is the same: %s', async (_what, text) => {
    expect(await digestOfFile(file('same', text))).toBe(digestOfText(text));
  });

  test('does not count a byte order mark', async () => {
    expect(await digestOfFile(file('marked', '\uFEFFtext'))).toBe(digestOfText('text'));
  });

  test('tells another text', async () => {
    expect(await digestOfFile(file('other', 'text'))).not.toBe(digestOfText('texT'));
  });

  test('of what cannot be read is null', async () => {
    mkdirSync(join(folder, 'folder'));
    expect(await digestOfFile(join(folder, 'nowhere'))).toBeNull();
    expect(await digestOfFile(join(folder, 'folder'))).toBeNull();
  });
});
