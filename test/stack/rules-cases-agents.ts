// Cases of the alerts about the agents.
import { agent, agentAlert, always, cutOff, type RuleCase, turns } from './rules-series.ts';

const delay = (le: string) => `picket_scheduler_delay_seconds_bucket{le="${le}"}`;
const skipped = (reason: string) => `picket_scheduler_runs_skipped_total{reason="${reason}"}`;

export const agentCases: readonly RuleCase[] = [
  {
    about: ['PicketAgentDown', 'PicketAgentAbsent'],
    title: 'an agent that is killed, beside one that lives',
    series: { ...agent({}, { livesMin: 5 }), ...agent({}, { instance: 'b:7425' }) },
    at: '12m',
    fires: [agentAlert('PicketAgentDown', 'critical')],
  },
  {
    about: ['PicketAgentDown'],
    title: 'an agent that is started anew',
    series: agent({ up: '1x9 0x6 1x99' }),
    at: '12m',
    fires: [],
  },
  {
    about: ['PicketAgentAbsent'],
    title: 'no agent, and none that Prometheus tries to scrape',
    series: { 'up{job="node", instance="n"}': always(1) },
    at: '11m',
    fires: ['PicketAgentAbsent{severity="critical"}'],
  },
  {
    about: ['PicketAgentAbsent'],
    title: 'the only agent is killed: one alert',
    series: agent({}, { livesMin: 5 }),
    at: '20m',
    fires: [agentAlert('PicketAgentDown', 'critical')],
  },
  {
    about: ['PicketEgressDown'],
    title: 'an agent that is cut off',
    series: agent(cutOff),
    at: '5m',
    fires: [agentAlert('PicketEgressDown', 'critical')],
  },
  {
    about: ['PicketEgressDown'],
    title: 'an agent that was cut off for a minute',
    series: agent({ picket_agent_egress_ok: '1x3 0x2 1x99' }),
    at: '5m',
    fires: [],
  },
  {
    about: ['PicketConfigReloadFailed'],
    title: 'a configuration that is refused',
    series: agent({ picket_config_last_reload_successful: turns(1, 1, 0) }),
    at: '15m',
    fires: [agentAlert('PicketConfigReloadFailed', 'warning')],
  },
  {
    about: ['PicketConfigReloadFailed'],
    title: 'a configuration that is mended',
    series: agent({ picket_config_last_reload_successful: '1x3 0x12 1x99' }),
    at: '15m',
    fires: [],
  },
  {
    about: ['PicketRunsSkipped'],
    title: 'runs that are skipped again and again',
    series: agent({ [skipped('overlap')]: '0+1x99' }),
    at: '20m',
    fires: [agentAlert('PicketRunsSkipped', 'warning', 'instance="a:7425", reason="overlap"')],
  },
  {
    about: ['PicketRunsSkipped'],
    title: 'runs that were skipped once',
    series: agent({ [skipped('late')]: turns(3, 0, 8) }),
    at: '20m',
    fires: [],
  },
  {
    about: ['PicketSchedulerLate'],
    title: 'runs that start late',
    series: agent({ [delay('0.1')]: always(0), [delay('2.5')]: '0+1x99' }),
    at: '15m',
    fires: [agentAlert('PicketSchedulerLate', 'warning')],
  },
  {
    about: ['PicketSchedulerLate'],
    title: 'runs that start after a fraction of a second',
    series: agent({ [delay('0.1')]: always(0), [delay('0.5')]: '0+1x99' }),
    at: '15m',
    fires: [],
  },
  {
    about: ['PicketEventLoopLag', 'PicketScrapeSlow'],
    title: 'an event loop that is held up',
    series: agent({ nodejs_eventloop_lag_p99_seconds: always(0.8) }),
    at: '15m',
    fires: [agentAlert('PicketEventLoopLag', 'warning')],
  },
  {
    about: ['PicketScrapeSlow', 'PicketEventLoopLag'],
    title: 'scrapes that take long',
    series: agent({ scrape_duration_seconds: always(7) }),
    at: '15m',
    fires: [agentAlert('PicketScrapeSlow', 'warning')],
  },
];
