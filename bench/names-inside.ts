// Within the namespaces of `names`: a name server, an origin, and one agent after the other, each for an interval.
import { setTimeout } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { type RunningAgent, startAgent, untilReady } from './agent.ts';
import { ask, firstMessage, peakMbOf, startScript } from './child.ts';
import { bucketsOf, histogramQuantile, samplesOf, sumOf } from './exposition.ts';
import { configOf, type FleetConfig } from './fleet.ts';
import { bytesOf } from './http-get.ts';
import { intervalSeconds, type NamesJob, type Seen, sortsOfFleet } from './names-job.ts';
import type { Spawned } from './program.ts';
import type { ResolverJob, ResolverTruth } from './resolver-job.ts';
import { quantile } from './truth.ts';

const darkZone = 'dark.test';

const job = JSON.parse(process.argv[2] ?? 'null') as NamesJob;
let agent: RunningAgent | null = null;
const darkOnes = Math.round(job.deployments * job.darkShare);
const isDark = (sort: Seen['sort'], index: number) => sort === 'one zone dark' && index < darkOnes;

function configFor(sort: Seen['sort'], origin: string): FleetConfig {
  const fleet = { origin, deployments: job.deployments, intervalSeconds, connections: 'fresh' } as const;
  const config = configOf(fleet);
  if (sort === 'by address') return config;
  const deployments = config.deployments.map((entry, index) => {
    const url = new URL(entry.base_url);
    url.hostname = `h${index}.${isDark(sort, index) ? darkZone : 'lit.test'}`;
    return { ...entry, base_url: url.href };
  });
  return { ...config, deployments };
}

/** Values by deployment that did not lie in the dark. */
function lit(sort: Seen['sort'], samples: ReadonlyMap<string, number>, only: string): Map<string, number> {
  const kept = [...samples].filter(([labels]) => {
    const index = Number(/deployment="d(\d+)"/.exec(labels)?.[1]);
    return labels.includes(only) && !isDark(sort, index);
  });
  return new Map(kept);
}

async function see(sort: Seen['sort'], originUrl: string, resolver: Spawned): Promise<Seen> {
  const started = await startAgent({ config: JSON.stringify(configFor(sort, originUrl)) });
  agent = started;
  await untilReady(started);
  const scrape = () => bytesOf(`${started.url}/metrics`, { 'accept-encoding': 'gzip' });
  try {
    // What is unpacked and read here would take from the agent's cores: it waits until it is over.
    const first = await scrape();
    await ask(resolver, 'take');
    await setTimeout(1000 * intervalSeconds);
    const { takenMs } = await ask<ResolverTruth>(resolver, 'take');
    const [before, after] = [first, await scrape()].map((page) => gunzipSync(page));
    const peakMb = peakMbOf(started.pid);
    if (before === undefined || after === undefined) throw new Error('no page');
    const grown = (family: string) => sumOf(after, family) - sumOf(before, family);
    const failuresIn = (page: Buffer) =>
      [...lit(sort, samplesOf(page, 'picket_check_failures_total'), '').values()].reduce((a, b) => a + b, 0);
    const phases = samplesOf(after, 'picket_check_phase_seconds');
    const phaseMs = (phase: string) => {
      const ms = [...lit(sort, phases, `phase="${phase}"`).values()].map((seconds) => 1000 * seconds);
      return [quantile(ms, 0.5), quantile(ms, 0.99)] as const;
    };
    const delays = [before, after].map((page) => bucketsOf(page, 'picket_scheduler_delay_seconds'));
    return {
      sort,
      skipped: grown('picket_scheduler_runs_skipped_total'),
      lost: grown('picket_agent_errors_total'),
      failed: failuresIn(after) - failuresIn(before),
      delayMs: 1000 * histogramQuantile(0.99, delays[0] ?? new Map(), delays[1] ?? new Map()),
      dnsMs: phaseMs('dns'),
      connectMs: phaseMs('connect'),
      truthMs: [quantile(takenMs, 0.5), quantile(takenMs, 0.99)],
      peakMb,
    };
  } finally {
    await started.end();
  }
}

const resolverJob: ResolverJob = { delayMs: job.delayMs, darkZone };
const resolver = startScript('slow-resolver.ts', [JSON.stringify(resolverJob)]);
const origin = startScript('origin.ts');
const endAll = () => Promise.all([agent?.end(), resolver.end(), origin.end()]);

// Whoever asked has it all, or is no more.
for (const over of ['SIGTERM', 'disconnect']) {
  process.once(over, () => void endAll().finally(() => process.exit()));
}
try {
  await firstMessage(resolver);
  const originUrl = await firstMessage<string>(origin);
  for (let repeat = 1; repeat <= job.repeats; repeat += 1) {
    for (const sort of sortsOfFleet) {
      const seen = await see(sort, originUrl, resolver);
      process.stdout.write(`${repeat}/${job.repeats} ${JSON.stringify(seen)}\n`);
      process.send?.(seen);
    }
  }
} finally {
  await endAll();
}
