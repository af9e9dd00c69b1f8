// The agent as its users run it: a process of its own on a configuration file, its store on disk.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { checked } from './fleet.ts';

const startDeadlineMs = 120_000;
const stopDeadlineMs = 30_000;
const mostTimeoutMs = 5_000;
const main = new URL('../src/main.ts', import.meta.url).pathname;

export interface Watched {
  /** `http://127.0.0.1:port`. */
  readonly origin: string;
  readonly deployments: number;
  /** Whole seconds. */
  readonly intervalSeconds: number;
  readonly connections: 'fresh' | 'kept';
}

export interface RunningAgent {
  readonly pid: number;
  /** Where it listens, without a slash at the end. */
  readonly url: string;
  /** From the start of the process until it listened, ms. */
  readonly startMs: number;
  /** In order, and its files removed; by force where that takes too long. */
  readonly stop: () => Promise<void>;
}

/** Resolves once it listens. */
export async function startAgent(watched: Watched): Promise<RunningAgent> {
  const folder = mkdtempSync(join(tmpdir(), 'picket-bench-'));
  const path = join(folder, 'picket.json');
  writeFileSync(path, JSON.stringify(configOf(watched, folder)));
  const startedMs = performance.now();
  const child = spawn(process.execPath, [main, 'run', '--config', path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    const force = setTimeout(() => child.kill('SIGKILL'), stopDeadlineMs);
    child.kill('SIGTERM');
    await ended;
    clearTimeout(force);
    rmSync(folder, { recursive: true, force: true });
  };
  const late = setTimeout(() => child.kill('SIGKILL'), startDeadlineMs);
  try {
    const url = await Promise.race([listening(child.stdout), ended.then(() => null)]);
    if (url === null) throw new Error('the agent ended before it listened');
    return { pid: child.pid ?? 0, url, startMs: performance.now() - startedMs, stop };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    clearTimeout(late);
  }
}

/** The lines that come after it are read and let go, or the agent would wait for a reader. */
function listening(log: Readable): Promise<string> {
  return new Promise((resolve) => {
    createInterface(log).on('line', (line) => {
      const [, url] = /"urls":\["([^"]+?)\/?"/.exec(line) ?? [];
      if (url !== undefined) resolve(url);
    });
  });
}

function configOf({ origin, deployments, intervalSeconds, connections }: Watched, folder: string): object {
  return {
    agent: { listen: '127.0.0.1:0' },
    store: { path: join(folder, 'picket.db') },
    defaults: {
      interval: `${intervalSeconds}s`,
      timeout: `${Math.min(mostTimeoutMs, intervalSeconds * 900)}ms`,
      keep_alive: connections === 'kept' ? '10m' : '0s',
    },
    deployments: Array.from({ length: deployments }, (_, index) => ({
      id: `d${index}`,
      base_url: `${origin}/d${index}`,
      kind: 'compute',
      endpoints: checked,
    })),
  };
}
