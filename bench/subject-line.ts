// The line at saturation: what `agent.ts` does with a round, driven faster than any schedule would.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { boundHeap } from '../src/heap.ts';
import type { Beat } from '../src/model/round.ts';
import { examine, type Memories, type Surroundings, settle } from '../src/pipeline.ts';
import { createProber } from '../src/probe/rounds.ts';
import { createMetrics } from '../src/publish/metrics.ts';
import { createLimiter } from '../src/schedule/limiter.ts';
import { openStore } from '../src/store/sqlite.ts';
import { checked, fleetOf } from './fleet.ts';
import { jobOfThisProcess } from './job.ts';
import { runSubject } from './subject.ts';

const folder = mkdtempSync(join(tmpdir(), 'picket-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

function fail(error: unknown): never {
  throw error;
}

// As the agent has it.
boundHeap();

const job = jobOfThisProcess();
const fleet = fleetOf({ ...job, intervalSeconds: 5 });
const metrics = createMetrics({ version: 'bench', stateSet: false });
const store = openStore({
  path: join(folder, 'picket.db'),
  historyMs: 86_400_000,
  nowMs: Date.now(),
  onCommit: (durationMs) => metrics.storeCommit(durationMs / 1000),
  onError: fail,
});
const memories: Memories = new WeakMap();
const around: Surroundings = {
  prober: createProber({ userAgent: 'picket/bench' }),
  limit: createLimiter(1000).run,
  now: Date.now,
  fleetSkewMs: () => 0,
};

async function round(index: number): Promise<void> {
  const deployment = fleet[index] ?? fail(new Error(`no deployment ${index}`));
  const atMs = Date.now();
  const id = `${deployment.id}@bench1@${atMs}`;
  const beat: Beat = {
    id,
    deployment: deployment.id,
    region: 'bench1',
    atMs,
    cause: 'slot',
    checks: checked,
  };
  const result = await examine(deployment, beat, around);
  const unwell = result.checks.find((check) => check.reason !== null || check.findings.length > 0);
  if (unwell !== undefined) throw new Error(`not a healthy answer: ${JSON.stringify(unwell)}`);
  const settlement = settle(deployment, result, store, Date.now(), memories);
  if (settlement?.runs.length !== checked.length) throw new Error('a round was not taken in');
  metrics.record(deployment, beat.cause, settlement);
}

await runSubject(job, round);
