// Starts a fixture as a process of its own and reads what it says, line by line.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';

const fixtures = join(import.meta.dirname, 'fixtures');

export interface Started {
  readonly child: ChildProcess;
  /** All it said so far. */
  readonly lines: readonly string[];
  /** Once it said this many lines. */
  readonly said: (count: number) => Promise<void>;
  /** Kills it as kill -9 does, and waits until all it said is read. */
  readonly kill: () => Promise<void>;
}

/** `command` runs the fixture in its place: `sh -c '… exec "$@"' sh` sets limits first. */
export function start(fixture: string, args: readonly string[], command: readonly string[] = []): Started {
  const [program = '', ...rest] = [...command, process.execPath, join(fixtures, fixture), ...args];
  const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  const reader: Interface = createInterface({ input: child.stdout });
  reader.on('line', (line) => lines.push(line));
  const closed = once(reader, 'close');
  return {
    child,
    lines,
    said: async (count) => {
      while (lines.length < count && child.exitCode === null)
        await Promise.race([once(reader, 'line'), closed]);
    },
    kill: async () => {
      child.kill('SIGKILL');
      await closed;
    },
  };
}
