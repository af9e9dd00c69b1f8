// Servers that a bench starts as their users have them, each a process of its own on a free port.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

const startDeadlineMs = 20_000;
const endDeadlineMs = 10_000;
/** What Picket and the programs of Prometheus log once they listen: a URL, or `address=HOST:PORT`. */
const listening = /listening on"? (?:http:\/\/|address=)([\d.]+:\d+)/i;
/** A start logs less than this; of a program that logs on, no more is kept. */
const maxSaid = 100_000;

export interface Program {
  /** `127.0.0.1:port` */
  readonly address: string;
  readonly pid: number;
  /** Resolves once it has ended. */
  readonly end: () => Promise<void>;
}

/** `prometheus 2.42.0`; null when it is not installed. */
export function versionOf(command: string): string | null {
  const { error, stdout, stderr } = spawnSync(command, ['--version'], { encoding: 'utf8' });
  return error === undefined ? `${command} ${/version (\S+)/.exec(stdout + stderr)?.[1]}` : null;
}

/** Resolves once it listens; rejects with what it said when it ends or its time is over before that. */
export async function startProgram(command: string, commandArguments: readonly string[]): Promise<Program> {
  const child = spawn(command, commandArguments, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  const end = async () => {
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), endDeadlineMs);
    await ended;
    clearTimeout(late);
  };
  const late = setTimeout(() => child.kill('SIGKILL'), startDeadlineMs);
  const address = await new Promise<string>((resolve, reject) => {
    let said = '';
    const take = (chunk: Buffer) => {
      if (said.length > maxSaid) return;
      said += chunk.toString();
      const [, found] = listening.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    };
    // Both are read to the end, so that who logs never waits for us.
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    ended.then(() => reject(new Error(`${command} ended before it listened:\n${said}`)), reject);
  });
  clearTimeout(late);
  return { address, pid: child.pid ?? Number.NaN, end };
}
