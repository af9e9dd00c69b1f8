// What a scrape of a large fleet costs over HTTP: CPU a line, how long it holds up the event loop, two at once, memory.
import { setTimeout } from 'node:timers/promises';
import { ask, firstMessage, rssMbOf, startScript } from './child.ts';
import { bytesOf } from './http-get.ts';
import type { Report } from './report.ts';
import type { Order, Taken } from './scrape-server.ts';
import { median, spread } from './table.ts';

const deployments = 10_000;
const repeats = 9;
/** Until code is compiled and memory stands; then what is measured. */
const warmUps = 3;
const restMs = 100;
/** What must hold on the machine of the results. */
const most = { cpuUsALine: 0.5, packedCpuUsALine: 0.8, heldMs: 20, twoToOne: 1.25, rssGrowth: 1.1 };

/** One scrape, or two at once, in one coding. */
const kinds = [
  { kind: 'text', coding: 'identity', readers: 1 },
  { kind: 'text, two at once', coding: 'identity', readers: 2 },
  { kind: 'gzip', coding: 'gzip', readers: 1 },
  { kind: 'gzip, two at once', coding: 'gzip', readers: 2 },
] as const;
type Kind = (typeof kinds)[number];

interface Scrape extends Taken {
  readonly wallMs: number;
  readonly bytes: number;
  readonly rssMb: number;
}

type Tell = <Answer>(order: Order) => Promise<Answer>;

export async function bench(): Promise<Report> {
  const server = startScript('scrape-server.ts', [`${deployments}`], ['--expose-gc']);
  const tell: Tell = (order) => ask(server, order);
  try {
    const url = new URL('metrics', `${await firstMessage<string>(server)}/`).href;
    const lines = await linesOf(url);
    const measured = new Map<Kind, Scrape[]>(kinds.map((kind) => [kind, []]));
    for (let repeat = -warmUps; repeat < repeats; repeat += 1) {
      await tell('renew');
      for (const [kind, scrapes] of measured) {
        const scrape = await measure(url, kind, tell, server.pid);
        if (repeat >= 0) scrapes.push(scrape);
        process.stdout.write(
          `${kind.kind}: ${((scrape.cpuMs * 1000) / lines).toFixed(3)} us of CPU a line, held ` +
            `${scrape.heldMs.toFixed(1)} ms, ${scrape.wallMs.toFixed(0)} ms, ${scrape.rssMb.toFixed(0)} MB\n`,
        );
      }
    }
    return reportOf(measured, lines);
  } finally {
    await server.end();
  }
}

async function measure(url: string, { coding, readers }: Kind, tell: Tell, pid: number): Promise<Scrape> {
  await setTimeout(restMs);
  await tell('begin');
  const startMs = performance.now();
  const read = await Promise.all(
    Array.from({ length: readers }, () => bytesOf(url, { 'accept-encoding': coding })),
  );
  const wallMs = performance.now() - startMs;
  const taken = await tell<Taken>('end');
  return { ...taken, wallMs, bytes: read[0]?.length ?? 0, rssMb: rssMbOf(pid) };
}

async function linesOf(url: string): Promise<number> {
  const page = await bytesOf(url, { 'accept-encoding': 'identity' });
  let lines = 0;
  for (let at = page.indexOf('\n'); at >= 0; at = page.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

type Measured = ReadonlyMap<Kind, readonly Scrape[]>;

function reportOf(measured: Measured, lines: number): Report {
  const text = `The agent's server over ${deployments} deployments, ${lines} lines, a process of its own, read over
HTTP by another; ${repeats} repeats after ${warmUps}, all numbers changed and all garbage collected before each;
median (least to most). CPU is the whole server process's, writing to each socket included, and for gzip packing, done
by zlib on another thread, once for all who ask. Text is the rendering, and held to what was asked for; Prometheus
asks for gzip: what that may cost is an aim of ours, as are those of two at once and of memory.

${tableOf(measured, lines)}`;
  return { title: 'what a scrape costs', text, aims: aimsOf(measured, lines) };
}

function usALine(scrapes: readonly Scrape[], lines: number): readonly number[] {
  return scrapes.map(({ cpuMs }) => (cpuMs * 1000) / lines);
}

function tableOf(measured: Measured, lines: number): string {
  const head = [
    '| scrape | us of CPU a line | loop held, ms | wall, ms | MB | resident, MB |',
    '|---|---|---|---|---|---|',
  ];
  const rows = [...measured].map(([{ kind }, scrapes]) => {
    const of = (read: (scrape: Scrape) => number) => scrapes.map(read);
    const cells = [
      spread(usALine(scrapes, lines), 3),
      spread(
        of(({ heldMs }) => heldMs),
        1,
      ),
      spread(
        of(({ wallMs }) => wallMs),
        0,
      ),
      spread(
        of(({ bytes }) => bytes / 1e6),
        1,
      ),
      spread(
        of(({ rssMb }) => rssMb),
        0,
      ),
    ];
    return `| ${kind} | ${cells.join(' | ')} |`;
  });
  return [...head, ...rows].join('\n');
}

function aimsOf(measured: Measured, lines: number): Report['aims'] {
  const of = (name: Kind['kind']) =>
    [...measured].flatMap(([{ kind }, scrapes]) => (kind === name ? scrapes : []));
  const twoToOne = (one: Kind['kind'], two: Kind['kind']) =>
    median(of(two).map(({ cpuMs }, repeat) => cpuMs / (of(one)[repeat]?.cpuMs ?? Number.NaN)));
  const heldMs = [...measured.values()].map((scrapes) => Math.max(...scrapes.map(({ heldMs }) => heldMs)));
  const rssMb = of('gzip, two at once').map((scrape) => scrape.rssMb);
  const growth = (rssMb.at(-1) ?? Number.NaN) / (rssMb[0] ?? Number.NaN);
  const read = kinds.reduce((sum, { readers }) => sum + readers, 0);
  const rows = [
    ['us of CPU a line, text', most.cpuUsALine, median(usALine(of('text'), lines))],
    ['us of CPU a line, gzip', most.packedCpuUsALine, median(usALine(of('gzip'), lines))],
    ['ms for which the event loop is held, the longest seen', most.heldMs, Math.max(...heldMs)],
    ['CPU of two at once against one, text', most.twoToOne, twoToOne('text', 'text, two at once')],
    ['CPU of two at once against one, gzip', most.twoToOne, twoToOne('gzip', 'gzip, two at once')],
    [
      `memory after ${read * (warmUps + repeats)} scrapes against that after ${read * (warmUps + 1)}`,
      most.rssGrowth,
      growth,
    ],
  ] as const;
  return rows.map(([what, atMost, value]) => ({ what, most: atMost, measured: value }));
}
