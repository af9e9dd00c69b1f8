// Cases of the alerts about a check.
import {
  agent,
  agentAlert,
  alert,
  always,
  cutOff,
  never,
  type RuleCase,
  type Series,
  turns,
  unreachable,
} from './rules-series.ts';

const files = 'check="files"';
const cut = agentAlert('PicketEgressDown', 'critical');
const failing = alert('PicketCheckFailing', 'warning', files);
const b = { instance: 'b:7425' };
const elsewhere = { instance: 'b:7425', vantage: 'iad1' };

/** The files endpoint answers 500: a finding of severity error, too. */
const filesFail: Series = {
  'picket_check_up{check="files"}': turns(2, 1, 0),
  'picket_check_http_status_code{check="files"}': turns(2, 200, 500),
  'picket_contract_findings{check="files", severity="error"}': turns(2, 0, 1),
  picket_deployment_status_code: turns(2, 0, 3),
};
const filesBroken: Series = { ...filesFail, 'picket_check_http_status_code{check="files"}': always(200) };
/** What the components say; the state is worse for the check that fails. */
const maintained: Series = { 'picket_component_status_code{component="API"}': always(1) };

const failingCases: readonly RuleCase[] = [
  {
    about: ['PicketCheckFailing', 'PicketContractBroken'],
    title: 'an endpoint answers 500, at two replicas',
    series: { ...agent(filesFail), ...agent(filesFail, b) },
    at: '10m',
    fires: [failing],
  },
  {
    about: ['PicketCheckFailing'],
    title: 'it waits for five minutes',
    series: agent(filesFail),
    at: '6m30s',
    fires: [],
  },
  {
    about: ['PicketCheckFailing'],
    title: 'a status endpoint that cannot be reached is the other alert',
    series: agent(unreachable),
    at: '10m',
    fires: [alert('PicketDeploymentDown', 'critical')],
  },
  {
    about: ['PicketCheckFailing', 'PicketComponentUnknown'],
    title: 'a status endpoint that can be reached, and fails',
    series: agent({ ...unreachable, 'picket_check_reachable{check="status"}': always(1) }),
    at: '25m',
    fires: [alert('PicketCheckFailing', 'warning', 'check="status"')],
  },
  {
    about: ['PicketCheckFailing'],
    title: 'a deployment under maintenance',
    series: agent({ ...filesFail, ...maintained }),
    at: '10m',
    fires: [],
  },
  {
    about: ['PicketCheckFailing'],
    title: 'an agent that is cut off',
    series: agent({ ...filesFail, ...cutOff }),
    at: '10m',
    fires: [cut],
  },
  {
    about: ['PicketContractBroken'],
    title: 'a 200 that breaks the contract is told before the check that fails for it',
    series: { ...agent(filesBroken), ...agent(filesBroken, b) },
    at: '6m',
    fires: [alert('PicketContractBroken', 'warning', files)],
  },
  {
    about: ['PicketContractBroken'],
    title: 'and goes on beside it',
    series: agent(filesBroken),
    at: '10m',
    fires: [alert('PicketContractBroken', 'warning', files), failing],
  },
  {
    about: ['PicketContractBroken'],
    title: 'a contract broken during maintenance',
    series: agent({ ...filesBroken, ...maintained }),
    at: '10m',
    fires: [],
  },
  {
    about: ['PicketContractBroken'],
    title: 'a contract broken for a minute, and warnings',
    series: agent({
      'picket_contract_findings{check="files", severity="error"}': '0x3 1x1 0x99',
      'picket_contract_findings{check="files", severity="warning"}': always(2),
    }),
    at: '10m',
    fires: [],
  },
];

const upTwice = '1 1 0 0 1 1 0 0 1 1 0 0 1 1 0 0 1 1 0 0 1 1 0 0 1 1 0 0 1 1 0 0 1 1 0 0 1 1 0 0 1 1 0 0';

const paceCases: readonly RuleCase[] = [
  {
    about: ['PicketCheckFlapping', 'PicketCheckFailing'],
    title: 'a check that changes every minute, at two replicas',
    series: {
      ...agent({ 'picket_check_up{check="files"}': upTwice }),
      ...agent({ 'picket_check_up{check="files"}': upTwice }, b),
    },
    at: '20m',
    fires: [alert('PicketCheckFlapping', 'warning', files)],
  },
  {
    about: ['PicketCheckFlapping'],
    title: 'a check that went down three times in half an hour',
    series: agent({ 'picket_check_up{check="files"}': '1x9 0x3 1x9 0x3 1x9 0x3 1x99' }),
    at: '30m',
    fires: [],
  },
  {
    about: ['PicketCheckStale'],
    title: 'one replica of two stopped to run a check',
    series: {
      ...agent({ 'picket_check_last_run_timestamp_seconds{check="files"}': '0+30x10 300x200' }),
      ...agent({}, b),
    },
    at: '14m',
    fires: [alert('PicketCheckStale', 'warning', files)],
  },
  {
    about: ['PicketCheckStale'],
    title: 'a check that never ran',
    series: agent({ 'picket_check_last_run_timestamp_seconds{check="files"}': never }),
    at: '6m',
    fires: [alert('PicketCheckStale', 'warning', files)],
  },
  {
    about: ['PicketCheckStale'],
    title: 'a check that is a minute late',
    series: agent({ 'picket_check_last_run_timestamp_seconds{check="files"}': '0+0x4 0+30x200' }),
    at: '10m',
    fires: [],
  },
  {
    about: ['PicketCheckStale'],
    title: 'a check that is not run while the agent is cut off',
    series: agent({
      'picket_check_last_run_timestamp_seconds{check="files"}': '0+30x10 300x200',
      ...cutOff,
    }),
    at: '14m',
    fires: [cut],
  },
  {
    about: ['PicketCheckSlow'],
    title: 'slower than the objective, at two replicas',
    series: {
      ...agent({ 'picket_check_duration_seconds_bucket{check="files", le="0.25"}': always(0) }),
      ...agent({ 'picket_check_duration_seconds_bucket{check="files", le="0.25"}': always(0) }, b),
    },
    at: '15m',
    fires: [alert('PicketCheckSlow', 'warning', files)],
  },
  {
    about: ['PicketCheckSlow'],
    title: 'as slow, without an objective',
    series: agent({
      'picket_check_duration_seconds_bucket{check="files", le="0.25"}': always(0),
      picket_deployment_latency_objective_seconds: never,
    }),
    at: '15m',
    fires: [],
  },
];

/** It asks the same, and one check of it is down. */
const filesDown: Series = { 'picket_check_up{check="files"}': always(0) };

const disagreements: readonly RuleCase[] = [
  {
    about: ['PicketVantagesDisagree', 'PicketReplicasDisagree', 'PicketCheckFailing'],
    title: 'up from one region, down from another',
    series: { ...agent(filesDown), ...agent({}, elsewhere) },
    at: '20m',
    fires: [alert('PicketVantagesDisagree', 'warning', files)],
  },
  {
    about: ['PicketVantagesDisagree', 'PicketReplicasDisagree', 'PicketCheckFailing'],
    title: 'up and down at two replicas of one region',
    series: { ...agent(filesDown), ...agent({}, b) },
    at: '20m',
    fires: [alert('PicketReplicasDisagree', 'warning', `vantage="fra1", ${files}`)],
  },
  {
    about: ['PicketVantagesDisagree', 'PicketReplicasDisagree'],
    title: 'a disagreement that lasts for five minutes',
    series: { ...agent({ 'picket_check_up{check="files"}': '0x10 1x99' }), ...agent({}, elsewhere) },
    at: '20m',
    fires: [],
  },
  {
    about: ['PicketVantagesDisagree', 'PicketReplicasDisagree'],
    title: 'one that is cut off disagrees with nobody',
    series: {
      ...agent({ ...filesDown, ...cutOff }),
      ...agent({}, b),
      ...agent({}, { ...elsewhere, instance: 'c' }),
    },
    at: '20m',
    fires: [cut],
  },
];

export const checkCases: readonly RuleCase[] = [...failingCases, ...paceCases, ...disagreements];
