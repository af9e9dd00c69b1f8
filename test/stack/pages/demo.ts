// What the tests of the pages look at: the reference deployments and a hostile one, and an agent with three months of past.
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Simulator, startSimulator } from '../../../src/simulate/server.ts';
import { type Command, picket } from '../../cli/process.ts';
import { sendStatus, startTarget, statusBody, type Target } from '../../fixtures/target.ts';
import { freePort } from '../free-port.ts';
import { writePast } from './history.ts';
import { untilStatus } from './told.ts';

/** A component that would run a script if it were taken for markup. */
export const hostileComponent = '<img src=x onerror=alert(1)>';
export const hostileName = 'Hostile </title><script>alert(2)</script>';
export const fleet = ['files-eu', 'media-eu', 'monitoring', 'compute', 'hostile'] as const;

export interface Demo {
  /** `http://127.0.0.1:PORT`, the same as long as the demo lasts. */
  readonly url: string;
  readonly simulator: Simulator;
  /** What the hostile component says of itself. */
  readonly sayHostile: (word: string) => void;
  /** Sends a signal to the agent alone. */
  readonly signal: (signal: NodeJS.Signals) => void;
  /** SIGKILL, and its end. */
  readonly kill: () => Promise<void>;
  /** Another agent with the same file, at the same address. */
  readonly again: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Of the fleet, those with these ids. */
export async function startDemo(ids: readonly string[] = fleet): Promise<Demo> {
  const folder = mkdtempSync(join(tmpdir(), 'picket-pages-'));
  const store = join(folder, 'picket.db');
  writePast(store, Date.now());
  const simulator = await startSimulator({ host: '127.0.0.1', basePort: 0 });
  let word = 'operational';
  const hostile = await startTarget((_request, response) => sendStatus(response, hostileStatus(word)));
  const config = join(folder, 'picket.yaml');
  writeFileSync(config, JSON.stringify(configOf(store, simulator, hostile, ids)));
  const listen = `127.0.0.1:${await freePort()}`;
  let agent: Command;
  const begin = async () => {
    agent = picket(['run', '--config', config, '--listen', listen]);
    await agent.says('listening on');
  };
  const end = async (signal: NodeJS.Signals) => {
    if (agent.child.exitCode !== null || agent.child.signalCode !== null) return;
    const gone = once(agent.child, 'exit');
    agent.child.kill(signal);
    await gone;
  };
  const kill = () => end('SIGKILL');
  const url = `http://${listen}`;
  await begin();
  for (const id of ids) await untilStatus(url, id, 'operational');
  return {
    url,
    simulator,
    sayHostile: (said) => {
      word = said;
    },
    signal: (signal) => agent.child.kill(signal),
    kill,
    again: begin,
    stop: async () => {
      await kill();
      await Promise.all([simulator.close(), hostile.close()]);
      rmSync(folder, { recursive: true });
    },
  };
}

const hostileStatus = (word: string) =>
  statusBody('v2', {
    region: '"><script>alert(3)</script>',
    components: [
      { name: 'API', status: 'operational' },
      { name: hostileComponent, status: word },
    ],
  });

function configOf(store: string, { deployments }: Simulator, hostile: Target, ids: readonly string[]) {
  const [files, media, monitoring, compute] = deployments.map(({ url, kind }) => ({ base_url: url, kind }));
  const production = { environment: 'production' };
  return {
    agent: { region: { code: 'fra1', name: 'Frankfurt', zone: 'eu-central', country: 'DE' } },
    store: { path: store },
    // A busy machine is no outage: what is asked every second may be late by a minute, and what answers, in the process
    // of the tests, may stand still for two seconds, in which two runs in a row fail.
    defaults: {
      ...{ interval: '1s', timeout: '900ms', stale_after: 60 },
      confirm: { failures: 3, successes: 2, recheck_after: '1s' },
    },
    deployments: [
      { id: 'files-eu', name: 'Files EU', ...files, labels: { team: 'storage', ...production } },
      { id: 'media-eu', name: 'Media EU', ...media, labels: { team: 'media', ...production } },
      { id: 'monitoring', name: 'Monitoring', ...monitoring, labels: { environment: 'staging' } },
      { id: 'compute', name: 'Compute', ...compute, labels: { team: 'compute', ...production } },
      {
        ...{ id: 'hostile', name: hostileName, base_url: hostile.origin, version: 'v2' },
        ...{ endpoints: ['status'], components: ['API', hostileComponent] },
        labels: { team: '"><img src=x onerror=alert(4)>' },
      },
    ].filter(({ id }) => ids.includes(id)),
  };
}
