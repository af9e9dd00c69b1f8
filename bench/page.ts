// The fleet's page with a thousand deployments: CPU of an answer, what a browser makes of it, and probes while people look.
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type RunningAgent, startAgent, untilReady } from './agent.ts';
import { firstMessage, rssMbOf, startScript } from './child.ts';
import { fleetFile } from './fleet-file.ts';
import { bytesOf } from './http-get.ts';
import { bareCpuMs, type Cost, coldCost, warmCosts } from './page-cost.ts';
import { watchedDeployments, watchViewers } from './page-latency.ts';
import { type Costs, type Found, reportOf } from './page-report.ts';
import { lookAt, takeDown } from './page-sight.ts';
import { writePast } from './past.ts';
import type { Report } from './report.ts';

const deployments = watchedDeployments;
/** Starts of an agent, of which the last answers on; cycles of windows. */
const often = { intervalSeconds: 10, starts: 2, cycles: 2 };
const usual = { intervalSeconds: 30, starts: 2, cycles: 3 };
const visits = 5;
const views = 100;
const betweenViewsMs = 100;
const latencyCycles = 4;
/** Ready is who has checked everything once; then what it found is confirmed, and code compiled. */
const settleMs = 3000;
const env = { BENCH_TOKEN: 'token-of-the-bench' };
const inside = ['--import', new URL('inside.ts', import.meta.url).href];

type Seed = (folder: string) => void;

async function begin(origin: string, intervalSeconds: number, prepare: Seed): Promise<RunningAgent> {
  const agent = await startAgent({
    config: fleetFile({ origin, deployments, intervalSeconds, other: null }),
    env,
    nodeArguments: inside,
    // Its answers are taken by who asks.
    onMessage: () => undefined,
    prepare,
  });
  await untilReady(agent);
  await setTimeout(settleMs);
  return agent;
}

/** `then` is handed the last agent of that pace, while it still runs. */
async function costsAt<Then>(
  origin: string,
  { intervalSeconds, starts, cycles }: typeof usual,
  prepare: Seed,
  then: (agent: RunningAgent) => Promise<Then>,
): Promise<readonly [Costs, Then]> {
  const cold: Cost[] = [];
  for (let start = 1; ; start += 1) {
    const agent = await begin(origin, intervalSeconds, prepare);
    try {
      const first = await coldCost(agent);
      cold.push(first);
      process.stdout.write(`every ${intervalSeconds} s, first answer: ${JSON.stringify(first)}\n`);
      if (start < starts) continue;
      const warm = await warmCosts(agent, cycles);
      process.stdout.write(`every ${intervalSeconds} s, warm: ${JSON.stringify(warm)}\n`);
      return [{ intervalSeconds, cold, warm }, await then(agent)];
    } finally {
      await agent.end();
    }
  }
}

async function seen(agent: RunningAgent, folder: string): Promise<Pick<Found, 'sight' | 'bare' | 'memory'>> {
  const beforeMb = rssMbOf(agent.pid);
  for (let view = 0; view < views; view += 1) {
    await bytesOf(`${agent.url}/`, { 'accept-encoding': 'gzip' });
    await setTimeout(betweenViewsMs);
  }
  const memory = { views, beforeMb, afterMb: rssMbOf(agent.pid) };
  const file = join(folder, 'answers.json');
  writeFileSync(file, JSON.stringify(await takeDown(agent.url)));
  const server = startScript('static-server.ts', [file]);
  try {
    const url = await firstMessage<string>(server);
    const sight = await lookAt({ agent: agent.url, bare: url }, visits);
    const bare = {
      text: await bareCpuMs(server, url, 'text'),
      gzip: await bareCpuMs(server, url, 'gzip'),
    };
    return { sight, bare, memory };
  } finally {
    await server.end();
  }
}

export async function bench(): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'picket-bench-'));
  const origin = startScript('origin.ts');
  try {
    const url = await firstMessage<string>(origin);
    const past = writePast(folder, { deployments, intervalSeconds: often.intervalSeconds });
    const prepare: Seed = (to) => copyFileSync(past, join(to, 'picket.db'));
    const [first] = await costsAt(url, often, prepare, async () => undefined);
    const [second, looked] = await costsAt(url, usual, prepare, (agent) => seen(agent, folder));
    await origin.end();
    const windows = await watchViewers(prepare, latencyCycles);
    return reportOf({ deployments, costs: [first, second], windows, ...looked });
  } finally {
    await origin.end();
    rmSync(folder, { recursive: true, force: true });
  }
}
