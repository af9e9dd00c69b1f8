// The page of a living agent that watches the reference deployments: the golden catalogue in both formats.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Agent } from '../../src/agent.ts';
import { parseConfig } from '../../src/config/load.ts';
import { createLog } from '../../src/log.ts';
import { type Simulator, startSimulator } from '../../src/simulate/server.ts';
import { seriesOf } from '../fixtures/exposition.ts';
import { cataloguedHeaders, headersOf, uncatalogued } from '../fixtures/metric-catalogue.ts';

let simulator: Simulator;
let agent: Agent;
let url: string;

beforeAll(async () => {
  simulator = await startSimulator({ host: '127.0.0.1', basePort: 0 });
  agent = new Agent({ config: configOf(simulator), log: createLog('silent'), version: '0.0.0-test' });
  [url = ''] = await agent.start();
  await vi.waitFor(
    async () => {
      const well = /^picket_deployment_status_code\{.+\} 0$/gm;
      expect((await scraped('text/plain')).match(well)).toHaveLength(simulator.deployments.length);
    },
    { timeout: 15_000, interval: 100 },
  );
});

afterAll(async () => {
  await agent?.stop();
  await simulator?.close();
});

function configOf({ deployments }: Simulator) {
  return parseConfig(
    JSON.stringify({
      agent: { listen: '127.0.0.1:0' },
      store: { path: ':memory:' },
      metrics: { state_set: true },
      defaults: { interval: '1s', timeout: '900ms', labels: { team: 'storage' } },
      deployments: deployments.map(({ kind, url }) => ({ id: kind, base_url: url, kind })),
    }),
    'test.yaml',
    {},
  );
}

const scraped = async (accept: string) => (await fetch(`${url}/metrics`, { headers: { accept } })).text();

describe.each([
  ['text', 'text/plain;version=0.0.4'],
  ['openmetrics', 'application/openmetrics-text;version=1.0.0'],
] as const)('in %s', (format, accept) => {
  it('has the names, types and helps of the catalogue, and no other', async () => {
    expect(headersOf(await scraped(accept))).toEqual(cataloguedHeaders(format));
  });

  it('has no series with other labels', async () => {
    const text = await scraped(accept);
    expect(seriesOf(text).length).toBeGreaterThan(200);
    expect(uncatalogued(text, ['team'])).toEqual([]);
  });
});
