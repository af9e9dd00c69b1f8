// `picket run` as a process: signals, reload, kill -9, what is in use, exit codes.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Command, picket } from '../cli/process.ts';
import { sendStatus, startTarget, statusBody, type Target } from '../fixtures/target.ts';

const folder = mkdtempSync(join(tmpdir(), 'picket-run-'));
const commands: Command[] = [];
let target: Target;
/** The word that the target's only component reports. */
let word = 'operational';

beforeAll(async () => {
  target = await startTarget((_request, response) => {
    sendStatus(response, statusBody('v1', { components: [{ name: 'API', status: word }] }));
  });
});

afterEach(async () => {
  word = 'operational';
  for (const { child } of commands) child.kill('SIGKILL');
  await Promise.all(commands.splice(0).map(({ ended }) => ended));
});

afterAll(async () => {
  await target.close();
  rmSync(folder, { recursive: true });
});

/** The target is in this process, which may stand still for two seconds: two runs in a row fail then, and not three. */
function config(name: string, ids: readonly string[], { agent = '', more = '' } = {}): string {
  const path = join(folder, `${name}.yaml`);
  const entries = ids.map(
    (id) =>
      `  - { id: ${id}, base_url: '${target.origin}', version: v1, endpoints: [status], components: [API] }\n`,
  );
  writeFileSync(
    path,
    `agent: { listen: '127.0.0.1:0'${agent} }
store: { path: ${join(folder, `${name}.db`)} }
defaults: { interval: 1s, timeout: 900ms, confirm: { failures: 3, successes: 2, recheck_after: 100ms } }
${more}deployments:
${entries.join('')}`,
  );
  return path;
}

async function begin(path: string, ...args: string[]): Promise<{ command: Command; url: string }> {
  const command = picket(['run', '--config', path, ...args]);
  commands.push(command);
  const [, url = ''] = /listening on (http[^",\s]+)/.exec(await command.says('listening on')) ?? [];
  return { command, url };
}

interface ShownIncident {
  readonly id: string;
  readonly status: string;
}

const list = async <Item>(url: string) => ((await (await fetch(url)).json()) as { data: Item[] }).data;
const incidentsAt = (url: string) => list<ShownIncident>(`${url}/api/v2/incidents`);
const open = (incidents: readonly ShownIncident[]) =>
  incidents.filter((incident) => incident.status !== 'resolved');
const until = (look: () => Promise<void>) => vi.waitFor(look, { timeout: 30_000, interval: 50 });

describe('signals', () => {
  test('SIGTERM ends in order, exit 0', async () => {
    const { command } = await begin(config('term', ['a']));
    command.child.kill('SIGTERM');
    expect(await command.ended).toBe(0);
    expect(command.output()).toContain('"event":"agent.stopping"');
  });

  describe('while the configuration is being read', () => {
    /** It is read from a pipe: whoever opens that to write waits until it is. */
    const beginOnPipe = async (name: string) => {
      const path = join(folder, `${name}.pipe`);
      expect(spawnSync('mkfifo', [path]).status).toBe(0);
      const command = picket(['run', '--config', path]);
      commands.push(command);
      return { command, path, writer: await openFile(path, 'w') };
    };

    test('SIGTERM ends in order, exit 0', async () => {
      const { command, writer } = await beginOnPipe('term-early');
      command.child.kill('SIGTERM');
      expect(await command.ended).toBe(0);
      await writer.close();
    });

    test('SIGHUP reloads once the agent is there', async () => {
      const { command, path, writer } = await beginOnPipe('hup-early');
      command.child.kill('SIGHUP');
      await writer.writeFile(readFileSync(config('hup-early', ['a'])));
      await writer.close();
      await command.says('listening on');
      const again = await openFile(path, 'w');
      await again.writeFile(readFileSync(config('hup-early', ['a', 'b'])));
      await again.close();
      await command.says('"added":1,"changed":0,"removed":0');
    });
  });

  test('SIGHUP takes over what changed; a mistake changes nothing and is said', async () => {
    const { command, url } = await begin(config('hup', ['a']));
    config('hup', ['a', 'b']);
    command.child.kill('SIGHUP');
    await command.says('"added":1,"changed":0,"removed":0');
    expect((await list<{ id: string }>(`${url}/api/v2/deployments`)).map(({ id }) => id)).toEqual(['a', 'b']);
    config('hup', ['a'], { more: 'colour: red\n' });
    command.child.kill('SIGHUP');
    const output = await command.says('config.rejected');
    expect(output).toContain('hup.yaml:4:1: colour');
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('picket_config_last_reload_successful 0');
    expect((await list<{ id: string }>(`${url}/api/v2/deployments`)).map(({ id }) => id)).toEqual(['a', 'b']);
  });
});

test('reload_every takes over what a swapped link leads to, says a mistake once, and goes on without the file', async () => {
  const path = join(folder, 'link.yaml');
  const lead = (to: string) => {
    symlinkSync(to, `${path}.new`);
    renameSync(`${path}.new`, path);
    // Settled: a file written within the last second may not be whole yet.
    utimesSync(to, 1, 1);
  };
  const agent = ', reload_every: 1s';
  lead(config('link-1', ['a'], { agent }));
  const { command, url } = await begin(path);
  lead(config('link-2', ['a', 'b'], { agent }));
  await command.says('"added":1,"changed":0,"removed":0');
  lead(config('link-3', ['a', 'b', 'c'], { agent, more: 'colour: red\n' }));
  await command.says('config.rejected');
  rmSync(path);
  await command.says('config.missing');
  lead(config('link-4', ['b'], { agent }));
  const output = await command.says('"added":0,"changed":0,"removed":1');
  expect(output.match(/config\.(reloaded|rejected|missing)/g)).toEqual([
    'config.reloaded',
    'config.rejected',
    'config.missing',
    'config.reloaded',
  ]);
  expect((await list<{ id: string }>(`${url}/api/v2/deployments`)).map(({ id }) => id)).toEqual(['b']);
});

describe('what is in use already', () => {
  test('an address is the operator’s to mend, exit 2', async () => {
    const command = picket([
      'run',
      '--config',
      config('port', ['a']),
      '--listen',
      new URL(target.origin).host,
    ]);
    commands.push(command);
    expect(await command.ended).toBe(2);
    expect(command.output()).toMatch(/^listen EADDRINUSE.*\n$/);
  });

  test('a store of another process is refused in one line, exit 2', async () => {
    const path = config('store', ['a']);
    await begin(path);
    const second = picket(['run', '--config', path]);
    commands.push(second);
    expect(await second.ended).toBe(2);
    expect(second.output().trim().split('\n')).toHaveLength(1);
    expect(second.output()).toContain('store.db');
  });
});

describe('kill -9', () => {
  test('at any moment loses no incident and doubles none, and the file opens', async () => {
    const path = config('kill', ['a']);
    const known = new Set<string>();
    let openId: string | undefined;
    for (const [round, pauseMs] of [0, 30, 90, 10, 60, 140].entries()) {
      const { command, url } = await begin(path);
      const kept = await incidentsAt(url);
      for (const id of known) expect(kept.map((incident) => incident.id)).toContain(id);
      expect(open(kept).map(({ id }) => id)).toEqual(openId === undefined ? [] : [openId]);
      // Opened in even rounds, resolved in odd ones, and killed some ms after it was told.
      word = round % 2 === 0 ? 'major_outage' : 'operational';
      await until(async () => expect(open(await incidentsAt(url))).toHaveLength(round % 2 === 0 ? 1 : 0));
      const incidents = await incidentsAt(url);
      openId = open(incidents)[0]?.id;
      for (const { id } of incidents) known.add(id);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      command.child.kill('SIGKILL');
      await once(command.child, 'exit');
    }
    expect(known.size).toBe(3);
    // Six agents are started, one after the other.
  }, 240_000);
});
