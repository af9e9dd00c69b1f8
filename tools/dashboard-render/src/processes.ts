// Programs that run beside us: each is started with its output kept, and ended by its own process id.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

export interface Program {
  readonly name: string;
  /** Everything it wrote so far. */
  readonly output: () => string;
  readonly isOver: () => boolean;
  readonly signal: (signal: NodeJS.Signals) => void;
  readonly end: () => Promise<void>;
}

const endWithinMs = 10_000;
const startWithinMs = 120_000;

export function start(name: string, command: string, args: readonly string[], folder: string): Program {
  const child = spawn(command, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let written = '';
  const keep = (chunk: Buffer) => {
    written += chunk.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  child.on('error', (error) => keep(Buffer.from(error.message)));
  const isOver = () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
  return {
    name,
    output: () => written,
    isOver,
    signal: (signal) => void child.kill(signal),
    end: () => ended(child, isOver),
  };
}

async function ended(child: ChildProcess, isOver: () => boolean): Promise<void> {
  if (isOver()) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  const last = setTimeout(() => child.kill('SIGKILL'), endWithinMs);
  await exit;
  clearTimeout(last);
}

/** Asks until `look` gives something; rejects, with what the program wrote, when it ended or took too long. */
export async function awaited<T>(
  program: Program,
  look: () => T | undefined | Promise<T | undefined>,
): Promise<T> {
  const untilMs = Date.now() + startWithinMs;
  for (;;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    if (program.isOver() || Date.now() > untilMs) {
      throw new Error(`${program.name} did not start:\n${program.output()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Whether a GET is answered with 200. */
export async function isReady(url: string): Promise<true | undefined> {
  try {
    const answer = await fetch(url);
    await answer.arrayBuffer();
    return answer.ok || undefined;
  } catch {
    return undefined;
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port to be had');
  return address.port;
}
