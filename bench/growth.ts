// What an agent takes as its fleet grows: CPU, memory, series and scrapes, from ten deployments to fifty thousand.
import { setTimeout } from 'node:timers/promises';
import { startAgent } from './agent.ts';
import { firstMessage, startScript } from './child.ts';
import { configOf } from './fleet.ts';
import type { Report } from './report.ts';
import { costUs, medianOf, type Slice, sumOver, type Watch, watch } from './slices.ts';

const slices = 5;
const sliceMs = 15_000;
/** First runs are spread over 10 s; after them, where intervals are short, one more of each. */
const warmUpMs = { short: 27_000, long: 70_000 };
const longSeconds = 60;

interface Size {
  readonly deployments: number;
  readonly intervalSeconds: number;
}

/** Then twice the pace that is promised, and five times the deployments at a pace that one process can keep. */
const sizes: readonly Size[] = [
  ...[10, 100, 1_000, 10_000, 20_000].map((deployments) => ({ deployments, intervalSeconds: 15 })),
  { deployments: 50_000, intervalSeconds: longSeconds },
];

interface Row extends Size, Watch {
  readonly startMs: number;
}

async function measure(origin: string, size: Size): Promise<Row> {
  const agent = await startAgent({
    config: JSON.stringify(configOf({ origin, ...size, connections: 'fresh' })),
  });
  try {
    await setTimeout(size.intervalSeconds < longSeconds ? warmUpMs.short : warmUpMs.long);
    const row = { ...size, startMs: agent.startMs, ...(await watch(agent, slices, sliceMs)) };
    return row;
  } finally {
    await agent.end();
  }
}

function lineOf({ deployments, intervalSeconds, startMs, slices: all, lost, peakMb }: Row): string {
  const wallMs = sumOver(all, (slice) => slice.wallMs);
  const cpuMs = sumOver(all, (slice) => slice.cpuMs);
  const checks = sumOver(all, (slice) => slice.checks);
  const most = (number: (slice: Slice) => number) => Math.max(...all.map(number));
  const cells = [
    nameOf({ deployments, intervalSeconds }),
    ((1000 * checks) / wallMs).toFixed(1),
    costUs(all).toFixed(0),
    (cpuMs / wallMs).toFixed(3),
    peakMb.toFixed(0),
    most(({ scrape }) => scrape.series).toLocaleString('en'),
    medianOf(all, ({ scrape }) => scrape.cpuMs).toFixed(0),
    medianOf(all, ({ scrape }) => scrape.wallMs).toFixed(0),
    most(({ scrape }) => scrape.bytes / 1e6).toFixed(1),
    most(({ scrape }) => scrape.packedBytes / 1e6).toFixed(1),
    most(({ delayP99Ms }) => delayP99Ms).toFixed(1),
    lost,
    (startMs / 1000).toFixed(1),
  ];
  return `| ${cells.join(' | ')} |`;
}

function nameOf({ deployments, intervalSeconds }: Size): string {
  return `${deployments.toLocaleString('en')} every ${intervalSeconds} s`;
}

/** One that could not be measured says why, and takes no other with it. */
async function lineOrFailure(origin: string, size: Size): Promise<{ line: string; failed: boolean }> {
  const taken = await measure(origin, size).then(
    (row) => ({ line: lineOf(row), failed: false }),
    (error: unknown) => ({ line: `| ${nameOf(size)} | could not be measured: ${error} |`, failed: true }),
  );
  process.stdout.write(`${taken.line}\n`);
  return taken;
}

function textOf(lines: readonly string[]): string {
  return `\`node src/main.ts run\` with two checks a deployment over fresh connections, plain HTTP, store on disk, the
loopback origin on the same machine; ${(slices * sliceMs) / 1000} s after the warm-up, a scrape with gzip every
${sliceMs / 1000} s. CPU is that of the agent's whole process, scrapes and a flush of the store included; its share is
of one core. A scrape's CPU is what it takes beyond probing, its time is until the page has come. Start delay is that
of the worst slice; memory is the most that was resident, and runs skipped or failed are counted, from the start of
the agent.

| deployments | checks a second | CPU µs a check | cores | resident, MB | series | scrape CPU, ms | scrape time, ms | page, MB | with gzip, MB | start delay p99, ms | runs skipped or failed | start, s |
|---|---|---|---|---|---|---|---|---|---|---|---|---|
${lines.join('\n')}`;
}

export async function bench(): Promise<Report> {
  const origin = startScript('origin.ts');
  try {
    const url = await firstMessage<string>(origin);
    const taken: { line: string; failed: boolean }[] = [];
    for (const size of sizes) taken.push(await lineOrFailure(url, size));
    // What is shown here is not held: what must hold of ten thousand deployments is in `scale`.
    const failed = taken.filter((each) => each.failed).length;
    const aims = [{ what: 'sizes that could not be measured', most: 0, measured: failed }];
    return { title: 'what a fleet takes as it grows', text: textOf(taken.map(({ line }) => line)), aims };
  } finally {
    await origin.end();
  }
}
