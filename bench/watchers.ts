// The same checks watched in two ways, to the last process: Picket with the Prometheus that scrapes it, and Prometheus
// with the blackbox_exporter that probes for it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAgent, untilReady } from './agent.ts';
import { blackboxModule, startBlackbox } from './blackbox-exporter.ts';
import { lostIn, sumOf } from './exposition.ts';
import { configOf, type Fleet } from './fleet.ts';
import { bytesOf } from './http-get.ts';
import { checkPaths } from './job.ts';
import type { Spawned } from './program.ts';
import { countOf, startPrometheus, untilScraped } from './prometheus.ts';

/** How often Prometheus scrapes Picket. */
export const scrapeSeconds = 15;

/** Since the start. */
export interface Tally {
  readonly checks: number;
  /** By Prometheus: of Picket, or through blackbox_exporter. */
  readonly scrapes: number;
  /** Checks and scrapes that failed, checks that were skipped. */
  readonly bad: number;
  /** Commits of Picket's store, which nothing but a flush makes while all is well; none of others. */
  readonly commits: number;
}

export interface Watcher {
  readonly pids: readonly number[];
  /** When its first process had started, on the clock of `performance`. */
  readonly startedMs: number;
  readonly tally: () => Promise<Tally>;
  readonly end: () => Promise<void>;
}

/** Resolves once every check has run and its series are in Prometheus. */
export function picketWatches(fleet: Fleet): Promise<Watcher> {
  return assemble(async (folder, add) => {
    const picket = add(await startAgent({ config: JSON.stringify(configOf(fleet)) }));
    await untilReady(picket);
    const prometheus = await startPrometheus(folder, {
      job_name: 'picket',
      scrape_interval: `${scrapeSeconds}s`,
      scrape_timeout: '10s',
      static_configs: [{ targets: [new URL(picket.url).host] }],
    });
    add(prometheus.program);
    await untilScraped(prometheus, 1);
    return async () => {
      const scraped = await countOf(prometheus, 'up');
      const page = await bytesOf(`${picket.url}/metrics`);
      return {
        checks: sumOf(page, 'picket_check_runs_total'),
        scrapes: scraped.count,
        bad: scraped.zeros + lostIn(page),
        commits: sumOf(page, 'picket_store_commit_seconds_count'),
      };
    };
  });
}

/** Resolves once every check has run and its series are in Prometheus. */
export function blackboxWatches({ origin, deployments, intervalSeconds, caFile }: Fleet): Promise<Watcher> {
  return assemble(async (folder, add) => {
    const blackbox = await startBlackbox(folder, caFile);
    add(blackbox);
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
        { target_label: '__address__', replacement: blackbox.address },
      ],
    });
    add(prometheus.program);
    await untilScraped(prometheus, targets.length);
    return async () => {
      const scraped = await countOf(prometheus, 'up');
      const probed = await countOf(prometheus, 'probe_success');
      return { checks: probed.count, scrapes: scraped.count, bad: scraped.zeros + probed.zeros, commits: 0 };
    };
  });
}

type Add = <Started extends Spawned>(started: Started) => Started;

/** Whatever `begin` has added by then is ended when it rejects. */
async function assemble(begin: (folder: string, add: Add) => Promise<Watcher['tally']>): Promise<Watcher> {
  const folder = mkdtempSync(join(tmpdir(), 'picket-bench-'));
  const programs: Spawned[] = [];
  let startedMs = Number.NaN;
  const end = async () => {
    await Promise.all(programs.map((program) => program.end()));
    rmSync(folder, { recursive: true });
  };
  const add: Add = (program) => {
    if (programs.length === 0) startedMs = performance.now();
    programs.push(program);
    return program;
  };
  try {
    const tally = await begin(folder, add);
    return { pids: programs.map(({ pid }) => pid), startedMs, tally, end };
  } catch (error) {
    await end();
    throw error;
  }
}
