// The agent, an origin that knows the truth of every request, and a bare client that asks the same origin beside it.
import { gunzipSync } from 'node:zlib';
import { type AgentOptions, type RunningAgent, startAgent, untilReady } from './agent.ts';
import { ask, firstMessage, startScript } from './child.ts';
import { configOf, type Entry, type FleetConfig } from './fleet.ts';
import { bytesOf } from './http-get.ts';
import type { Connections } from './job.ts';
import type { Spawned } from './program.ts';
import { reportsIn } from './reported.ts';
import { intervalSeconds } from './rig-job.ts';
import { joined, type Reported, type Sample, type Truth } from './truth.ts';

/** Fewer of the runs that were due were told of: those that are missing may be the slow ones. */
const leastShare = 0.99;

export interface RigOptions extends Pick<AgentOptions, 'nodeArguments' | 'onMessage' | 'prepare'> {
  readonly connections: Connections;
  readonly deployments: number;
  /** Besides those that are measured. */
  readonly others?: readonly Entry[];
}

export interface Samples {
  readonly agent: readonly Sample[];
  readonly bare: readonly Sample[];
}

export interface Rig {
  readonly agent: RunningAgent;
  /** The deployments that are measured come first. */
  readonly config: FleetConfig;
  /** A page of metrics as a scraper gets it, still packed: unpacking waits until nothing is measured. */
  readonly scrape: () => Promise<Buffer>;
  /** What the pages tell of requests since the last call, and what the bare client does, beside the origin's truth. */
  readonly samples: (packed: readonly Buffer[]) => Promise<Samples>;
  readonly end: () => Promise<void>;
}

const paths: Readonly<Record<string, string>> = { status: '/api/v2/status', regions: '/api/v2/regions' };

export async function createRig(options: RigOptions): Promise<Rig> {
  const { connections, deployments, others = [] } = options;
  const started: Spawned[] = [];
  // The agent before its origin.
  const end = async () => {
    for (const each of started.toReversed()) await each.end();
  };
  try {
    const origin = startScript('delayed-origin.ts');
    started.push(origin);
    const url = await firstMessage<string>(origin);
    const plain = configOf({ origin: url, deployments, intervalSeconds, connections });
    const config = { ...plain, deployments: [...plain.deployments, ...others] };
    const agent = await startAgent({ ...options, config: JSON.stringify(config) });
    started.push(agent);
    await untilReady(agent);
    const bare = startScript('quiet-client.ts', [JSON.stringify({ origin: url, connections })]);
    started.push(bare);
    return {
      agent,
      config,
      end,
      scrape: () => bytesOf(`${agent.url}/metrics`, { 'accept-encoding': 'gzip' }),
      samples: async (packed) => {
        const [truths, asked] = await Promise.all([
          ask<Truth[]>(origin, 'take'),
          ask<Reported[]>(bare, 'take'),
        ]);
        const told = packed.flatMap((page) => reportsIn(gunzipSync(page).toString('latin1'), pathOf));
        return { agent: joined(distinct(told), truths), bare: joined(asked, truths) };
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Throws when fewer runs of the agent were told of than were due, or none of the bare client. */
export function toldOf(samples: Samples, due: number): Samples {
  const told = samples.agent.length;
  if (told < leastShare * due) throw new Error(`${told} of ${due} runs were told of`);
  if (samples.bare.length === 0) throw new Error('no request of the bare client was told of');
  return samples;
}

function pathOf(deployment: string, check: string): string {
  return `/${deployment}${paths[check]}`;
}

/** A page tells of a run until the next one is over: two pages may tell of the same. */
function distinct(told: readonly Reported[]): Reported[] {
  return [...new Map(told.map((each) => [`${each.path} ${each.atMs}`, each])).values()];
}
