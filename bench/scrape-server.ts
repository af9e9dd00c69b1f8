// The measured process of `scrape`: the agent's own server over a large fleet, which tells what each scrape took.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { boundHeap } from '../src/heap.ts';
import { createEvents } from '../src/publish/events.ts';
import { createMetrics } from '../src/publish/metrics.ts';
import { createServer } from '../src/publish/server.ts';
import { settledFleet } from './settled-fleet.ts';

/** `renew` settles one more round of all; `begin` and `end` stand around what is measured. */
export type Order = 'renew' | 'begin' | 'end';

/** Since `begin`, of the whole process, threads included. */
export interface Taken {
  readonly cpuMs: number;
  /** The longest time the event loop was held. */
  readonly heldMs: number;
}

const resolutionMs = 1;

// As the agent has it.
boundHeap();

const metrics = createMetrics({ version: 'bench', stateSet: false });
const nextRound = settledFleet(Number(process.argv[2]), metrics);
let snapshot = nextRound();

const server = createServer({
  sources: {
    snapshot: () => snapshot,
    history: () => [],
    uptime: () => new Map(),
    coverage: () => new Map(),
    chronicles: async () => new Map(),
    chronicle: () => ({ days: [], hours: [] }),
    incidentsOf: () => [],
    incident: () => null,
    evidence: () => [],
    events: createEvents(Date.now),
    examine: async () => null,
    healthy: () => true,
    ready: () => true,
  },
  metrics,
  basePath: '/',
  version: 'bench',
  logger: false,
});
const url = await server.listen('127.0.0.1:0');

const loop = monitorEventLoopDelay({ resolution: resolutionMs });
let cpuBefore = process.cpuUsage();

process.on('message', (order: Order) => {
  if (order === 'renew') {
    snapshot = nextRound();
    // What the round left behind must not be collected while a scrape is measured.
    globalThis.gc?.();
    process.send?.('renewed');
  } else if (order === 'begin') {
    loop.reset();
    loop.enable();
    cpuBefore = process.cpuUsage();
    process.send?.('begun');
  } else {
    const { user, system } = process.cpuUsage(cpuBefore);
    loop.disable();
    process.send?.({ cpuMs: (user + system) / 1000, heldMs: loop.max / 1e6 } satisfies Taken);
  }
});
process.once('disconnect', () => process.exit());
process.send?.(url);
