// What a scrape of a large fleet costs: CPU a line, and for how long it holds up the event loop.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { judge } from '../src/judge/judge.ts';
import type { Deployment } from '../src/model/deployment.ts';
import { type CheckResult, noClaims, type Observation, type Result } from '../src/model/round.ts';
import type { DeploymentView, Snapshot } from '../src/model/snapshot.ts';
import { createMetrics } from '../src/publish/metrics.ts';
import { checked, fleetOf } from './fleet.ts';
import type { Report } from './report.ts';
import { median } from './table.ts';

const deployments = 10_000;
const scrapes = 7;
const components = ['Control API', 'Scheduler', 'Build Service', 'Registry'];
/** What must hold on the machine of the results. */
const most = { cpuUsALine: 0.5, blockMs: 20 };

const reported = { word: 'operational', state: 'operational' } as const;

/** Numbers with fractions, as measured ones have. */
function observationAt(atMs: number, index: number): Observation {
  const jitter = 1 + (index % 97) / 97;
  const phases = { connect: 0.31 * jitter, first_byte: 21.7 * jitter, transfer: 0.17 * jitter };
  return {
    startedMs: atMs,
    endedMs: atMs + 22,
    failure: null,
    status: 200,
    headers: {},
    body: '',
    bodyIsUtf8: true,
    bodyBytes: 812,
    wireBytes: 812,
    phases,
    durationMs: phases.connect + phases.first_byte + phases.transfer,
    certificate: null,
    remoteAddress: '127.0.0.1',
  };
}

function resultOf({ id }: Deployment, index: number, atMs: number): Result {
  const run = (endpoint: CheckResult['endpoint'], claims: CheckResult['claims']): CheckResult => ({
    endpoint,
    observation: observationAt(atMs + index, index),
    findings: [],
    reason: null,
    claims,
    clockSkewMs: index % 900,
  });
  const listed = components.map((name) => ({ name, reported }));
  return {
    beat: { id, deployment: id, region: 'bench1', atMs, cause: 'slot', checks: checked },
    checks: [
      run('status', { ...noClaims, overall: reported, updatedAtMs: atMs, components: listed }),
      run('regions', { ...noClaims, items: 4 }),
    ],
    comparisons: [],
  };
}

const metrics = createMetrics({ version: 'bench', stateSet: false });
const fleet = fleetOf({
  origin: 'http://127.0.0.1:9',
  deployments,
  connections: 'fresh',
  work: { mode: 'saturation', rounds: 1, concurrency: 1 },
});

/** As after one more round of every deployment: every number is another. */
function snapshotAt(atMs: number, before: readonly DeploymentView[]): Snapshot {
  const views = fleet.map((deployment, index): DeploymentView => {
    const result = resultOf(deployment, index, atMs);
    const settlement = judge(deployment, before[index]?.state ?? null, result, atMs + 30);
    metrics.record(deployment, 'slot', settlement);
    return { deployment, state: settlement.state, nextRunMs: {} };
  });
  const vantage = { code: 'bench1', name: 'Bench', zone: 'bench-local', country: 'DE' };
  return { atMs, vantage, fleet: 'operational', deployments: views, incidents: [], self: [] };
}

export async function bench(): Promise<Report> {
  const cpuUs: number[] = [];
  const blockMs: number[] = [];
  let lines = 0;
  let snapshot = snapshotAt(Date.now(), []);
  for (let scrape = 1; scrape <= scrapes; scrape += 1) {
    snapshot = snapshotAt(snapshot.atMs + 15_000, snapshot.deployments);
    globalThis.gc?.();
    await setTimeout(50);
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const before = process.cpuUsage();
    const chunks = await metrics.render(snapshot, 'text');
    const { user, system } = process.cpuUsage(before);
    delay.disable();
    const bytes = chunks.reduce((sum, { length }) => sum + length, 0);
    lines = chunks.reduce((sum, chunk) => sum + chunk.toString().split('\n').length - 1, 0);
    cpuUs.push((user + system) / lines);
    blockMs.push(delay.max / 1e6);
    process.stdout.write(
      `scrape ${scrape}/${scrapes}: ${lines} lines, ${(bytes / 1e6).toFixed(1)} MB, ` +
        `${((user + system) / lines).toFixed(3)} us of CPU a line, loop held ${(delay.max / 1e6).toFixed(1)} ms\n`,
    );
  }
  return {
    title: 'what a scrape costs',
    text: `${deployments} deployments, ${lines} lines; medians of ${scrapes}, each scrape with all numbers changed.`,
    aims: [
      { what: 'us of CPU a line', most: most.cpuUsALine, measured: median(cpuUs) },
      { what: 'ms for which the event loop is held', most: most.blockMs, measured: median(blockMs) },
    ],
  };
}
