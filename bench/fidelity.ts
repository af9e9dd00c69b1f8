// Whether reported latencies are true under load: 1,000 probes a second, scraped and read meanwhile, each beside the
// truth of the origin that answered it.
import { setTimeout } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { routes } from './disturbances.ts';
import { lostIn } from './exposition.ts';
import { bytesOf } from './http-get.ts';
import { type Connections, checkPaths } from './job.ts';
import type { Report } from './report.ts';
import { createRig, type Rig, toldOf } from './rig.ts';
import { askEveryMs, intervalSeconds, originDelayMs } from './rig-job.ts';
import { median, spread } from './table.ts';
import { quantile, type Sample } from './truth.ts';

const windows = 5;
/** Three runs of each check. */
const windowMs = 3 * intervalSeconds * 1000;
/** A page tells of the latest run of each check: less than the interval, so that none is missed. */
const scrapeEveryMs = 4000;
/** The last one comes a little after the window: runs that end it are told of, and not yet of those after them. */
const scrapesAWindow = Math.ceil(windowMs / scrapeEveryMs);
const pollEveryMs = 500;
/** Two checks each: 1,000 probes a second. */
const deployments = 2500;
/** First runs are spread over 5 s; then code is compiled, the heap has its size, and kept connections stand. */
const settleMs = 30_000;
const most = { p50Ms: 2, p99Ms: 5, lost: 0 };

/** Of one window, ms. */
interface Window {
  readonly subject: 'picket' | 'bare client';
  readonly connections: Connections;
  readonly requests: number;
  readonly errorMs: { readonly p50: number; readonly p99: number; readonly max: number };
  readonly connectMs: { readonly p50: number; readonly p99: number };
}

/** Runs that failed or were skipped while windows were taken, and so are in none. */
type Lost = Record<Connections, number>;

export async function bench(): Promise<Report> {
  const taken: Window[] = [];
  const lost: Lost = { fresh: Number.NaN, kept: Number.NaN };
  for (const connections of ['fresh', 'kept'] as const) {
    const rig = await createRig({ connections, deployments });
    try {
      await setTimeout(settleMs);
      // What came before the first window belongs to none.
      await rig.samples([]);
      const lostBefore = await lostOf(rig);
      for (let window = 1; window <= windows; window += 1) {
        const pair = await measured(rig, connections);
        taken.push(...pair);
        for (const each of pair) process.stdout.write(`${window}/${windows} ${lineOf(each)}\n`);
      }
      lost[connections] = (await lostOf(rig)) - lostBefore;
    } finally {
      await rig.end();
    }
  }
  return { title: 'how true reported latencies are', text: textOf(taken), aims: aimsOf(taken, lost) };
}

async function lostOf(rig: Rig): Promise<number> {
  return lostIn(gunzipSync(await rig.scrape()));
}

async function measured(rig: Rig, connections: Connections): Promise<[Window, Window]> {
  const reading = startPolling(rig.agent.url);
  const pages: Buffer[] = [];
  const beganMs = Date.now();
  const startedMs = performance.now();
  for (let scrape = 1; scrape <= scrapesAWindow; scrape += 1) {
    await setTimeout(Math.max(0, startedMs + scrape * scrapeEveryMs - performance.now()));
    pages.push(await rig.scrape());
  }
  await reading.end();
  const all = await rig.samples(pages);
  const within = ({ atMs }: Sample) => atMs >= beganMs && atMs < beganMs + windowMs;
  const due = (deployments * checkPaths.length * windowMs) / (intervalSeconds * 1000);
  const { agent, bare } = toldOf({ agent: all.agent.filter(within), bare: all.bare.filter(within) }, due);
  return [windowOf('picket', connections, agent), windowOf('bare client', connections, bare)];
}

/** One route after another, whole answers. */
function startPolling(url: string): { end: () => Promise<unknown> } {
  const asked: Promise<Buffer>[] = [];
  const timer = setInterval(() => {
    const route = routes[asked.length % routes.length] ?? '/';
    const answer = bytesOf(url + route);
    // Told at the end; not unhandled until then.
    answer.catch(() => undefined);
    asked.push(answer);
  }, pollEveryMs);
  return {
    end: () => {
      clearInterval(timer);
      return Promise.all(asked);
    },
  };
}

function windowOf(subject: Window['subject'], connections: Connections, samples: readonly Sample[]): Window {
  // Too little is as untrue as too much.
  const errors = samples.map(({ errorMs }) => Math.abs(errorMs));
  const connects = samples.flatMap(({ connectMs }) => connectMs ?? []);
  return {
    subject,
    connections,
    requests: samples.length,
    errorMs: { p50: quantile(errors, 0.5), p99: quantile(errors, 0.99), max: Math.max(...errors) },
    connectMs: { p50: quantile(connects, 0.5), p99: quantile(connects, 0.99) },
  };
}

function lineOf({ subject, connections, requests, errorMs, connectMs }: Window): string {
  const errors = `p50 ${errorMs.p50.toFixed(2)}, p99 ${errorMs.p99.toFixed(2)}, max ${errorMs.max.toFixed(1)}`;
  const connects = `connect p50 ${connectMs.p50.toFixed(2)}, p99 ${connectMs.p99.toFixed(2)}`;
  return `${connections}, ${subject}: ${requests} requests, ms from the truth: ${errors}; ${connects}`;
}

const columns = [
  ['from the truth, p50', ({ errorMs }: Window) => errorMs.p50],
  ['p99', ({ errorMs }: Window) => errorMs.p99],
  ['most', ({ errorMs }: Window) => errorMs.max],
  ['connect, p50', ({ connectMs }: Window) => connectMs.p50],
  ['p99', ({ connectMs }: Window) => connectMs.p99],
] as const;

function of(taken: readonly Window[], subject: string, connections: string): Window[] {
  return taken.filter((each) => each.subject === subject && each.connections === connections);
}

function textOf(taken: readonly Window[]): string {
  const rows = (['fresh', 'kept'] as const).flatMap((connections) =>
    (['picket', 'bare client'] as const).map((subject) => {
      const cells = columns.map(([, read]) => {
        const values = of(taken, subject, connections).map(read);
        if (values.every(Number.isNaN)) return 'none';
        return spread(values, 2);
      });
      return `| ${connections} | ${subject} | ${cells.join(' | ')} |`;
    }),
  );
  return `${deployments} deployments with two checks each, every ${intervalSeconds} s, against an origin that answers
after ${originDelayMs} ms, in a process of its own. \`picket run\` with its store on disk, scraped every
${scrapeEveryMs / 1000} s with gzip, a page of its JSON or HTML read every ${pollEveryMs} ms. The reported
first_byte + transfer of every run a scrape tells of, less the origin's truth of that very request: from its head read to its
answer written. The bare client is a net client in a process of its own that asks the same origin ${1000 / askEveryMs}
times a second: how far it is from the truth is the machine's part and that of the origin's queue. Runs that fail or
are skipped have no such time: there must be none. Medians of ${windows} windows of ${windowMs / 1000} s (least to
most), ms.

| connections | subject | ${columns.map(([name]) => name).join(' | ')} |
|---|---|${columns.map(() => '---').join('|')}|
${rows.join('\n')}`;
}

function aimsOf(taken: readonly Window[], lost: Lost): Report['aims'] {
  return (['fresh', 'kept'] as const).flatMap((connections) => {
    const errors = of(taken, 'picket', connections).map(({ errorMs }) => errorMs);
    const medianOf = (read: (each: Window['errorMs']) => number) => median(errors.map(read));
    return [
      {
        what: `${connections}: ms from the truth, p50`,
        most: most.p50Ms,
        measured: medianOf(({ p50 }) => p50),
      },
      {
        what: `${connections}: ms from the truth, p99`,
        most: most.p99Ms,
        measured: medianOf(({ p99 }) => p99),
      },
      { what: `${connections}: runs failed or skipped`, most: most.lost, measured: lost[connections] },
    ];
  });
}
