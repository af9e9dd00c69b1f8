// The agent at its own pace: scheduler, sweep, store and server included, as `picket run` has them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Agent } from '../src/agent.ts';
import { createLog } from '../src/log.ts';
import { fleetOf } from './fleet.ts';
import { jobOfThisProcess } from './job.ts';
import { measure, tell } from './subject.ts';

// Two intervals: every first run is over, and every deployment confirmed.
const settleInMs = 10_000;

const folder = mkdtempSync(join(tmpdir(), 'picket-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const job = jobOfThisProcess();
if (job.work.mode !== 'paced') throw new Error('the agent has a pace of its own');
const runMs = job.work.seconds * 1000;

const agent = new Agent({
  version: 'bench',
  log: createLog('silent'),
  config: {
    agent: {
      name: 'bench',
      vantage: { code: 'bench1', name: 'Bench', zone: 'bench-local', country: 'DE' },
      listen: ['127.0.0.1:0'],
      basePath: '/',
      maxInFlight: 1000,
    },
    store: { path: join(folder, 'picket.db'), historyMs: 86_400_000 },
    metrics: { stateSet: false },
    deployments: fleetOf(job),
    hash: 'bench',
    secrets: [],
    warnings: [],
  },
});
const [url = ''] = await agent.start();

/** Sum of a family's samples, as the agent exposes it. */
async function sumOf(family: string): Promise<number> {
  const response = await fetch(new URL('metrics', url));
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith(`${family}{`));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

await setTimeout(settleInMs);
const runsBefore = await sumOf('picket_check_runs_total');
const cost = await measure(() => setTimeout(runMs));
const checks = (await sumOf('picket_check_runs_total')) - runsBefore;
if ((await sumOf('picket_check_failures_total')) > 0) throw new Error('a run failed');
tell({ ...cost, checks });
