// The agents' work over time: whether runs start when they should, and whose fault it is where they fail.
import { lateSeconds } from '../rules/agent-alerts.ts';
import type { Section } from './layout.ts';
import { timeseries } from './panels.ts';
import { orNone } from './queries.ts';
import { line, ofAgents, rated } from './targets.ts';
import { steps } from './values.ts';

const agents = ofAgents('picket_build_info');
const delays = ofAgents('picket_scheduler_delay_seconds_bucket');
const skipped = ofAgents('picket_scheduler_runs_skipped_total');

export const scheduler: Section = {
  title: 'Scheduler',
  panels: [
    timeseries({
      title: 'Runs',
      description: 'Runs of checks; re-checks after a failing run are counted apart.',
      w: 6,
      queries: [
        rated(
          `sum by (instance) (rate(${ofAgents('picket_check_runs_total')}[$__rate_interval]))`,
          '{{instance}}',
        ),
        rated(
          `sum by (instance) (rate(${ofAgents('picket_rechecks_total')}[$__rate_interval]))`,
          '{{instance}} re-checks',
        ),
      ],
      unit: 'ops',
    }),
    timeseries({
      title: 'Start delay, p99',
      description: 'How much later than its instant a run started; above the line the alert fires.',
      w: 6,
      queries: [
        rated(
          `histogram_quantile(0.99, sum by (instance, le) (rate(${delays}[$__rate_interval])))`,
          '{{instance}}',
        ),
      ],
      unit: 's',
      thresholds: steps('green', [lateSeconds, 'orange']),
    }),
    timeseries({
      title: 'In flight',
      description: 'Runs under way.',
      w: 6,
      queries: [line(ofAgents('picket_probes_in_flight'), '{{instance}}')],
      unit: 'none',
    }),
    timeseries({
      title: 'Skipped runs by reason',
      description:
        'Runs that were due and did not start: the round before was still under way, or it was too late.',
      w: 6,
      queries: [
        rated(orNone(`sum by (reason) (rate(${skipped}[$__rate_interval]))`, 'reason', agents), '{{reason}}'),
      ],
      unit: 'ops',
      softMax: 1,
      stacked: true,
    }),
  ],
};

export const faults: Section = {
  title: 'Whose fault?',
  panels: [
    timeseries({
      title: 'Failed runs of all deployments by reason',
      description:
        'A minute. Trouble on our own side shows as dns, connect or timeout everywhere at once. The very first failure of a reason begins its series, and does not show.',
      w: 8,
      queries: [
        rated(
          orNone(
            `60 * sum by (reason) (rate(${ofAgents('picket_check_failure_reasons_total')}[$__rate_interval]))`,
            'reason',
            agents,
          ),
          '{{reason}}',
        ),
      ],
      unit: 'none',
      softMax: 1,
      stacked: true,
      bars: true,
    }),
    timeseries({
      title: 'Errors of the agent by stage',
      description:
        'A minute. Our own failures, none of which is an outage of a target; the log says what they were.',
      w: 8,
      queries: [
        rated(
          orNone(
            `60 * sum by (stage) (rate(${ofAgents('picket_agent_errors_total')}[$__rate_interval]))`,
            'stage',
            agents,
          ),
          '{{stage}}',
        ),
      ],
      unit: 'none',
      softMax: 1,
      stacked: true,
      bars: true,
    }),
    timeseries({
      title: 'Discarded runs',
      description:
        "A minute. Runs while an agent's own network was cut: they are no failures of a target, and count nowhere else.",
      w: 8,
      queries: [
        rated(
          `60 * sum by (instance) (rate(${ofAgents('picket_agent_egress_discarded_runs_total')}[$__rate_interval]))`,
          '{{instance}}',
        ),
      ],
      unit: 'none',
      softMax: 1,
      stacked: true,
      bars: true,
    }),
  ],
};
