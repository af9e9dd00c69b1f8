// Cases of the error budget: 99.9 % of the status runs, one of them every 30 s.
import { agent, agentAlert, alert, cutOff, never, type RuleCase, turns } from './rules-series.ts';

const failures = 'picket_check_failures_total{check="status"}';
const objective = 'picket_deployment_availability_objective_ratio';
const hour = 'PicketErrorBudgetBurn 1h';
const sixHours = 'PicketErrorBudgetBurn 6h';
const aDay = 'PicketErrorBudgetBurn 1d';
const threeDays = 'PicketErrorBudgetBurn 3d';
const b = { instance: 'b:7425' };
const burns = (severity: string, long: string, short: string) =>
  alert('PicketErrorBudgetBurn', severity, `long="${long}", short="${short}"`);

/** All runs fail from minute 30 on. */
const outage = '0x59 0+1x999';

export const burnCases: readonly RuleCase[] = [
  {
    about: [hour, sixHours],
    title: 'an outage of ten minutes, at two replicas',
    series: { ...agent({ [failures]: outage }), ...agent({ [failures]: outage }, b) },
    at: '40m',
    fires: [burns('critical', '1h', '5m')],
  },
  {
    about: [hour, sixHours],
    title: 'an outage of half an hour',
    series: agent({ [failures]: outage }),
    at: '60m',
    fires: [burns('critical', '1h', '5m'), burns('critical', '6h', '30m')],
  },
  {
    about: [hour],
    title: 'an outage that is over burns in the wider windows only',
    series: agent({ [failures]: '0x59 0+1x20 21x200' }),
    at: '50m',
    fires: [burns('critical', '6h', '30m')],
  },
  ...[1, 2].map((many) => ({
    about: [hour, sixHours, aDay, threeDays],
    title: `${many} failed at each of two replicas, out of the first 28`,
    series: {
      ...agent({ [failures]: turns(10, 0, many) }),
      ...agent({ [failures]: turns(10, 0, many) }, b),
    },
    at: '14m',
    fires: [],
  })),
  {
    about: [hour],
    title: 'three that failed are a trend',
    series: agent({ [failures]: turns(10, 0, 3) }),
    at: '14m',
    fires: [burns('critical', '1h', '5m')],
  },
  {
    about: [hour],
    title: 'an outage of what has no objective',
    series: agent({ [failures]: outage, [objective]: never }),
    at: '40m',
    fires: [],
  },
  {
    about: [hour],
    title: 'an outage before the agent was cut off',
    series: agent({ [failures]: outage, ...cutOff }),
    at: '40m',
    fires: [agentAlert('PicketEgressDown', 'critical')],
  },
  {
    about: [hour],
    title: 'an outage before a maintenance',
    series: agent({ [failures]: outage, picket_deployment_status_code: turns(35, 0, 1) }),
    at: '40m',
    fires: [],
  },
  {
    about: [sixHours, hour, aDay],
    title: 'one of a hundred fails',
    series: agent({ [failures]: '0x99 1x99 2x99 3x99 4x99' }),
    at: '170m',
    fires: [burns('critical', '6h', '30m')],
  },
];

/** Ten runs every five minutes. */
const slowly = (values: string) =>
  agent({ [failures]: values, 'picket_check_runs_total{check="status"}': '0+10x999', ...fresh });
/** What else moves with the clock. */
const fresh = {
  'picket_check_last_run_timestamp_seconds{check="status"}': '0+300x999',
  'picket_check_last_run_timestamp_seconds{check="files"}': '0+300x999',
};
const every = '5m';

export const slowBurnCases: readonly RuleCase[] = [
  {
    about: [aDay, threeDays, sixHours],
    title: 'five of a thousand fail',
    series: slowly('0x19 1x19 2x19 3x19 4x19 5x19'),
    at: '7h',
    every,
    fires: [burns('warning', '1d', '2h')],
  },
  {
    about: [threeDays, aDay],
    title: 'two of a thousand fail',
    series: slowly('0x49 1x49 2x49 3x49 4x49 5x49'),
    at: '17h',
    every,
    fires: [burns('warning', '3d', '6h')],
  },
  {
    about: [threeDays, aDay],
    title: 'as few as the objective allows',
    series: slowly('0x99 1x99 2x99 3x99 4x99'),
    at: '26h',
    every,
    fires: [],
  },
];
