// Prometheus and Alertmanager as processes of a test's own: each on a free port, in a folder of its own, ended by its pid.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { freePort } from './free-port.ts';

export interface Running {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** Resolves once the process is gone, and its folder too. */
  readonly stop: () => Promise<void>;
}

/** Of one sample: its labels, with `__name__` where the query leaves it, and its value as Prometheus writes it. */
export interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: string;
}

/** `config` is that of prometheus.yml, of which JSON is a form; `flags` are more of the command line. */
export function startPrometheus(config: object, ...flags: readonly string[]): Promise<Running> {
  return start('prometheus', JSON.stringify(config), (folder, address) => [
    `--config.file=${join(folder, 'config.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=${address}`,
    '--log.level=warn',
    ...flags,
  ]);
}

/** Alone: it looks for no others. `config` is the text of alertmanager.yml. */
export function startAlertmanager(config: string): Promise<Running> {
  return start('prometheus-alertmanager', config, (folder, address) => [
    `--config.file=${join(folder, 'config.yml')}`,
    `--storage.path=${join(folder, 'data')}`,
    `--web.listen-address=${address}`,
    '--cluster.listen-address=',
    '--log.level=warn',
  ]);
}

async function start(
  command: string,
  config: string,
  argsOf: (folder: string, address: string) => readonly string[],
): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), `${command}-`));
  writeFileSync(join(folder, 'config.yml'), config);
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(command, argsOf(folder, address), { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const stop = async () => {
    await ended(child);
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `http://${address}`;
  const isReady = until(async () => {
    const { status } = await fetch(`${url}/-/ready`);
    if (status !== 200) throw new Error(`it is not ready: ${status}`);
  });
  const isOver = once(child, 'exit').then(([code]) => Promise.reject(new Error(`it ended with ${code}`)));
  try {
    await Promise.race([isReady, isOver]);
  } catch (error) {
    await stop();
    throw new Error(`${command} did not come up:\n${said}`, { cause: error });
  }
  return { url, stop };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}

/** An instant query of Prometheus; throws what it answers where it is refused. */
export async function query({ url }: Running, promql: string): Promise<readonly Sample[]> {
  const answer = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(promql)}`);
  const { data, error } = (await answer.json()) as {
    data?: { result: { metric: Record<string, string>; value: [number, string] }[] };
    error?: string;
  };
  if (data === undefined) throw new Error(`${promql}: ${error}`);
  return data.result.map(({ metric, value: [, value] }) => ({ metric, value }));
}

/** Looks again and again, until it does not throw. */
export function until(look: () => Promise<void> | void, timeout = 30_000): Promise<void> {
  return vi.waitFor(look, { timeout, interval: 250 });
}
