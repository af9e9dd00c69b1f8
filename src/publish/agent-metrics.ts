// The agent's own instruments: ordinary prom-client metrics, and the default ones of the process and of Node.
import { Counter, collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client';

/** What the agent tells about itself. Stage and reason names are the caller's closed lists. */
export interface AgentMetrics {
  readonly errors: (stage: string) => void;
  readonly skipped: (reason: string, count: number) => void;
  /** How much later than its instant a run started. */
  readonly schedulerDelay: (seconds: number) => void;
  readonly tick: (epochMs: number) => void;
  /** Where the number of runs under way is read from at a scrape. */
  readonly inFlight: (source: () => number) => void;
  /** Where the median of the fleet's clocks against ours, ms, is read from at a scrape. */
  readonly clockSkew: (sourceMs: () => number | null) => void;
  readonly storeCommit: (seconds: number) => void;
  /** A load or reload of the configuration; a failed one leaves time and hash of the last good one. */
  readonly reloaded: (ok: boolean, atMs: number, hash: string) => void;
  readonly rechecked: (runs: number) => void;
  /** Whether our own network works. */
  readonly egress: (ok: boolean) => void;
  /** Runs that it failed, and that count nowhere else. */
  readonly discarded: (runs: number) => void;
}

/** Upper bounds of picket_scheduler_delay_seconds. */
export const delayBucketsSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Upper bounds of picket_store_commit_seconds. */
export const commitBucketsSeconds = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1];

/** Gauges whose names end in _total, which promtool rejects. */
const rejected = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

export function createAgentMetrics(registry: Registry, version: string): AgentMetrics {
  const of = (name: string, help: string, ...labelNames: string[]) => ({
    name: `picket_${name}`,
    help,
    labelNames,
    registers: [registry],
  });
  new Gauge(of('build_info', 'Always 1; what is running.', 'version', 'node')).set(
    { version, node: process.versions.node },
    1,
  );
  const errors = new Counter(of('agent_errors_total', 'Failures of the agent itself.', 'stage'));
  const reloads = createReloads(of);
  const delay = new Histogram({
    ...of('scheduler_delay_seconds', 'How much later than its instant a run started.'),
    buckets: delayBucketsSeconds,
  });
  const skipped = new Counter(
    of('scheduler_runs_skipped_total', 'Runs that were due and did not start.', 'reason'),
  );
  const tick = absentUntilSet(
    new Gauge(of('scheduler_last_tick_timestamp_seconds', 'When the scheduler last ticked.')),
  );
  const rechecks = new Counter(of('rechecks_total', 'Runs that were re-checks after a failing run.'));
  const commit = new Histogram({
    ...of('store_commit_seconds', 'Time a commit of the store took.'),
    buckets: commitBucketsSeconds,
  });
  const inFlight = readAtScrape(of('probes_in_flight', 'Runs under way.'));
  const skew = readAtScrape(
    of(
      'agent_clock_skew_seconds',
      "Median of the fleet's clocks against ours, which counts where the deployments are even in number: how a wrong clock of our own shows. Absent in the first 10 s, and while no deployment tells the time.",
    ),
  );
  collectDefaultMetrics({ register: registry });
  for (const name of rejected) registry.removeSingleMetric(name);
  return {
    errors: (stage) => errors.inc({ stage }),
    skipped: (reason, count) => skipped.inc({ reason }, count),
    schedulerDelay: (seconds) => delay.observe(seconds),
    tick: (epochMs) => tick.set(epochMs / 1000),
    inFlight,
    clockSkew: (sourceMs) =>
      skew(() => {
        const ms = sourceMs();
        return ms === null ? null : ms / 1000;
      }),
    storeCommit: (seconds) => commit.observe(seconds),
    reloaded: reloads,
    rechecked: (runs) => rechecks.inc(runs),
    ...createEgressMetrics(of),
  };
}

type Of = (
  name: string,
  help: string,
  ...labelNames: string[]
) => { name: string; help: string; labelNames: string[]; registers: Registry[] };

function createEgressMetrics(of: Of): Pick<AgentMetrics, 'egress' | 'discarded'> {
  const ok = new Gauge(of('agent_egress_ok', "Whether the agent's own network is believed to work."));
  ok.set(1);
  const runs = new Counter(
    of(
      'agent_egress_discarded_runs_total',
      "Runs while the agent's own network was cut; they count nowhere else.",
    ),
  );
  return {
    egress: (works) => ok.set(Number(works)),
    discarded: (count) => runs.inc(count),
  };
}

function createReloads(of: Of): AgentMetrics['reloaded'] {
  const successful = absentUntilSet(
    new Gauge(of('config_last_reload_successful', 'Whether the last load of the configuration succeeded.')),
  );
  const success = absentUntilSet(
    new Gauge(
      of('config_last_reload_success_timestamp_seconds', 'When the configuration was last loaded well.'),
    ),
  );
  const info = new Gauge(of('config_info', 'Always 1; the configuration that is running.', 'hash'));
  return (ok, atMs, hash) => {
    successful.set(Number(ok));
    if (!ok) return;
    success.set(atMs / 1000);
    info.reset();
    info.set({ hash }, 1);
  };
}

/** prom-client shows an unlabelled gauge as 0 from the start; a time that never was is absent instead. */
function absentUntilSet(gauge: Gauge): Gauge {
  gauge.remove();
  return gauge;
}

/** A gauge whose value is asked for at each scrape; absent until it is said where, and while it is null. */
function readAtScrape(options: ReturnType<Of>): (source: () => number | null) => void {
  let read: () => number | null = () => null;
  const gauge = absentUntilSet(
    new Gauge({
      ...options,
      collect: () => {
        const value = read();
        if (value === null) gauge.remove();
        else gauge.set(value);
      },
    }),
  );
  return (source) => {
    read = source;
  };
}
