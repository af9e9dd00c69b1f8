// Ten thousand deployments in one agent, against a hundred: what is skipped, late, resident, and CPU a check.
import { fork } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { firstMessage } from './child.ts';
import type { Aim, Report } from './report.ts';
import { startAgent, type Watched } from './running-agent.ts';
import { medianOf, type Slice, watch } from './slices.ts';

const slices = 5;
/** Each has one scrape at its start: a little more often than a Prometheus does. */
const sliceMs = 12_000;
/** First runs are spread over 10 s; after them one more interval, in which every deployment is confirmed. */
const warmUpMs = 25_000;
const most = { skipped: 0, delayP99Ms: 100, rssMb: 800, timesHundred: 1.2 };

type Case = Omit<Watched, 'origin'>;
const thousands = { deployments: 10_000, intervalS: 15 } as const;
const hundred = { deployments: 100, intervalS: 15 } as const;
/** The shortest interval there is: the pace nearest to that of ten thousand. */
const hundredFast = { deployments: 100, intervalS: 1 } as const;
const cases: readonly Case[] = (['fresh', 'kept'] as const).flatMap((connections) =>
  [hundred, hundredFast, thousands].map((size) => ({ ...size, connections })),
);

interface Row extends Case {
  readonly slices: readonly Slice[];
}

async function measure(origin: string, one: Case): Promise<Row> {
  const agent = await startAgent({ origin, ...one });
  try {
    await setTimeout(warmUpMs);
    const row = { ...one, slices: await watch(agent, slices, sliceMs) };
    process.stdout.write(`${lineOf(row, [])}\n`);
    return row;
  } finally {
    await agent.stop();
  }
}

const costUs = ({ cpuMs, checks }: Slice) => (1000 * cpuMs) / checks;

/** What a check costs, to what it costs in the case of the same connections that is of that size. */
function times(row: Row, rows: readonly Row[], size: Pick<Case, 'deployments' | 'intervalS'>): number {
  const other = rows.find(
    ({ connections, deployments, intervalS }) =>
      connections === row.connections && deployments === size.deployments && intervalS === size.intervalS,
  );
  return medianOf(row.slices, costUs) / medianOf(other?.slices ?? [], costUs);
}

function lineOf(row: Row, rows: readonly Row[]): string {
  const costs = row.slices.map(costUs);
  const spread = `${Math.min(...costs).toFixed(0)} to ${Math.max(...costs).toFixed(0)}`;
  const cells = [
    row.deployments,
    `${row.intervalS} s`,
    row.connections,
    medianOf(row.slices, ({ checks, wallMs }) => (1000 * checks) / wallMs).toFixed(0),
    `${medianOf(row.slices, costUs).toFixed(0)} (${spread})`,
    times(row, rows, hundred).toFixed(2),
    times(row, rows, hundredFast).toFixed(2),
    row.slices.reduce((sum, { skipped }) => sum + skipped, 0),
    Math.max(...row.slices.map(({ delayP99Ms }) => delayP99Ms)).toFixed(1),
    Math.max(...row.slices.map(({ rssMb }) => rssMb)).toFixed(0),
  ];
  return `| ${cells.join(' | ')} |`;
}

function textOf(rows: readonly Row[]): string {
  return `\`node src/main.ts run\` on a configuration file, store on disk, two checks a deployment (status, regions),
plain HTTP, the loopback origin on the same machine; after ${warmUpMs / 1000} s ${slices} slices of ${sliceMs / 1000} s, each with a
scrape with gzip at its start. CPU is user and system time of the agent's whole process, scrapes included: median of
the slices (least to most). Start delay is the agent's own histogram, p99 of the worst slice; resident is the most seen.

| deployments | interval | connections | checks a second | CPU µs a check | times 100 every 15 s | times 100 every 1 s | runs skipped | start delay p99, ms | resident, MB |
|---|---|---|---|---|---|---|---|---|---|
${rows.map((row) => lineOf(row, rows)).join('\n')}`;
}

function aimsOf(rows: readonly Row[]): Aim[] {
  return rows
    .filter(({ deployments }) => deployments === thousands.deployments)
    .flatMap((row): Aim[] => {
      const sum = (number: (slice: Slice) => number) =>
        row.slices.reduce((total, slice) => total + number(slice), 0);
      const worst = (number: (slice: Slice) => number) => Math.max(...row.slices.map(number));
      return [
        {
          what: `${row.connections}: runs skipped or failed`,
          most: most.skipped,
          measured: sum(({ skipped, failures }) => skipped + failures),
        },
        {
          what: `${row.connections}: start delay p99, ms`,
          most: most.delayP99Ms,
          measured: worst(({ delayP99Ms }) => delayP99Ms),
        },
        {
          what: `${row.connections}: resident, MB`,
          most: most.rssMb,
          measured: worst(({ rssMb }) => rssMb),
        },
        {
          what: `${row.connections}: CPU a check, times 100 deployments every 15 s`,
          most: most.timesHundred,
          measured: times(row, rows, hundred),
        },
      ];
    });
}

export async function bench(): Promise<Report> {
  const origin = fork(new URL('origin.ts', import.meta.url));
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
    origin.kill();
  }
}
