// Whether anything that is not probing moves a measured latency: one disturbance at a time against the quiet windows
// of the same minute.
import { setTimeout } from 'node:timers/promises';
import { firstMessage, startScript } from './child.ts';
import * as disturb from './disturbances.ts';
import type { GcPause } from './gc-notes.ts';
import { checkPaths } from './job.ts';
import type { Spawned } from './program.ts';
import type { Report } from './report.ts';
import { createRig, type Rig, type Samples, toldOf } from './rig.ts';
import { intervalSeconds, originDelayMs } from './rig-job.ts';
import { median, spread } from './table.ts';
import { quantile, type Sample } from './truth.ts';

const cycles = 5;
/** Two checks each: 400 probes a second. */
const deployments = 1000;
/** In an interval. */
const due = deployments * checkPaths.length;
const hostileTargets = 20;
/** An interval and a little: every run that the page at its end tells of began in the window, be others late. */
const windowMs = 1000 * intervalSeconds + 500;
const settleMs = 12_000;
/** Tolerances of ours. */
const most = { p50Ms: 0.5, p99Ms: 5 };
/** A shorter collection cannot move a latency by what is looked for. */
const leastPauseMs = 1;

/** ms beyond the truth. */
type Errors = readonly number[];
interface Seen {
  readonly name: string;
  readonly cycle: number;
  readonly agent: Errors;
  readonly bare: Errors;
}

interface Shift {
  readonly name: string;
  /** Runs told of in a window of the name, one number a cycle. */
  readonly runs: readonly number[];
  /** One number a cycle. */
  readonly p50Ms: Errors;
  readonly p99Ms: Errors;
  readonly maxMs: Errors;
  /** Of the bare client, which the disturbance cannot reach but through the machine. */
  readonly bareP50Ms: Errors;
  readonly bareP99Ms: Errors;
}

const quiet = 'quiet';
const quietly: disturb.Disturbance = () => ({ end: () => undefined });
const flush = 'flush of the store';

/** One minute, from flush to flush; what writes to the store by itself comes first, to be over before the next. */
function course(hostile: Spawned): readonly (readonly [string, disturb.Disturbance])[] {
  return [
    [`${hostileTargets} hostile targets, 1 MiB each second`, disturb.hostility(hostile)],
    ['scrapes back to back', disturb.scrapes],
    ['the same with gzip', disturb.packedScrapes],
    [quiet, quietly],
    ['JSON polled by two, back to back', disturb.jsonPolls],
    [quiet, quietly],
    ['a reload every second, one deployment changed', disturb.reloads],
    [quiet, quietly],
    [flush, quietly],
  ];
}

export async function bench(): Promise<Report> {
  const hostile = startScript('hostile-origin.ts');
  let rig: Rig | null = null;
  const pauses: GcPause[] = [];
  try {
    const url = await firstMessage<string>(hostile);
    rig = await createRig({
      connections: 'fresh',
      deployments,
      others: Array.from({ length: hostileTargets }, (_, index) => disturb.hostileEntry(url, index)),
      nodeArguments: ['--import', new URL('gc-notes.ts', import.meta.url).href],
      onMessage: (message) => pauses.push(message as GcPause),
    });
    await setTimeout(settleMs);
    const flushes = await disturb.watchFlushes(rig);
    const seen: Seen[] = [];
    const collected: Errors[][] = [];
    for (let cycle = 1; cycle <= cycles; cycle += 1) {
      for (const [name, disturbance] of course(hostile)) {
        if (name === flush) await flushes.ahead();
        pauses.length = 0;
        const { agent, bare } = await watched(rig, disturbance);
        if (name === flush && !flushes.seen()) throw new Error('no flush came when it was due');
        if (name === quiet) collected.push(byPauses(agent, pauses));
        const window = { name, cycle, agent: agent.map(errorOf), bare: bare.map(errorOf) };
        seen.push(window);
        process.stdout.write(`${cycle}/${cycles} ${lineOf(window)}\n`);
      }
    }
    const names = new Set(seen.map(({ name }) => name).filter((name) => name !== quiet));
    const shifts = [...Array.from(names, (name) => shiftOf(name, seen)), shiftOfPauses(collected)];
    return { title: 'what moves a reported latency', text: textOf(seen, shifts), aims: aimsOf(shifts) };
  } finally {
    await rig?.end();
    await hostile.end();
  }
}

async function watched(rig: Rig, disturbance: disturb.Disturbance): Promise<Samples> {
  await rig.samples([]);
  const running = disturbance(rig);
  await setTimeout(windowMs);
  await running.end();
  return toldOf(await rig.samples([await rig.scrape()]), due);
}

function errorOf({ errorMs }: Sample): number {
  return errorMs;
}

/** Those that were under way during a pause, and those that were not. */
function byPauses(samples: readonly Sample[], pauses: readonly GcPause[]): [hit: Errors, others: Errors] {
  const long = pauses.filter(({ durationMs }) => durationMs >= leastPauseMs);
  const { hit = [], other = [] } = Object.groupBy(samples, ({ atMs, answerMs }) =>
    long.some((pause) => pause.atMs <= atMs && pause.atMs + pause.durationMs >= atMs - answerMs)
      ? 'hit'
      : 'other',
  );
  return [hit.map(errorOf), other.map(errorOf)];
}

/** Each cycle's windows of that name against all its quiet ones. */
function shiftOf(name: string, seen: readonly Seen[]): Shift {
  const each = (read: (window: Seen) => Errors, share: number) =>
    Array.from({ length: cycles }, (_, index) => {
      const of = (wanted: string) =>
        seen.filter((window) => window.name === wanted && window.cycle === index + 1).flatMap(read);
      return quantile(of(name), share) - quantile(of(quiet), share);
    });
  const agent = (window: Seen) => window.agent;
  const bare = (window: Seen) => window.bare;
  return {
    name,
    runs: seen.filter((window) => window.name === name).map((window) => window.agent.length),
    p50Ms: each(agent, 0.5),
    p99Ms: each(agent, 0.99),
    maxMs: each(agent, 1),
    bareP50Ms: each(bare, 0.5),
    bareP99Ms: each(bare, 0.99),
  };
}

function shiftOfPauses(collected: readonly Errors[][]): Shift {
  const both = collected.filter(([hit = [], others = []]) => hit.length > 0 && others.length > 0);
  const each = (share: number) =>
    both.map(([hit = [], others = []]) => quantile(hit, share) - quantile(others, share));
  return {
    name: `garbage collected for ${leastPauseMs} ms or more`,
    runs: both.map(([hit = []]) => hit.length),
    p50Ms: each(0.5),
    p99Ms: each(0.99),
    maxMs: each(1),
    bareP50Ms: [],
    bareP99Ms: [],
  };
}

function lineOf({ name, agent, bare }: Seen): string {
  const of = (errors: Errors) => [0.5, 0.99, 1].map((share) => quantile(errors, share).toFixed(2)).join(', ');
  return `${name}: ${agent.length} runs, ms beyond the truth (p50, p99, most): ${of(agent)}; bare client: ${of(bare)}`;
}

function textOf(seen: readonly Seen[], shifts: readonly Shift[]): string {
  const cell = (values: Errors) => (values.length === 0 ? '' : spread(values, 2));
  const rows = shifts.map(
    ({ name, runs, ...columns }) =>
      `| ${name} | ${spread(runs, 0)} | ${Object.values(columns).map(cell).join(' | ')} |`,
  );
  const base = seen.filter(({ name }) => name === quiet).flatMap(({ agent }) => agent);
  const [p50, p99] = [quantile(base, 0.5).toFixed(2), quantile(base, 0.99).toFixed(2)];
  return `${deployments} deployments with two checks each, every ${intervalSeconds} s, fresh connections, an origin
that answers after ${originDelayMs} ms: ${due / intervalSeconds} probes a second. Quiet, they are told ${p50} ms
beyond the truth at p50 and ${p99} at p99. By how much more with one thing more going on, in windows of an interval,
against the quiet windows of the same minute; medians of ${cycles} (least to most), ms. The bare client is a process
of its own: what moves it is the machine. Runs are those of one window that the agent told of, of ${due} due. What may
move, and by how much, is a tolerance of ours.

| disturbance | runs | p50 | p99 | most | bare client, p50 | p99 |
|---|---|---|---|---|---|---|
${rows.join('\n')}`;
}

function aimsOf(shifts: readonly Shift[]): Report['aims'] {
  return shifts.flatMap(({ name, p50Ms, p99Ms }) => [
    { what: `${name}: ms by which p50 moves`, most: most.p50Ms, measured: median(p50Ms) },
    { what: `${name}: ms by which p99 moves`, most: most.p99Ms, measured: median(p99Ms) },
  ]);
}
