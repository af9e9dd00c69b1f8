// How long an agent keeps others waiting: a small question asked again and again, and what the agent says of its loop.
import { setTimeout } from 'node:timers/promises';
import { samplesOf } from './exposition.ts';
import { bytesOf } from './http-get.ts';

/** Between an answer and the next question. */
export const askEveryMs = 5;

export interface Wait {
  /** Of `/-/healthy`, over a kept connection. */
  readonly longestMs: number;
  /** The agent's own event loop delay, the longest since the metrics before. */
  readonly lagMs: number;
}

/** What was waited at most while `work` went on. */
export async function longestWait(url: string, work: () => Promise<unknown>): Promise<Wait> {
  await lagMs(url);
  let over = false;
  let longestMs = 0;
  const asking = (async () => {
    while (!over) {
      const askedMs = performance.now();
      await (await fetch(`${url}/-/healthy`)).text();
      longestMs = Math.max(longestMs, performance.now() - askedMs);
      await setTimeout(askEveryMs);
    }
  })();
  const working = work().finally(() => {
    over = true;
  });
  await Promise.all([asking, working]);
  return { longestMs, lagMs: await lagMs(url) };
}

/** Read and begun anew by each scrape. */
async function lagMs(url: string): Promise<number> {
  const page = await bytesOf(`${url}/metrics`);
  return 1000 * (samplesOf(page, 'nodejs_eventloop_lag_max_seconds').get('') ?? Number.NaN);
}
