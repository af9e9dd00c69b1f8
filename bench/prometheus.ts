// A Prometheus of a bench's own with one scrape job, and how many scrapes it has done.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Program, startProgram } from './program.ts';

const firstScrapesDeadlineMs = 60_000;
const lookEveryMs = 500;
/** Longer than any of them lives: what is counted over it is everything since the start. */
const lifetime = '1h';

export interface Prometheus {
  readonly program: Program;
  /** Sum of what an expression gives now; 0 of nothing. */
  readonly query: (expression: string) => Promise<number>;
}

/** As in its documentation, the part of `scrape_configs` that is needed here. */
export interface ScrapeJob {
  readonly job_name: string;
  readonly scrape_interval: string;
  readonly scrape_timeout: string;
  readonly static_configs: readonly [{ readonly targets: readonly string[] }];
  readonly metrics_path?: string;
  readonly params?: Readonly<Record<string, readonly string[]>>;
  readonly relabel_configs?: readonly Readonly<Record<string, string | readonly string[]>>[];
}

/** Scrapes from when this resolves; its configuration and its data are in `folder`. */
export async function startPrometheus(folder: string, job: ScrapeJob): Promise<Prometheus> {
  const file = join(folder, 'prometheus.yaml');
  writeFileSync(file, JSON.stringify({ scrape_configs: [job] }));
  const program = await startProgram('prometheus', [
    `--config.file=${file}`,
    `--storage.tsdb.path=${join(folder, 'prometheus')}`,
    '--web.listen-address=127.0.0.1:0',
  ]);
  const query = async (expression: string) => {
    const url = `http://${program.address}/api/v1/query?query=${encodeURIComponent(`sum(${expression})`)}`;
    const response = await fetch(url);
    const text = await response.text();
    // It listens before it has read what it stores.
    if (response.status === 503) return 0;
    if (!response.ok) throw new Error(`${expression}: ${text}`);
    const { data } = JSON.parse(text) as { data: { result: { value: [number, string] }[] } };
    return Number(data.result[0]?.value[1] ?? 0);
  };
  return { program, query };
}

/** How often series of ones and zeros were sampled since the start, and how many of those samples were zero. */
export async function countOf({ query }: Prometheus, series: string) {
  const samples = `count_over_time(${series}[${lifetime}])`;
  // Both in one expression: between two queries there would be scrapes.
  const zeros = await query(`${samples} - sum_over_time(${series}[${lifetime}])`);
  return { count: await query(samples), zeros };
}

/** Resolves once every target has been scraped, so that its series are there. */
export async function untilScraped(prometheus: Prometheus, targets: number): Promise<void> {
  const deadlineMs = performance.now() + firstScrapesDeadlineMs;
  while ((await prometheus.query('count(up)')) < targets) {
    if (performance.now() > deadlineMs) throw new Error(`no scrape of all in ${firstScrapesDeadlineMs} ms`);
    await setTimeout(lookEveryMs);
  }
}
