import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import type { Fault } from '../../src/simulate/faults.ts';
import { parseScenario } from '../../src/simulate/scenario.ts';
import {
  type Simulator,
  type SimulatorEvent,
  type SimulatorOptions,
  startSimulator,
} from '../../src/simulate/server.ts';

let simulator: Simulator | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await simulator?.close();
  simulator = undefined;
});

async function start(options: Partial<SimulatorOptions> = {}): Promise<Simulator> {
  simulator = await startSimulator({ host: '127.0.0.1', basePort: 0, ...options });
  return simulator;
}

async function getJson(kind: string, path: string): Promise<unknown> {
  const url = simulator?.deployments.find((each) => each.kind === kind)?.url;
  const response = await fetch(`${url}${path}`);
  return response.json();
}

const storageOut: Fault = { type: 'component_word', component: 'Storage', word: 'major_outage' };
const outFrom10To20 = parseScenario(
  `steps:
  - { at: 10s, deployment: media, fault: { type: component_word, component: Storage, word: major_outage } }
  - { at: 20s, deployment: media, clear: true }`,
  'test.yaml',
);

it('serves the four kinds, each on a port of its own', async () => {
  const { deployments } = await start();
  expect(deployments.map(({ kind }) => kind)).toEqual(['file-storage', 'media', 'monitoring', 'compute']);
  expect(new Set(deployments.map(({ url }) => new URL(url).port)).size).toBe(4);
  expect(await getJson('file-storage', '/api/v1/status')).toMatchObject({
    version: 'v1',
    status: 'operational',
  });
  expect(await getJson('compute', '/api/v2/services')).toMatchObject({ object: 'list' });
});

it('has the items of its seed', async () => {
  await start({ seed: 7 });
  const first = await getJson('media', '/api/v1/media');
  await simulator?.close();
  await start({ seed: 7 });
  expect(await getJson('media', '/api/v1/media')).toEqual(first);
  await simulator?.close();
  await start({ seed: 8 });
  expect(await getJson('media', '/api/v1/media')).not.toEqual(first);
});

it('sets faults of one deployment, and tells', async () => {
  const events: SimulatorEvent[] = [];
  const { setFaults } = await start({ onEvent: (event) => events.push(event) });
  setFaults('media', [storageOut]);
  expect(await getJson('media', '/api/v1/status')).toMatchObject({ status: 'major_outage' });
  expect(await getJson('file-storage', '/api/v1/status')).toMatchObject({ status: 'operational' });
  setFaults('media', []);
  expect(await getJson('media', '/api/v1/status')).toMatchObject({ status: 'operational' });
  expect(events).toEqual([
    { deployment: 'media', cause: 'request', faults: [storageOut] },
    { deployment: 'media', cause: 'request', faults: [] },
  ]);
});

it('follows the scenario by its clock', async () => {
  let nowMs = 1_000_000;
  await start({ scenario: outFrom10To20, now: () => nowMs });
  const status = () => getJson('media', '/api/v1/status');
  expect(await status()).toMatchObject({ status: 'operational' });
  nowMs += 10_000;
  expect(await status()).toMatchObject({ status: 'major_outage' });
  expect(await getJson('media', '/faults')).toEqual([storageOut]);
  nowMs += 10_000;
  expect(await status()).toMatchObject({ status: 'operational' });
});

it('adds requested faults to those of the scenario, and clears only its own', async () => {
  let nowMs = 0;
  const { setFaults } = await start({ scenario: outFrom10To20, now: () => nowMs });
  nowMs = 10_000;
  setFaults('media', [{ type: 'gzip' }]);
  expect(await getJson('media', '/faults')).toEqual([storageOut, { type: 'gzip' }]);
  setFaults('media', []);
  expect(await getJson('media', '/faults')).toEqual([storageOut]);
});

it('tells when a step changes faults, until it is closed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const events: SimulatorEvent[] = [];
  await start({ scenario: outFrom10To20, onEvent: (event) => events.push(event) });
  vi.advanceTimersByTime(9_999);
  expect(events).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(events).toEqual([{ deployment: 'media', cause: 'scenario', faults: [storageOut] }]);
  await simulator?.close();
  vi.advanceTimersByTime(60_000);
  expect(events).toHaveLength(1);
});

/** Four free ports in a row, below those a system hands out on its own; the process id keeps runs apart. */
async function startOnFreePorts(): Promise<number> {
  const firstTry = 20_000 + 4 * (process.pid % 2000);
  for (let basePort = firstTry; basePort < firstTry + 80; basePort += 4) {
    await start({ basePort }).catch(() => {});
    if (simulator !== undefined) return basePort;
  }
  throw new Error('no four free ports in twenty tries');
}

const ports = () => simulator?.deployments.map(({ url }) => Number(new URL(url).port));

it('takes the ports that follow the first', async () => {
  const basePort = await startOnFreePorts();
  expect(ports()).toEqual([basePort, basePort + 1, basePort + 2, basePort + 3]);
});

it('leaves nothing listening when one of the ports is taken', async () => {
  const basePort = await startOnFreePorts();
  await simulator?.close();
  const taken = createServer().listen(basePort + 2, '127.0.0.1');
  await once(taken, 'listening');
  await expect(start({ basePort })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  taken.close();
  await once(taken, 'close');
  await start({ basePort });
  expect(ports()).toContain(basePort);
});
