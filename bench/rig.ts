// The agent, an origin that knows the truth of every request, and a bare client that asks the same origin beside it.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { type AgentOptions, type RunningAgent, startAgent } from './agent.ts';
import { firstMessage } from './child.ts';
import { reportsIn } from './reported.ts';
import { intervalSeconds } from './rig-job.ts';
import { joined, type Reported, type Sample, type Truth } from './truth.ts';

const answerDeadlineMs = 20_000;
/** Fewer of the runs that were due were told of: those that are missing may be the slow ones. */
const leastShare = 0.99;

export type Connections = 'fresh' | 'kept';

export interface RigOptions extends Pick<AgentOptions, 'nodeArguments' | 'checkout' | 'onMessage'> {
  readonly connections: Connections;
  readonly deployments: number;
  /** Entries besides those that are measured, lines of YAML. */
  readonly others?: readonly string[];
}

export interface Samples {
  readonly agent: readonly Sample[];
  readonly bare: readonly Sample[];
}

export interface Rig {
  readonly agent: RunningAgent;
  /** Entries of the configuration, those measured first. */
  readonly entries: readonly string[];
  /** A page of metrics as a scraper gets it, still packed: unpacking waits until nothing is measured. */
  readonly scrape: () => Promise<Buffer>;
  /** What the pages tell of requests since the last call, and what the bare client does, beside the origin's truth. */
  readonly samples: (packed: readonly Buffer[]) => Promise<Samples>;
  readonly end: () => Promise<void>;
}

const paths: Readonly<Record<string, string>> = { status: '/api/v2/status', regions: '/api/v2/regions' };
const defaults = (connections: Connections) =>
  `{ interval: ${intervalSeconds}s, timeout: ${intervalSeconds - 1}s, keep_alive: ${connections === 'kept' ? '10m' : '0s'} }`;

export async function createRig(options: RigOptions): Promise<Rig> {
  const { connections, deployments, others = [] } = options;
  const children: ChildProcess[] = [];
  let agent: RunningAgent | null = null;
  const end = async () => {
    await agent?.end();
    for (const child of children) child.kill();
  };
  try {
    const origin = fork(new URL('delayed-origin.ts', import.meta.url));
    children.push(origin);
    const url = await firstMessage<string>(origin);
    const measured = Array.from(
      { length: deployments },
      (_, index) =>
        `{ id: d${index}, base_url: "${url}/d${index}", kind: compute, endpoints: [status, regions] }`,
    );
    const entries = [...measured, ...others];
    agent = await startAgent({ ...options, deployments: entries, defaults: defaults(connections) });
    const { url: agentUrl } = agent;
    const bare = fork(new URL('quiet-client.ts', import.meta.url), [
      JSON.stringify({ origin: url, connections }),
    ]);
    children.push(bare);
    return {
      agent,
      entries,
      end,
      scrape: () => bytesOf(`${agentUrl}/metrics`, { 'accept-encoding': 'gzip' }),
      samples: async (packed) => {
        const [truths, asked] = await Promise.all([keptBy<Truth[]>(origin), keptBy<Reported[]>(bare)]);
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

/** The whole answer, as it came. */
export function bytesOf(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers: { ...headers } }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      if (answer.statusCode === 200) resolve(Buffer.concat(chunks));
      else reject(new Error(`${url}: ${answer.statusCode}`));
    });
    request.once('error', reject);
  });
}

async function keptBy<Message>(child: ChildProcess): Promise<Message> {
  const answer = once(child, 'message', { signal: AbortSignal.timeout(answerDeadlineMs) });
  child.send('take');
  const [message] = await answer;
  return message;
}

function pathOf(deployment: string, check: string): string {
  return `/${deployment}${paths[check]}`;
}

/** A page tells of a run until the next one is over: two pages may tell of the same. */
function distinct(told: readonly Reported[]): Reported[] {
  return [...new Map(told.map((each) => [`${each.path} ${each.atMs}`, each])).values()];
}
