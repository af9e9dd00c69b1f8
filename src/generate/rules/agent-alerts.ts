// Alerts about the agents themselves, and the one that always fires.
import { aggregate, select } from './promql.ts';
import type { AlertRule } from './rule.ts';
import type { RuleSettings } from './settings.ts';

const minuteMs = 60_000;
export const lateSeconds = 1;
export const lagSeconds = 0.5;
/** Half of the time after which Prometheus gives a scrape up, unless it is configured otherwise. */
export const scrapeSeconds = 5;

export function agentAlerts(settings: RuleSettings): readonly AlertRule[] {
  return [...presenceAlerts(settings), ...workAlerts(settings), ...paceAlerts(settings), watchdog];
}

/** One that Prometheus knows and cannot scrape is down; absent is where it knows none at all. */
function presenceAlerts(settings: RuleSettings): readonly AlertRule[] {
  const isDown = `${select(settings, 'up')} == 0`;
  return [
    {
      alert: 'PicketAgentDown',
      subject: 'agent',
      severity: 'critical',
      expr: isDown,
      forMs: 5 * minuteMs,
      summary: 'A Picket agent cannot be scraped.',
      description:
        'Prometheus cannot scrape the agent {{ $labels.instance }}; what it watches may be unwatched.',
    },
    {
      alert: 'PicketAgentAbsent',
      subject: 'fleet',
      severity: 'critical',
      expr: `absent(${select(settings, 'picket_build_info')})\nunless on () (${isDown})`,
      forMs: 10 * minuteMs,
      summary: 'No Picket agent is known to Prometheus.',
      description: 'Prometheus has no metrics of any agent and no target that is one: nothing is watched.',
    },
  ];
}

function workAlerts(settings: RuleSettings): readonly AlertRule[] {
  const skipped = `rate(${select(settings, 'picket_scheduler_runs_skipped_total')}[10m])`;
  return [
    {
      alert: 'PicketEgressDown',
      subject: 'agent',
      severity: 'critical',
      expr: `${select(settings, 'picket_agent_egress_ok')} == 0`,
      forMs: 2 * minuteMs,
      summary: 'The own network of a Picket agent is cut.',
      description:
        'The agent {{ $labels.instance }} reaches nothing outside, so it says nothing of its deployments.',
    },
    {
      alert: 'PicketConfigReloadFailed',
      subject: 'agent',
      severity: 'warning',
      expr: `${select(settings, 'picket_config_last_reload_successful')} == 0`,
      forMs: 10 * minuteMs,
      summary: 'A Picket agent refused its configuration and runs the one before.',
      description: 'The agent {{ $labels.instance }} refused the configuration it was to reload.',
    },
    {
      alert: 'PicketRunsSkipped',
      subject: 'agent',
      severity: 'warning',
      expr: `${aggregate('sum', ['job', 'instance', 'reason'], skipped)} > 0`,
      forMs: 15 * minuteMs,
      summary: 'A Picket agent keeps skipping runs that are due.',
      description:
        'The agent {{ $labels.instance }} skips {{ $value | humanize }} runs a second ({{ $labels.reason }}).',
    },
  ];
}

function paceAlerts(settings: RuleSettings): readonly AlertRule[] {
  const delays = `rate(${select(settings, 'picket_scheduler_delay_seconds_bucket')}[10m])`;
  const row = { subject: 'agent', severity: 'warning', forMs: 10 * minuteMs } as const;
  return [
    {
      ...row,
      alert: 'PicketSchedulerLate',
      expr: `histogram_quantile(0.99, ${aggregate('sum', ['job', 'instance', 'le'], delays)}) > ${lateSeconds}`,
      summary: 'A Picket agent starts its runs late.',
      description:
        'One run in a hundred of the agent {{ $labels.instance }} starts {{ $value | humanizeDuration }} after its instant, or later.',
    },
    {
      ...row,
      alert: 'PicketEventLoopLag',
      expr: `${select(settings, 'nodejs_eventloop_lag_p99_seconds')} > ${lagSeconds}`,
      summary: 'The event loop of a Picket agent is held up.',
      description:
        'The event loop of the agent {{ $labels.instance }} lags by {{ $value | humanizeDuration }} at the 99th percentile.',
    },
    {
      ...row,
      alert: 'PicketScrapeSlow',
      expr: `${select(settings, 'scrape_duration_seconds')} > ${scrapeSeconds}`,
      summary: 'Scraping a Picket agent takes long.',
      description: 'A scrape of the agent {{ $labels.instance }} takes {{ $value | humanizeDuration }}.',
    },
  ];
}

/** Whoever gets this knows that rules, Alertmanager and the way to them work; its absence is the alarm. */
const watchdog: AlertRule = {
  alert: 'PicketWatchdog',
  subject: 'fleet',
  severity: 'none',
  expr: 'vector(1)',
  forMs: 0,
  summary: 'Always fires: alerting works.',
  description: 'Send it to something that alarms when it stops coming.',
};
