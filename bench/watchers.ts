// The same checks watched in two ways, to the last process: Picket with the Prometheus that scrapes it, and Prometheus
// with the blackbox_exporter that probes for it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { blackboxModule, startBlackbox } from './blackbox-exporter.ts';
import { checked } from './fleet.ts';
import { checkPaths } from './job.ts';
import { type Program, startProgram } from './program.ts';
import { countOf, startPrometheus, untilScraped } from './prometheus.ts';

/** How often Prometheus scrapes Picket. */
export const scrapeSeconds = 15;

const readyDeadlineMs = 30_000;
const readyEveryMs = 250;

export interface Watched {
  /** Deployment i is at `<origin>/d<i>`, with two checks. */
  readonly origin: string;
  readonly deployments: number;
  readonly intervalSeconds: number;
  /** Of the CA that signed the origin's certificate; null for plain HTTP. */
  readonly caFile: string | null;
}

/** Since the start. */
export interface Tally {
  readonly checks: number;
  /** By Prometheus: of Picket, or through blackbox_exporter. */
  readonly scrapes: number;
  /** Checks and scrapes that failed, checks that were skipped. */
  readonly bad: number;
}

export interface Watcher {
  readonly pids: readonly number[];
  readonly tally: () => Promise<Tally>;
  readonly end: () => Promise<void>;
}

/** Resolves once every check has run and its series are in Prometheus. `keepAlive` as in the configuration. */
export function picketWatches(watched: Watched, keepAlive: string): Promise<Watcher> {
  return assemble(async (folder, add) => {
    const file = join(folder, 'picket.yaml');
    writeFileSync(file, picketConfig(folder, watched, keepAlive));
    const script = fileURLToPath(new URL('../src/main.ts', import.meta.url));
    const picket = add(await startProgram(process.execPath, [script, 'run', '--config', file]));
    await untilReady(picket);
    const prometheus = await startPrometheus(folder, {
      job_name: 'picket',
      scrape_interval: `${scrapeSeconds}s`,
      scrape_timeout: '10s',
      static_configs: [{ targets: [picket.address] }],
    });
    add(prometheus.program);
    await untilScraped(prometheus, 1);
    return async () => {
      const scraped = await countOf(prometheus, 'up');
      const page = await (await fetch(`http://${picket.address}/metrics`)).text();
      const failed = sumIn(page, 'picket_check_failures_total');
      const skipped = sumIn(page, 'picket_scheduler_runs_skipped_total');
      const checks = sumIn(page, 'picket_check_runs_total');
      return { checks, scrapes: scraped.count, bad: scraped.zeros + failed + skipped };
    };
  });
}

/** Resolves once every check has run and its series are in Prometheus. */
export function blackboxWatches({ origin, deployments, intervalSeconds, caFile }: Watched): Promise<Watcher> {
  return assemble(async (folder, add) => {
    const { address } = add(await startBlackbox(folder, caFile));
    const targets = Array.from({ length: deployments }, (_, index) =>
      checkPaths.map((path) => `${origin}/d${index}${path}`),
    ).flat();
    const prometheus = await startPrometheus(folder, {
      job_name: 'blackbox',
      scrape_interval: `${intervalSeconds}s`,
      scrape_timeout: `${intervalSeconds - 1}s`,
      metrics_path: '/probe',
      params: { module: [blackboxModule] },
      static_configs: [{ targets }],
      relabel_configs: [
        { source_labels: ['__address__'], target_label: '__param_target' },
        { source_labels: ['__param_target'], target_label: 'instance' },
        { target_label: '__address__', replacement: address },
      ],
    });
    add(prometheus.program);
    await untilScraped(prometheus, targets.length);
    return async () => {
      const scraped = await countOf(prometheus, 'up');
      const probed = await countOf(prometheus, 'probe_success');
      return { checks: probed.count, scrapes: scraped.count, bad: scraped.zeros + probed.zeros };
    };
  });
}

/** Whatever `begin` has added by then is ended when it rejects. */
async function assemble(
  begin: (folder: string, add: (program: Program) => Program) => Promise<Watcher['tally']>,
): Promise<Watcher> {
  const folder = mkdtempSync(join(tmpdir(), 'picket-bench-'));
  const programs: Program[] = [];
  const end = async () => {
    await Promise.all(programs.map((program) => program.end()));
    rmSync(folder, { recursive: true });
  };
  const add = (program: Program) => {
    programs.push(program);
    return program;
  };
  try {
    const tally = await begin(folder, add);
    return { pids: programs.map(({ pid }) => pid), tally, end };
  } catch (error) {
    await end();
    throw error;
  }
}

function picketConfig(folder: string, watched: Watched, keepAlive: string): string {
  const { origin, deployments, intervalSeconds, caFile } = watched;
  return JSON.stringify({
    agent: { listen: '127.0.0.1:0' },
    store: { path: join(folder, 'picket.db') },
    defaults: {
      interval: `${intervalSeconds}s`,
      timeout: `${intervalSeconds - 1}s`,
      keep_alive: keepAlive,
      ...(caFile === null ? {} : { tls: { ca: caFile } }),
    },
    deployments: Array.from({ length: deployments }, (_, index) => ({
      id: `d${index}`,
      base_url: `${origin}/d${index}`,
      kind: 'compute',
      endpoints: checked,
    })),
  });
}

async function untilReady({ address }: Program): Promise<void> {
  const deadlineMs = performance.now() + readyDeadlineMs;
  while (!(await fetch(`http://${address}/-/ready`)).ok) {
    if (performance.now() > deadlineMs) throw new Error(`Picket was not ready within ${readyDeadlineMs} ms`);
    await setTimeout(readyEveryMs);
  }
}

/** Of a counter, all its series, in a page of metrics. */
function sumIn(page: string, family: string): number {
  const lines = page.split('\n').filter((line) => line.startsWith(`${family}{`));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}
