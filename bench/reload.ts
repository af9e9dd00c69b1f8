// What a reload that changes one deployment does to the others: slots by the origin's notes, states by the API.
import type { RunningAgent } from './agent.ts';
import { ask } from './child.ts';
import type { Spawned } from './program.ts';
import { longestWait, type Wait } from './waits.ts';

/** A run this much off its slot is counted as moved: a run that is begun anew is spread over seconds. */
const slotToleranceMs = 500;
const pageLength = 1000;

export interface Reloaded {
  /** From the signal to the line in the log. */
  readonly tookMs: number;
  readonly without: Wait;
  readonly during: Wait;
}

/** To that configuration. The time without a reload comes after it, and is as long. */
export async function measureReload(agent: RunningAgent, config: string): Promise<Reloaded> {
  let tookMs = 0;
  const during = await longestWait(agent.url, async () => {
    const said = agent.says('config.reloaded');
    agent.reload(config);
    const startedMs = performance.now();
    const { added, changed, removed } = await said;
    tookMs = performance.now() - startedMs;
    if (added !== 0 || changed !== 1 || removed !== 0) throw new Error('not one deployment was changed');
  });
  const without = await longestWait(agent.url, () => new Promise((resolve) => setTimeout(resolve, tookMs)));
  return { tookMs, without, during };
}

interface Shown {
  readonly id: string;
  readonly status: string;
  readonly since: string;
}

/** State and its beginning, by id. */
export async function statesOf(url: string): Promise<ReadonlyMap<string, string>> {
  const states = new Map<string, string>();
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const answer = await fetch(`${url}/api/v2/deployments?limit=${pageLength}${query}`);
    const page = (await answer.json()) as { data: Shown[]; next_cursor: string | null };
    for (const { id, status, since } of page.data) states.set(id, `${status} since ${since}`);
    cursor = page.next_cursor;
  }
  return states;
}

/** Instants of the requests since this was last asked for, by path. */
export async function notedBy(origin: Spawned): Promise<ReadonlyMap<string, number[]>> {
  const requests = await ask<[string, number][]>(origin, 'tell');
  const noted = new Map<string, number[]>();
  for (const [path, atMs] of requests) noted.set(path, [...(noted.get(path) ?? []), atMs]);
  return noted;
}

/** Paths whose requests do not all fall on one slot, or that were asked less often than their interval says. */
export function movedSlots(
  noted: ReadonlyMap<string, number[]>,
  intervalMs: number,
  overMs: number,
): string[] {
  const least = Math.floor(overMs / intervalMs);
  return [...noted].flatMap(([path, instants]) => {
    const [first = 0] = instants;
    const isOff = (atMs: number) => {
      const past = (atMs - first) % intervalMs;
      return Math.min(past, intervalMs - past) > slotToleranceMs;
    };
    return instants.length < least || instants.some(isOff) ? [path] : [];
  });
}
