// Processes that a bench starts: the only spawn; none outlives the bench, however that ends.
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

const startDeadlineMs = 20_000;
const endDeadlineMs = 30_000;
/** What Picket and the programs of Prometheus log once they listen: a URL, or `address=HOST:PORT`. */
const listening = /listening on"? (?:http:\/\/|address=)([\d.]+:\d+)/i;
/** A start logs less than this; of a program that logs on, no more is kept. */
const maxSaid = 100_000;

export interface Spawned {
  readonly process: ChildProcess;
  /** NaN of one that could not be spawned. */
  readonly pid: number;
  /** In order, by force where that takes too long. Resolves once it has ended. */
  readonly end: () => Promise<void>;
}

export interface Program extends Spawned {
  /** `127.0.0.1:port` */
  readonly address: string;
}

/** `prometheus 2.42.0`; null when it is not installed. */
export function versionOf(command: string): string | null {
  const { error, stdout, stderr } = spawnSync(command, ['--version'], { encoding: 'utf8' });
  return error === undefined ? `${command} ${/version (\S+)/.exec(stdout + stderr)?.[1]}` : null;
}

export function spawned(
  command: string,
  commandArguments: readonly string[],
  options: SpawnOptions,
): Spawned {
  const child = spawn(command, commandArguments, options);
  // Not by force: what it has started itself ends with it.
  const tell = () => void child.kill('SIGTERM');
  process.once('exit', tell);
  const ended = once(child, 'close').finally(() => process.off('exit', tell));
  // Who waits for it to do something hears of that; nobody else needs to.
  ended.catch(() => undefined);
  const end = async () => {
    tell();
    const late = setTimeout(() => child.kill('SIGKILL'), endDeadlineMs);
    await ended.catch(() => undefined);
    clearTimeout(late);
  };
  return { process: child, pid: child.pid ?? Number.NaN, end };
}

/** Resolves once it listens; rejects with what it said when it ends or its time is over before that. */
export async function startProgram(command: string, commandArguments: readonly string[]): Promise<Program> {
  const program = spawned(command, commandArguments, { stdio: ['ignore', 'pipe', 'pipe'] });
  const { process: child } = program;
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
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    child.once('error', reject);
    child.once('close', () => reject(new Error(`${command} ended before it listened:\n${said}`)));
  });
  clearTimeout(late);
  return { ...program, address };
}
