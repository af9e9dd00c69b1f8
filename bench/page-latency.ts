// Whether it moves a measured latency that people look at the fleet's page: none, one and many of them, in turn.
import { setTimeout } from 'node:timers/promises';
import { ask, firstMessage, rssMbOf, startScript } from './child.ts';
import type { Entry } from './fleet.ts';
import { checkPaths } from './job.ts';
import type { Spawned } from './program.ts';
import { createRig, type Rig, toldOf } from './rig.ts';
import { intervalSeconds } from './rig-job.ts';
import { quantile } from './truth.ts';
import type { Seen, ViewersJob } from './viewers.ts';

export const watchedDeployments = 1000;
/** A state and an incident of each is another every second, as long as the agent runs. */
export const flapping = 5;
/** Of the viewers: as many more listen alone. */
export const readers = 5;
export const rowsInSight = 30;
/** As they follow each other, again and again. */
export const course = [0, 1, 0, 50] as const;
export type Viewers = (typeof course)[number];
/** In an interval. */
const due = watchedDeployments * checkPaths.length;
/** An interval and a little: every run that the page at its end tells of began in the window. */
export const windowMs = 1000 * intervalSeconds + 500;
const settleMs = 15_000;

/** Of one window. */
export interface Window {
  readonly viewers: Viewers;
  readonly cycle: number;
  /** ms beyond the truth of the origin. */
  readonly agentMs: readonly number[];
  readonly bareMs: readonly number[];
  readonly residentMb: number;
  readonly seen: Seen;
}

function flappingEntry(url: string, index: number): Entry {
  return {
    id: `f${index}`,
    base_url: `${url}/f${index}`,
    kind: 'compute',
    interval: '1s',
    timeout: '900ms',
    confirm: { failures: 1, successes: 1 },
    endpoints: ['status'],
  };
}

/** `prepare` puts a store into the agent's folder. */
export async function watchViewers(
  prepare: (folder: string) => void,
  cycles: number,
): Promise<readonly Window[]> {
  const started: Spawned[] = [];
  let rig: Rig | null = null;
  try {
    const origin = startScript('flapping-origin.ts');
    started.push(origin);
    const url = await firstMessage<string>(origin);
    rig = await createRig({
      connections: 'fresh',
      deployments: watchedDeployments,
      others: Array.from({ length: flapping }, (_, index) => flappingEntry(url, index)),
      prepare,
    });
    const job: ViewersJob = { url: rig.agent.url, readers, rows: rowsInSight };
    const viewers = startScript('viewers.ts', [JSON.stringify(job)]);
    started.push(viewers);
    await firstMessage(viewers);
    await setTimeout(settleMs);
    const windows: Window[] = [];
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      for (const count of course) windows.push(await watched(rig, viewers, count, cycle));
    }
    return windows;
  } finally {
    await rig?.end();
    for (const each of started) await each.end();
  }
}

async function watched(rig: Rig, people: Spawned, viewers: Viewers, cycle: number): Promise<Window> {
  await rig.samples([]);
  await ask<Seen>(people, `${viewers}`);
  await setTimeout(windowMs);
  const residentMb = rssMbOf(rig.agent.pid);
  const seen = await ask<Seen>(people, '0');
  const samples = toldOf(await rig.samples([await rig.scrape()]), due);
  const [agentMs, bareMs] = [samples.agent, samples.bare].map((some) => some.map(({ errorMs }) => errorMs));
  const window = { viewers, cycle, agentMs: agentMs ?? [], bareMs: bareMs ?? [], residentMb, seen };
  process.stdout.write(`${lineOf(window)}\n`);
  const isHeard = seen.streams === viewers && (viewers === 0 || seen.changes > 0);
  if (!isHeard || seen.troubles.length > 0) throw new Error(`viewers: ${JSON.stringify(seen)}`);
  return window;
}

function lineOf({ viewers, agentMs, bareMs, residentMb, seen }: Window): string {
  const of = (errors: readonly number[]) =>
    [0.5, 0.95, 0.99].map((share) => quantile(errors, share).toFixed(2)).join(', ');
  const { streams, changes, fragments } = seen;
  return (
    `${viewers} viewers: ms beyond the truth (p50, p95, p99) ${of(agentMs)}; bare client ${of(bareMs)}; ` +
    `${residentMb.toFixed(0)} MB; ${streams} streams, ${changes} changes heard, ${fragments} fragments`
  );
}
