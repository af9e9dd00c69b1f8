// What main does before any command: the version of Node, and room for look-ups that do not answer.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { maxLookups } from '../src/probe/lookup.ts';

const folder = mkdtempSync(join(tmpdir(), 'picket-main-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const main = JSON.stringify(new URL('../src/main.ts', import.meta.url).href);

/** Runs a script that imports main as a command of its own would; what it prints, and its exit code. */
async function afterMain(before: string, after = ''): Promise<{ code: number | null; output: string }> {
  const script = join(folder, 'script.mjs');
  writeFileSync(
    script,
    `process.argv = [process.argv[0], 'picket', '--version'];\n${before}\nawait import(${main});\n${after}`,
  );
  const { UV_THREADPOOL_SIZE: _, ...env } = process.env;
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const giveUp = setTimeout(() => child.kill('SIGKILL'), 20_000);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  clearTimeout(giveUp);
  return { code, output };
}

test('a Node that is too old is said in one line, exit 2', async () => {
  const old = "Object.defineProperty(process.versions, 'node', { value: '22.18.0' });";
  expect(await afterMain(old)).toEqual({
    code: 2,
    output: 'picket needs Node 24 or later, this is 22.18.0\n',
  });
});

test('eight look-ups that hang leave threads for all others', async () => {
  const pipes = Array.from({ length: 8 }, (_, index) => join(folder, `pipe${index}`));
  execFileSync('mkfifo', pipes);
  // Opening a pipe without a writer holds a thread of the pool, as a look-up without an answer does.
  const held = `
    const { open, stat } = await import('node:fs/promises');
    for (const pipe of ${JSON.stringify(pipes)}) open(pipe, 'r').catch(() => {});
    await stat('/');
    process.stdout.write('free', () => process.kill(process.pid, 'SIGKILL'));`;
  expect((await afterMain('', held)).output).toContain('free');
});

test('the pool is twice the look-ups, as libuv gives them half of it; what is set already stays', async () => {
  const size = "process.stdout.write('threads ' + process.env.UV_THREADPOOL_SIZE)";
  expect((await afterMain('', size)).output).toContain(`threads ${2 * maxLookups}`);
  expect((await afterMain("process.env.UV_THREADPOOL_SIZE = '7';", size)).output).toContain('threads 7');
});
