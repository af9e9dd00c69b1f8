// A real Prometheus scrapes the agent: every series arrives, and a removed target's series go stale at once.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Agent } from '../../src/agent.ts';
import type { Config } from '../../src/config/config.ts';
import { parseConfig } from '../../src/config/load.ts';
import { createLog } from '../../src/log.ts';
import { sendStatus, startTarget, statusBody, type Target } from '../fixtures/target.ts';
import { isMissing } from './tools.ts';

const folder = mkdtempSync(join(tmpdir(), 'picket-prometheus-'));
const absent = isMissing('prometheus');

let target: Target;
let agent: Agent;
let prometheus: ChildProcess;
let api: string;

beforeAll(async () => {
  if (absent) return;
  target = await startTarget((_request, response) => sendStatus(response, statusBody('v1')));
  agent = new Agent({ config: configOf(['a', 'b']), log: createLog('silent'), version: '0.0.0-test' });
  const [url = ''] = await agent.start();
  const port = await freePort();
  api = `http://127.0.0.1:${port}/api/v1`;
  const path = join(folder, 'prometheus.yml');
  const jobs = [{ job_name: 'picket', static_configs: [{ targets: [new URL(url).host] }] }];
  writeFileSync(path, JSON.stringify({ global: { scrape_interval: '1s' }, scrape_configs: jobs }));
  prometheus = spawn('prometheus', [
    `--config.file=${path}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--log.level=error',
  ]);
}, 30_000);

afterAll(async () => {
  if (absent) return;
  prometheus.kill('SIGTERM');
  await once(prometheus, 'exit');
  await agent.stop();
  await target.close();
  rmSync(folder, { recursive: true });
}, 30_000);

function configOf(ids: readonly string[]): Config {
  const deployments = ids.map((id) => ({
    id,
    base_url: target.origin,
    version: 'v1',
    endpoints: ['status'],
    components: ['API', 'Storage'],
  }));
  const agentSection = { listen: '127.0.0.1:0' };
  const defaults = { interval: '1s', timeout: '900ms' };
  const store = { path: ':memory:' };
  return parseConfig(JSON.stringify({ agent: agentSection, store, defaults, deployments }), 'test.yaml', {});
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Values by deployment. */
async function query(promql: string): Promise<Record<string, string>> {
  const answer = await fetch(`${api}/query?query=${encodeURIComponent(promql)}`);
  const { data } = (await answer.json()) as {
    data: { result: { metric: { deployment?: string }; value: [number, string] }[] };
  };
  return Object.fromEntries(data.result.map(({ metric, value }) => [metric.deployment ?? '', value[1]]));
}

const until = (look: () => Promise<void>) => vi.waitFor(look, { timeout: 30_000, interval: 250 });

test.skipIf(absent)(
  'every series of a scrape arrives, and what goes is gone',
  async () => {
    await until(async () => {
      expect(await query('picket_deployment_status_code')).toEqual({ a: '0', b: '0' });
    });
    await until(async () => {
      const [scraped] = Object.values(await query('scrape_samples_scraped'));
      const [told] = Object.values(await query('picket_series'));
      expect(Number(scraped)).toBeGreaterThan(100);
      expect(scraped).toBe(told);
    });
    expect(Object.values(await query('up'))).toEqual(['1']);
    await agent.reload(() => configOf(['a']));
    await until(async () => {
      expect(await query('{__name__=~"picket_.+",deployment="b"}')).toEqual({});
      expect(await query('picket_check_up')).toEqual({ a: '1' });
    });
  },
  90_000,
);
