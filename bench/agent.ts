// The agent as its users have it: `picket run` in a process of its own, on a configuration in a file.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const readyDeadlineMs = 120_000;
const endDeadlineMs = 15_000;

export interface RunningAgent {
  /** `http://127.0.0.1:port` */
  readonly url: string;
  readonly process: ChildProcess;
  /** Holds the store, `picket.db`, and is gone after `end`. */
  readonly folder: string;
  /** Writes another list of deployments to its configuration, and tells it so. */
  readonly reload: (deployments: readonly string[]) => void;
  readonly end: () => Promise<void>;
}

export interface AgentOptions {
  /** Lines of YAML, one entry each: `{ id: d0, base_url: … }`. */
  readonly deployments: readonly string[];
  /** One line of YAML. */
  readonly defaults: string;
  /** Of Node, before the script. */
  readonly nodeArguments?: readonly string[];
  /** Folder of another checkout of Picket. */
  readonly checkout?: URL;
  /** Without one it has no channel: what it is told to preload sends there. */
  readonly onMessage?: (message: unknown) => void;
}

/** Resolves once every status check has run. */
export async function startAgent(options: AgentOptions): Promise<RunningAgent> {
  const folder = mkdtempSync(join(tmpdir(), 'picket-bench-'));
  const config = join(folder, 'picket.yaml');
  const listen = `127.0.0.1:${await freePort()}`;
  const write = (deployments: readonly string[]) => {
    const agent = `agent: { name: bench, listen: "${listen}", region: { code: bench1, name: Bench, zone: eu-bench, country: DE } }`;
    const store = `store: { path: ${JSON.stringify(join(folder, 'picket.db'))} }`;
    const entries = deployments.map((entry) => `  - ${entry}`);
    const lines = [agent, store, `defaults: ${options.defaults}`, 'deployments:', ...entries];
    writeFileSync(config, `${lines.join('\n')}\n`);
  };
  write(options.deployments);
  const script = fileURLToPath(new URL('src/main.ts', options.checkout ?? new URL('..', import.meta.url)));
  const child = spawn(
    process.execPath,
    [...(options.nodeArguments ?? []), script, 'run', '--config', config, '--log-level', 'error'],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  );
  if (options.onMessage !== undefined) child.on('message', options.onMessage);
  // Of a bench that ends by an error nobody took.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const end = async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await Promise.race([once(child, 'exit'), setTimeout(endDeadlineMs)]);
    kill();
    process.off('exit', kill);
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `http://${listen}`;
  try {
    await ready(url, child);
  } catch (error) {
    await end();
    throw error;
  }
  const reload = (deployments: readonly string[]) => {
    write(deployments);
    child.kill('SIGHUP');
  };
  return { url, process: child, folder, reload, end };
}

async function ready(url: string, child: ChildProcess): Promise<void> {
  const deadlineMs = performance.now() + readyDeadlineMs;
  while (performance.now() < deadlineMs && child.exitCode === null) {
    const answer = await fetch(`${url}/-/ready`).catch(() => null);
    if (answer?.ok) return;
    await setTimeout(200);
  }
  throw new Error(`the agent was not ready within ${readyDeadlineMs} ms, or ended with ${child.exitCode}`);
}

/** One that nobody has now. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
