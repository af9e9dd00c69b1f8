// How soon an agent of 10,000 deployments is at work, and what a reload that changes one of them does to the others.
import { setTimeout } from 'node:timers/promises';
import { type RunningAgent, startAgent } from './agent.ts';
import { firstMessage, startScript } from './child.ts';
import { fleetFile } from './fleet-file.ts';
import type { Spawned } from './program.ts';
import { measureReload, movedSlots, notedBy, type Reloaded, statesOf } from './reload.ts';
import type { Report } from './report.ts';
import { median, spread } from './table.ts';
import { askEveryMs } from './waits.ts';

const deployments = 10_000;
const repeats = 5;
const intervalSeconds = 15;
/** Every first run is over, and what it found confirmed. */
const settleMs = (10 + 2 * intervalSeconds) * 1000;
/** After a reload every slot comes at least once. */
const slotsMs = (intervalSeconds + 1) * 1000;

const mostStartMs = 3000;
/** A tolerance of ours. */
const mostLagMs = 20;
const firstProbeDeadlineMs = 60_000;

interface Started {
  readonly listeningMs: number;
  readonly firstProbeMs: number;
}

const env = { BENCH_TOKEN: 'token-of-the-bench' };

/** From spawning the process; the store is a new one. */
async function start(config: string, origin: Spawned) {
  await notedBy(origin);
  const spawnedMs = Date.now();
  const agent = await startAgent({ config, env });
  try {
    const listeningMs = agent.startMs;
    const deadlineMs = performance.now() + firstProbeDeadlineMs;
    let askedMs = Number.POSITIVE_INFINITY;
    while (askedMs === Number.POSITIVE_INFINITY) {
      if (performance.now() > deadlineMs) throw new Error(`no probe within ${firstProbeDeadlineMs} ms`);
      await setTimeout(100);
      for (const [atMs = askedMs] of (await notedBy(origin)).values()) askedMs = Math.min(askedMs, atMs);
    }
    const started: Started = { listeningMs, firstProbeMs: askedMs - spawnedMs };
    process.stdout.write(
      `listening after ${listeningMs.toFixed(0)} ms, first probe after ${started.firstProbeMs} ms\n`,
    );
    return { agent, started };
  } catch (error) {
    await agent.end();
    throw error;
  }
}

interface Left {
  readonly reloads: readonly Reloaded[];
  /** Of other deployments than those that were changed. */
  readonly movedSlots: number;
  readonly movedStates: number;
}

/** Each reload changes d1, and d1 alone: there and back. */
async function reloadAll(
  agent: RunningAgent,
  origin: Spawned,
  configOf: (other: number | null) => string,
): Promise<Left> {
  await setTimeout(settleMs);
  const states = await statesOf(agent.url);
  await notedBy(origin);
  const beganMs = performance.now();
  await setTimeout(slotsMs);
  const reloads: Reloaded[] = [];
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const reloaded = await measureReload(agent, configOf(repeat % 2 === 0 ? 1 : null));
    const { tookMs, without, during } = reloaded;
    process.stdout.write(
      `reload in ${tookMs.toFixed(0)} ms: longest wait ${during.longestMs.toFixed(0)} ms ` +
        `(${without.longestMs.toFixed(0)} without one), event loop ${during.lagMs.toFixed(0)} ms ` +
        `(${without.lagMs.toFixed(0)})\n`,
    );
    reloads.push(reloaded);
  }
  await setTimeout(slotsMs);
  const noted = await notedBy(origin);
  const moved = movedSlots(noted, intervalSeconds * 1000, performance.now() - beganMs);
  const after = await statesOf(agent.url);
  const others = [...states].filter(([id]) => id !== 'd1');
  return {
    reloads,
    movedSlots: moved.filter((path) => !path.startsWith('/d1/')).length,
    movedStates: others.filter(([id, state]) => after.get(id) !== state || state.startsWith('unknown'))
      .length,
  };
}

export async function bench(): Promise<Report> {
  const origin = startScript('origin.ts', ['noting']);
  let running: RunningAgent | null = null;
  try {
    const address = await firstMessage<string>(origin);
    const starts: Started[] = [];
    const configOf = (other: number | null) =>
      fleetFile({ origin: address, deployments, intervalSeconds, other });
    let left: Left | null = null;
    for (let repeat = 1; repeat <= repeats; repeat += 1) {
      const { agent, started } = await start(configOf(null), origin);
      running = agent;
      starts.push(started);
      if (repeat === repeats) left = await reloadAll(agent, origin, configOf);
      await agent.end();
    }
    if (left === null) throw new Error('nothing was reloaded');
    return reportOf(starts, left);
  } finally {
    await running?.end();
    await origin.end();
  }
}

function reportOf(starts: readonly Started[], { reloads, ...moved }: Left): Report {
  const rows: readonly (readonly [string, readonly number[]])[] = [
    ['from spawn to listening', starts.map(({ listeningMs }) => listeningMs)],
    ['from spawn to the first probe at the origin', starts.map(({ firstProbeMs }) => firstProbeMs)],
    ['reload: from the signal to taken over', reloads.map(({ tookMs }) => tookMs)],
    ['longest wait for an answer during a reload', reloads.map(({ during }) => during.longestMs)],
    ['the same without one', reloads.map(({ without }) => without.longestMs)],
    ['longest delay of the event loop during a reload', reloads.map(({ during }) => during.lagMs)],
    ['the same without one', reloads.map(({ without }) => without.lagMs)],
  ];
  const lines = rows.map(([what, values]) => `| ${what} | ${spread(values, 0)} |`);
  const text = `Medians of ${repeats}. \`picket run\` in a process of its own, on a file of ${deployments} deployments
as a generator writes it (defaults, a kind, labels, merge keys, a header from the environment), two endpoints each
every ${intervalSeconds} s, the origin on the same machine. A reload changes one deployment and is asked for by
SIGHUP; what the agent keeps others waiting is measured from outside, every ${askEveryMs} ms, and by its own event
loop, beside as long a time without a reload. By how much that may be lengthened is a tolerance of ours.

${['| what | ms, median (least to most) |', '|---|---|', ...lines].join('\n')}`;
  const more = reloads.map(({ during, without }) => during.lagMs - without.lagMs);
  return {
    title: 'Start and reload',
    text,
    aims: [
      {
        what: 'ms from spawn to listening',
        most: mostStartMs,
        measured: median(starts.map((s) => s.listeningMs)),
      },
      {
        what: 'ms from spawn to the first probe',
        most: mostStartMs,
        measured: median(starts.map((s) => s.firstProbeMs)),
      },
      {
        what: 'ms by which a reload lengthens the longest delay of the event loop',
        most: mostLagMs,
        measured: median(more),
      },
      { what: 'checks of others whose slot a reload moved', most: 0, measured: moved.movedSlots },
      { what: 'others whose state a reload moved', most: 0, measured: moved.movedStates },
    ],
  };
}
