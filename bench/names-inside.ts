// Within the namespaces of `names`: a name server, an origin, and agents one after the other, each seen for an interval.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { type RunningAgent, startAgent } from './agent.ts';
import { firstMessage, rssMbOf } from './child.ts';
import { bucketsOf, quantile as histogramQuantile, samplesOf, sumOf } from './exposition.ts';
import { type NamesJob, type Seen, sortsOfFleet } from './names-job.ts';
import type { ResolverJob, ResolverTruth } from './resolver-job.ts';
import { bytesOf } from './rig.ts';
import { quantile } from './truth.ts';

const intervalMs = 15_000;
const darkZone = 'dark.test';
const answerDeadlineMs = 20_000;

const job = JSON.parse(process.argv[2] ?? 'null') as NamesJob;
let agent: RunningAgent | null = null;
const darkOnes = Math.round(job.deployments * job.darkShare);
const isDark = (sort: Seen['sort'], index: number) => sort === 'one zone dark' && index < darkOnes;

function entriesOf(sort: Seen['sort'], originPort: string): string[] {
  return Array.from({ length: job.deployments }, (_, index) => {
    const zone = isDark(sort, index) ? darkZone : 'lit.test';
    const host = sort === 'by address' ? '127.0.0.1' : `h${index}.${zone}`;
    return `{ id: d${index}, base_url: "http://${host}:${originPort}/d${index}", kind: compute, endpoints: [status, regions] }`;
  });
}

async function truthOf(resolver: ChildProcess): Promise<ResolverTruth> {
  const answer = once(resolver, 'message', { signal: AbortSignal.timeout(answerDeadlineMs) });
  resolver.send('take');
  const [truth] = await answer;
  return truth;
}

/** Values by deployment that did not lie in the dark. */
function lit(sort: Seen['sort'], samples: ReadonlyMap<string, number>, only: string): Map<string, number> {
  const kept = [...samples].filter(([labels]) => {
    const index = Number(/deployment="d(\d+)"/.exec(labels)?.[1]);
    return labels.includes(only) && !isDark(sort, index);
  });
  return new Map(kept);
}

async function see(sort: Seen['sort'], originUrl: string, resolver: ChildProcess): Promise<Seen> {
  const started = await startAgent({
    deployments: entriesOf(sort, new URL(originUrl).port),
    defaults: '{ interval: 15s, timeout: 5s }',
  });
  agent = started;
  const scrape = () => bytesOf(`${started.url}/metrics`, { 'accept-encoding': 'gzip' });
  try {
    // What is unpacked and read here would take from the agent's cores: it waits until it is over.
    const first = await scrape();
    await truthOf(resolver);
    await setTimeout(intervalMs);
    const { takenMs } = await truthOf(resolver);
    const [before, after] = [first, await scrape()].map((page) => gunzipSync(page));
    const rssMb = rssMbOf(started.process.pid ?? 0);
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
      rssMb,
    };
  } finally {
    await started.end();
  }
}

// Whoever asked has it all, or is no more.
process.once('disconnect', () => {
  agent?.process.kill('SIGKILL');
  process.exit();
});
const resolverJob: ResolverJob = { delayMs: job.delayMs, darkZone };
const resolver = fork(new URL('slow-resolver.ts', import.meta.url), [JSON.stringify(resolverJob)]);
const origin = fork(new URL('origin.ts', import.meta.url));
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
  resolver.kill();
  origin.kill();
}
