// What an agent takes of its machine, and how long it holds its own event loop.
import { lagSeconds, scrapeSeconds } from '../rules/agent-alerts.ts';
import type { Draft } from './panel.ts';
import { timeseries } from './panels.ts';
import { ofPicket } from './queries.ts';
import { line, ofAgents, rated } from './targets.ts';
import { steps } from './values.ts';

const perSecond = (series: string) => ofPicket(`rate(${ofAgents(series)}[$__rate_interval])`);
const plain = (series: string) => ofPicket(ofAgents(series));

export function ownProcess(): Draft[] {
  const collecting = `sum by (job, instance, kind) (rate(${ofAgents('nodejs_gc_duration_seconds_sum')}[$__rate_interval]))`;
  return [
    timeseries({
      title: 'CPU',
      description: 'Cores in use; one is the most that probes and their validation take.',
      w: 6,
      queries: [rated(perSecond('process_cpu_seconds_total'), '{{instance}}')],
      unit: 'none',
    }),
    timeseries({
      title: 'Memory',
      description: 'Resident, and the part of it that is heap in use.',
      w: 6,
      queries: [
        line(plain('process_resident_memory_bytes'), '{{instance}} resident'),
        line(plain('nodejs_heap_size_used_bytes'), '{{instance}} heap'),
      ],
      unit: 'bytes',
    }),
    timeseries({
      title: 'Event loop lag, p99',
      description: 'While the loop is held, nothing runs; above the line the alert fires.',
      w: 6,
      queries: [line(plain('nodejs_eventloop_lag_p99_seconds'), '{{instance}}')],
      unit: 's',
      thresholds: steps('green', [lagSeconds, 'orange']),
    }),
    timeseries({
      title: 'Garbage collection',
      description: 'Share of the time that it takes, by kind.',
      w: 6,
      queries: [rated(ofPicket(collecting), '{{instance}} {{kind}}')],
      unit: 'percentunit',
    }),
  ];
}

/** What it waits for and holds open. */
export function ownSurroundings(): Draft[] {
  const commits = ofAgents('picket_store_commit_seconds_bucket');
  return [
    timeseries({
      title: 'Scrape',
      description: 'How long Prometheus waits for the metrics; above the line the alert fires.',
      w: 8,
      queries: [line(plain('scrape_duration_seconds'), '{{instance}}')],
      unit: 's',
      thresholds: steps('green', [scrapeSeconds, 'orange']),
    }),
    timeseries({
      title: 'Open files',
      description: 'Files and sockets that are open.',
      w: 8,
      queries: [line(plain('process_open_fds'), '{{instance}}')],
      unit: 'none',
    }),
    timeseries({
      title: 'Commits of the store, p99',
      description: 'How long a commit took.',
      w: 8,
      queries: [
        rated(
          `histogram_quantile(0.99, sum by (instance, le) (rate(${commits}[$__rate_interval])))`,
          '{{instance}}',
        ),
      ],
      unit: 's',
    }),
  ];
}
