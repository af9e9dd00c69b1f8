// What the agent tells about itself.
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { createAgentMetrics } from '../../src/publish/agent-metrics.ts';
import { seriesOf } from '../fixtures/exposition.ts';

function create() {
  const registry = new Registry();
  const metrics = createAgentMetrics(registry, '0.1.0');
  return { metrics, series: async (name: string) => seriesOf(await registry.metrics(), `picket_${name}`) };
}

describe('from the start', () => {
  it.each([
    ['build_info', [`picket_build_info{version="0.1.0",node="${process.versions.node}"} 1`]],
    ['agent_egress_ok', ['picket_agent_egress_ok 1']],
    ['agent_egress_discarded_runs_total', ['picket_agent_egress_discarded_runs_total 0']],
    ['rechecks_total', ['picket_rechecks_total 0']],
    ['scheduler_delay_seconds_count', ['picket_scheduler_delay_seconds_count 0']],
    ['store_commit_seconds_count', ['picket_store_commit_seconds_count 0']],
    ['scheduler_last_tick_timestamp_seconds', []],
    ['probes_in_flight', []],
    ['agent_clock_skew_seconds', []],
    ['config_last_reload_successful', []],
    ['config_last_reload_success_timestamp_seconds', []],
    ['config_info', []],
    ['agent_errors_total', []],
  ])('%s is what is known', async (name, expected) => {
    expect(await create().series(name)).toEqual(expected);
  });

  it('has the default metrics, but for the gauges that promtool rejects', async () => {
    const registry = new Registry();
    createAgentMetrics(registry, '0.1.0');
    const names = registry.getMetricsAsArray().map(({ name }) => name);
    expect(names).toContain('process_cpu_seconds_total');
    expect(names).toContain('nodejs_eventloop_lag_p99_seconds');
    expect(names.filter((name) => /^nodejs_active_.*_total$/.test(name))).toEqual([]);
  });
});

describe('once told', () => {
  it('counts errors by stage and skipped runs by reason', async () => {
    const { metrics, series } = create();
    metrics.errors('store');
    metrics.errors('store');
    metrics.skipped('overlap', 3);
    expect(await series('agent_errors_total')).toEqual(['picket_agent_errors_total{stage="store"} 2']);
    expect(await series('scheduler_runs_skipped_total')).toEqual([
      'picket_scheduler_runs_skipped_total{reason="overlap"} 3',
    ]);
  });

  it('observes delays and commits, counts re-checks, and tells the last tick', async () => {
    const { metrics, series } = create();
    metrics.schedulerDelay(0.02);
    metrics.storeCommit(0.0002);
    metrics.rechecked(2);
    metrics.tick(1_500);
    expect(await series('scheduler_delay_seconds_sum')).toEqual(['picket_scheduler_delay_seconds_sum 0.02']);
    expect(await series('store_commit_seconds_sum')).toEqual(['picket_store_commit_seconds_sum 0.0002']);
    expect(await series('rechecks_total')).toEqual(['picket_rechecks_total 2']);
    expect(await series('scheduler_last_tick_timestamp_seconds')).toEqual([
      'picket_scheduler_last_tick_timestamp_seconds 1.5',
    ]);
  });

  it('reads the runs under way at the scrape', async () => {
    const { metrics, series } = create();
    let running = 3;
    metrics.inFlight(() => running);
    expect(await series('probes_in_flight')).toEqual(['picket_probes_in_flight 3']);
    running = 0;
    expect(await series('probes_in_flight')).toEqual(['picket_probes_in_flight 0']);
  });

  it('tells whether our own network works, and how many runs it cost', async () => {
    const { metrics, series } = create();
    metrics.egress(false);
    metrics.discarded(2);
    metrics.discarded(3);
    expect(await series('agent_egress_ok')).toEqual(['picket_agent_egress_ok 0']);
    expect(await series('agent_egress_discarded_runs_total')).toEqual([
      'picket_agent_egress_discarded_runs_total 5',
    ]);
    metrics.egress(true);
    expect(await series('agent_egress_ok')).toEqual(['picket_agent_egress_ok 1']);
  });

  it("reads the fleet's clocks at the scrape", async () => {
    const { metrics, series } = create();
    let skewMs: number | null = null;
    metrics.clockSkew(() => skewMs);
    expect(await series('agent_clock_skew_seconds')).toEqual([]);
    skewMs = -2_500;
    expect(await series('agent_clock_skew_seconds')).toEqual(['picket_agent_clock_skew_seconds -2.5']);
    skewMs = 0;
    expect(await series('agent_clock_skew_seconds')).toEqual(['picket_agent_clock_skew_seconds 0']);
  });

  it('keeps the last good configuration when a reload fails', async () => {
    const { metrics, series } = create();
    metrics.reloaded(true, 1_000, 'old');
    metrics.reloaded(true, 2_000, 'new');
    metrics.reloaded(false, 3_000, 'broken');
    expect(await series('config_last_reload_successful')).toEqual(['picket_config_last_reload_successful 0']);
    expect(await series('config_last_reload_success_timestamp_seconds')).toEqual([
      'picket_config_last_reload_success_timestamp_seconds 2',
    ]);
    expect(await series('config_info')).toEqual(['picket_config_info{hash="new"} 1']);
  });
});
