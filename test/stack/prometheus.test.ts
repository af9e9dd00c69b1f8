// A real Prometheus scrapes the agent: every series arrives, and a removed target's series go stale at once.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Agent } from '../../src/agent.ts';
import type { Config } from '../../src/config/config.ts';
import { parseConfig } from '../../src/config/load.ts';
import { createLog } from '../../src/log.ts';
import { sendStatus, startTarget, statusBody, type Target } from '../fixtures/target.ts';
import { query, type Running, startPrometheus, until } from './servers.ts';
import { isMissing } from './tools.ts';

const absent = isMissing('prometheus');

let target: Target;
let agent: Agent;
let prometheus: Running;

beforeAll(async () => {
  if (absent) return;
  target = await startTarget((_request, response) => sendStatus(response, statusBody('v1')));
  agent = new Agent({ config: configOf(['a', 'b']), log: createLog('silent'), version: '0.0.0-test' });
  const [url = ''] = await agent.start();
  const jobs = [{ job_name: 'picket', static_configs: [{ targets: [new URL(url).host] }] }];
  prometheus = await startPrometheus({ global: { scrape_interval: '1s' }, scrape_configs: jobs });
});

afterAll(async () => {
  await prometheus?.stop();
  await agent?.stop();
  await target?.close();
});

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

/** Values by deployment. */
async function valuesOf(promql: string): Promise<Record<string, string>> {
  const samples = await query(prometheus, promql);
  return Object.fromEntries(samples.map(({ metric, value }) => [metric.deployment ?? '', value]));
}

test.skipIf(absent)('every series of a scrape arrives, and what goes is gone', async () => {
  await until(async () => {
    expect(await valuesOf('picket_deployment_status_code')).toEqual({ a: '0', b: '0' });
  });
  await until(async () => {
    const [scraped] = Object.values(await valuesOf('scrape_samples_scraped'));
    const [told] = Object.values(await valuesOf('picket_series'));
    expect(Number(scraped)).toBeGreaterThan(100);
    expect(scraped).toBe(told);
  });
  // Not of a scrape that the agent, in this process, was too late for.
  await until(async () => expect(Object.values(await valuesOf('up'))).toEqual(['1']));
  await agent.reload(() => configOf(['a']));
  await until(async () => {
    expect(await valuesOf('{__name__=~"picket_.+",deployment="b"}')).toEqual({});
    expect(await valuesOf('picket_check_up')).toEqual({ a: '1' });
  });
});
