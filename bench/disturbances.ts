// What an agent does besides probing, each switched on by itself for as long as somebody watches.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Entry } from './fleet.ts';
import { bytesOf } from './http-get.ts';
import type { Spawned } from './program.ts';
import type { Rig } from './rig.ts';

/** Begins at once; the promise is over when it has ended for good. */
export type Disturbance = (rig: Rig) => { end: () => Promise<void> | void };

const readers = 2;
const reloadEveryMs = 1000;
const flushEveryMs = 60_000;
const lookEveryMs = 100;
/** A flush comes with a tick of a second, and not before it is due. */
const aheadOfFlushMs = 700;

export const routes = [
  '/api/v2/status',
  '/api/v2/deployments?limit=1000',
  '/api/v2/deployments/d7',
  '/api/v2/deployments/d8/history?window=24h',
  '/api/v2/incidents',
  '/api/v2/deployments?status=operational&expand=findings',
  '/',
];

export const scrapes: Disturbance = (rig) => backToBack(1, () => bytesOf(`${rig.agent.url}/metrics`));

export const packedScrapes: Disturbance = (rig) => backToBack(1, rig.scrape);

export const jsonPolls: Disturbance = (rig) =>
  backToBack(readers, (turn) => bytesOf(rig.agent.url + routes[turn % routes.length]));

export const reloads: Disturbance = ({ agent, config }) => {
  let turn = 0;
  const timer = setInterval(() => {
    turn += 1;
    const deployments = config.deployments.map((entry, index) =>
      index === 0 ? { ...entry, labels: { turn: `${turn}` } } : entry,
    );
    agent.reload(JSON.stringify({ ...config, deployments }));
  }, reloadEveryMs);
  return { end: () => clearInterval(timer) };
};

/** Of a target that asks for much, as often as may be. */
export function hostileEntry(url: string, index: number): Entry {
  return {
    id: `h${index}`,
    base_url: `${url}/h${index}`,
    kind: 'compute',
    interval: '1s',
    timeout: '900ms',
    endpoints: ['status'],
  };
}

export function hostility({ process: origin }: Spawned): Disturbance {
  return () => {
    origin.send('hostile');
    return { end: () => void origin.send('well') };
  };
}

/** The store's flushes, seen from outside by its write-ahead log, which nothing else writes while all is well. */
export interface Flushes {
  /** Resolves just before the next is due. */
  readonly ahead: () => Promise<void>;
  /** Takes the last write for a flush. False where nothing was written since the one before. */
  readonly seen: () => boolean;
}

/** Resolves after the first write from now on. */
export async function watchFlushes({ agent }: Rig): Promise<Flushes> {
  const writtenMs = () => statSync(join(agent.folder, 'picket.db-wal')).mtimeMs;
  let lastMs = writtenMs();
  const seen = () => {
    const before = lastMs;
    lastMs = writtenMs();
    return lastMs !== before;
  };
  const deadlineMs = performance.now() + 2 * flushEveryMs;
  while (!seen()) {
    if (performance.now() > deadlineMs) throw new Error('the store was not flushed');
    await setTimeout(lookEveryMs);
  }
  return {
    seen,
    ahead: () => setTimeout(Math.max(0, lastMs + flushEveryMs - aheadOfFlushMs - Date.now())),
  };
}

function backToBack(lanes: number, ask: (turn: number) => Promise<Buffer>): { end: () => Promise<void> } {
  let on = true;
  let turn = 0;
  const lane = async () => {
    while (on) {
      turn += 1;
      await ask(turn);
    }
  };
  const all = Promise.all(Array.from({ length: lanes }, lane));
  all.catch(() => undefined);
  return {
    end: async () => {
      on = false;
      await all;
    },
  };
}
