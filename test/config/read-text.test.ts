// Texts of files and pipes; what load.test.ts says of files that cannot be a configuration is decided here too.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readText } from '../../src/config/read-text.ts';

const folder = mkdtempSync(join(tmpdir(), 'picket-text-'));
afterAll(() => rmSync(folder, { recursive: true }));

const maxBytes = 1000;

test('a file is read up to its bound, and not beyond', () => {
  const path = join(folder, 'file');
  writeFileSync(path, 'x'.repeat(maxBytes));
  expect(readText(path, maxBytes)).toEqual({ text: 'x'.repeat(maxBytes) });
  expect(readText(path, maxBytes - 1)).toEqual({ unreadable: 'more than 999 bytes' });
});

test('a device without end is one that is too large, an empty one is empty', () => {
  expect(readText('/dev/zero', maxBytes)).toEqual({ unreadable: 'more than 1000 bytes' });
  expect(readText('/dev/null', maxBytes)).toEqual({ text: '' });
});

describe('pipes', () => {
  const pipe = (name: string) => {
    const path = join(folder, name);
    expect(spawnSync('mkfifo', [path]).status).toBe(0);
    return path;
  };

  test('whoever writes to one may come late, and pause', async () => {
    const path = pipe('late');
    const script = 'sleep 0.1; { printf "a b"; sleep 0.1; printf " c"; } > "$0"';
    const ended = once(spawn('sh', ['-c', script, path]), 'exit');
    expect(readText(path, maxBytes)).toEqual({ text: 'a b c' });
    await ended;
  });

  test.each([
    ['one that nobody writes to', 'sleep 1'],
    ['one that never ends', 'exec > "$0"; while :; do printf x; sleep 0.05; done'],
  ])('%s is not waited for without end', async (what, script) => {
    const path = pipe(what);
    const writer = spawn('sh', ['-c', script, path]);
    const ended = once(writer, 'exit');
    expect(readText(path, maxBytes, 300)).toEqual({ unreadable: 'a pipe whose end did not come in time' });
    writer.kill('SIGKILL');
    await ended;
  });
});
