// Ten thousand deployments in one agent, against a hundred: what is skipped, late, resident, and CPU a check.
import { setTimeout } from 'node:timers/promises';
import { startAgent } from './agent.ts';
import { firstMessage, startScript } from './child.ts';
import { equalDocuments } from './documents.ts';
import { configOf, type Fleet } from './fleet.ts';
import type { Aim, Report } from './report.ts';
import { costUs, sumOver, type Watch, watch } from './slices.ts';
import { spread } from './table.ts';

const slices = 5;
/** Each has one scrape at its start: a little more often than a Prometheus does. */
const sliceMs = 12_000;
/** First runs are spread over 10 s; after them one more interval, in which every deployment is confirmed. */
const warmUpMs = 25_000;
/** 12,000 rounds of a hundred deployments: until what they run is compiled, as it is of ten thousand by then. */
const warmUpFastMs = 120_000;
const most = { lost: 0, delayP99Ms: 100, peakMb: 800, timesHundred: 1.2 };

interface Case extends Omit<Fleet, 'origin'> {
  readonly warmUpMs: number;
}
const thousands = { deployments: 10_000, intervalSeconds: 15, warmUpMs } as const;
const hundred = { deployments: 100, intervalSeconds: 15, warmUpMs } as const;
/** The shortest interval there is: the pace nearest to that of ten thousand. */
const hundredFast = { deployments: 100, intervalSeconds: 1, warmUpMs: warmUpFastMs } as const;
const cases: readonly Case[] = (['fresh', 'kept'] as const).flatMap((connections) =>
  [hundred, hundredFast, thousands].map((size) => ({ ...size, connections })),
);

interface Row extends Case, Watch {}

async function measure(origin: string, one: Case): Promise<Row> {
  const agent = await startAgent({ config: JSON.stringify(configOf({ origin, ...one })) });
  try {
    await setTimeout(one.warmUpMs);
    const row = { ...one, ...(await watch(agent, slices, sliceMs)) };
    process.stdout.write(`${lineOf(row, [])}\n`);
    return row;
  } finally {
    await agent.end();
  }
}

/** What a check costs, to what it costs in the case of the same connections that is of that size. */
function times(row: Row, rows: readonly Row[], size: Pick<Case, 'deployments' | 'intervalSeconds'>): number {
  const other = rows.find(
    ({ connections, deployments, intervalSeconds }) =>
      connections === row.connections &&
      deployments === size.deployments &&
      intervalSeconds === size.intervalSeconds,
  );
  return costUs(row.slices) / costUs(other?.slices ?? []);
}

function worstDelayMs({ slices: all }: Row): number {
  return Math.max(...all.map(({ delayP99Ms }) => delayP99Ms));
}

function lineOf(row: Row, rows: readonly Row[]): string {
  const checks = sumOver(row.slices, (slice) => slice.checks);
  const wallMs = sumOver(row.slices, (slice) => slice.wallMs);
  const costs = row.slices.map((slice) => costUs([slice]));
  const cells = [
    row.deployments,
    `${row.intervalSeconds} s`,
    row.connections,
    ((1000 * checks) / wallMs).toFixed(0),
    costUs(row.slices).toFixed(0),
    spread(costs, 0),
    times(row, rows, hundred).toFixed(2),
    times(row, rows, hundredFast).toFixed(2),
    row.lost,
    worstDelayMs(row).toFixed(1),
    row.peakMb.toFixed(0),
  ];
  return `| ${cells.join(' | ')} |`;
}

function textOf(rows: readonly Row[]): string {
  return `\`node src/main.ts run\` on a configuration file, store on disk, two checks a deployment (status, regions),
plain HTTP, the loopback origin on the same machine; after the warm-up ${slices} slices of ${sliceMs / 1000} s, each
with a scrape with gzip at its start. CPU is user and system time of the agent's whole process over all slices, by all
checks in them: scrapes are in it, and a flush of the store; beside it the median of the slices (least to most). Runs
skipped or failed, and the most that was resident, are counted from the start of the agent. Start delay is the agent's
own histogram, p99 of the worst slice. ${equalDocuments}

The warm-up is ${warmUpMs / 1000} s; of 100 deployments every 1 s it is ${warmUpFastMs / 1000} s,
${(hundredFast.deployments * warmUpFastMs) / 1000} rounds, until what they run is compiled. 100 every 15 s have 7
rounds a second: what they run is never compiled, and a check of theirs costs more than it would at any other pace. To
be cheaper than that proves little; to be no dearer than 100 every 1 s is what the size is held to.

| deployments | interval | connections | checks a second | CPU µs a check | of slices | times 100 every 15 s | times 100 every 1 s | runs skipped or failed | start delay p99, ms | resident, MB |
|---|---|---|---|---|---|---|---|---|---|---|
${rows.map((row) => lineOf(row, rows)).join('\n')}`;
}

function aimsOf(rows: readonly Row[]): Aim[] {
  return rows
    .filter(({ deployments }) => deployments === thousands.deployments)
    .flatMap((row): Aim[] => {
      const aim = (what: string, limit: number, measured: number): Aim => ({
        what: `${row.connections}: ${what}`,
        most: limit,
        measured,
      });
      return [
        aim('runs skipped or failed, from the start', most.lost, row.lost),
        aim('start delay p99, ms', most.delayP99Ms, worstDelayMs(row)),
        aim('resident, MB', most.peakMb, row.peakMb),
        aim('CPU a check, times 100 deployments every 1 s', most.timesHundred, times(row, rows, hundredFast)),
        aim('CPU a check, times 100 deployments every 15 s', most.timesHundred, times(row, rows, hundred)),
      ];
    });
}

export async function bench(): Promise<Report> {
  const origin = startScript('origin.ts');
  try {
    const url = await firstMessage<string>(origin);
    const rows: Row[] = [];
    for (const one of cases) rows.push(await measure(url, one));
    return {
      title: 'ten thousand deployments on two cores',
      text: textOf(rows),
      aims: aimsOf(rows),
    };
  } finally {
    await origin.end();
  }
}
