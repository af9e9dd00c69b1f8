// The agent as its users have it: `picket run` in a process of its own on a configuration file, its store on disk.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Spawned, spawned } from './program.ts';

const sayDeadlineMs = 120_000;
const readyDeadlineMs = 120_000;
const readyEveryMs = 200;
const script = fileURLToPath(new URL('../src/main.ts', import.meta.url));

export interface AgentOptions {
  /** Text of the file: port 0, and paths from the folder it is in. */
  readonly config: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Of Node, before the script. */
  readonly nodeArguments?: readonly string[];
  /** Takes what a module that it is told to preload sends. */
  readonly onMessage?: (message: unknown) => void;
  /** Puts into its folder what is to be there before it starts. */
  readonly prepare?: (folder: string) => void;
}

/** Of its log. */
interface Line {
  readonly event?: string;
  readonly [field: string]: unknown;
}

export interface RunningAgent extends Spawned {
  /** Where it listens, without a slash at the end. */
  readonly url: string;
  /** Holds its configuration and its store, and is gone after `end`. */
  readonly folder: string;
  /** From spawning the process until it said that it listens. */
  readonly startMs: number;
  /** The first line of that event from now on; rejects when the process ends, or its time is over, before that. */
  readonly says: (event: string) => Promise<Line>;
  /** Writes another configuration, and tells it so. */
  readonly reload: (config: string) => void;
}

/** Resolves once it listens. */
export async function startAgent({
  config,
  env = {},
  nodeArguments = [],
  onMessage,
  prepare = () => undefined,
}: AgentOptions): Promise<RunningAgent> {
  const folder = mkdtempSync(join(tmpdir(), 'picket-bench-'));
  const file = join(folder, 'picket.yaml');
  writeFileSync(file, config);
  prepare(folder);
  const startedMs = performance.now();
  const agent = spawned(process.execPath, [...nodeArguments, script, 'run', '--config', file], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', ...(onMessage === undefined ? [] : ['ipc' as const])],
  });
  if (onMessage !== undefined) agent.process.on('message', onMessage);
  const says = listener(agent);
  const end = async () => {
    await agent.end();
    rmSync(folder, { recursive: true, force: true });
  };
  const reload = (text: string) => {
    writeFileSync(file, text);
    agent.process.kill('SIGHUP');
  };
  try {
    const { urls } = await says('agent.started');
    const url = String((urls as string[])[0]).replace(/\/$/, '');
    return { ...agent, url, folder, startMs: performance.now() - startedMs, says, reload, end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** All lines are read, or the agent would wait for a reader. */
function listener({ process: child }: Spawned): RunningAgent['says'] {
  const lines = createInterface({ input: child.stdout ?? Readable.from([]) });
  lines.resume();
  return (event) =>
    new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        clearTimeout(late);
        lines.off('line', look);
        child.off('close', gone);
        act();
      };
      const look = (text: string) => {
        const line = JSON.parse(text) as Line;
        if (line.event === event) settle(() => resolve(line));
      };
      const gone = () => settle(() => reject(new Error(`the agent ended before it said ${event}`)));
      const late = setTimeout(
        () => settle(() => reject(new Error(`no ${event} within ${sayDeadlineMs} ms`))),
        sayDeadlineMs,
      );
      lines.on('line', look);
      child.once('close', gone);
    });
}

/** Resolves once every check has run. */
export async function untilReady({ url, process: child }: RunningAgent): Promise<void> {
  const deadlineMs = performance.now() + readyDeadlineMs;
  while (performance.now() < deadlineMs && child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(`${url}/-/ready`).catch(() => null);
    if (answer?.ok) return;
    await pause(readyEveryMs);
  }
  const end = child.exitCode ?? child.signalCode;
  throw new Error(`the agent was not ready within ${readyDeadlineMs} ms, or ended (${end})`);
}
