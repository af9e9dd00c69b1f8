// The command as a user runs it: a process of its own, what it prints, and how it ends.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

export interface Command {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** Resolves once the output holds `text`; rejects when the process ends without it. */
  readonly says: (text: string | RegExp) => Promise<string>;
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
}

/** `picket ...args`, from the repository's folder, with the Node that runs the tests; `within` is run to run it. */
export function picket(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  within: readonly string[] = [],
): Command {
  const [command = '', ...rest] = [...within, process.execPath, 'src/main.ts', ...args];
  const child = spawn(command, rest, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const waiting = new Set<() => void>();
  const take = (chunk: Buffer) => {
    output += chunk.toString();
    for (const look of waiting) look();
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const ended = once(child, 'close').then(
    ([code, signal]) => (code ?? signal) as number | NodeJS.Signals | null,
  );
  const says = (text: string | RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        if (typeof text === 'string' ? output.includes(text) : text.test(output)) resolve(output);
      };
      waiting.add(look);
      look();
      void ended.then(() => reject(new Error(`ended without saying ${text}:\n${output}`)));
    });
  return { child, output: () => output, says, ended };
}

/** Runs a command to its end. */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const command = picket(args, env);
  return { code: await command.ended, output: command.output() };
}
