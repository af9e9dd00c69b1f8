// Cases of the alerts about components and regions.
import {
  agent,
  agentAlert,
  alert,
  always,
  cutOff,
  type RuleCase,
  type Series,
  turns,
  unreachable,
} from './rules-series.ts';

const storage = 'component="Storage"';
const code = `picket_component_status_code{${storage}}`;
const cut = agentAlert('PicketEgressDown', 'critical');
const all = ['PicketComponentOutage', 'PicketComponentDegraded', 'PicketComponentUnknown'];

const components: readonly RuleCase[] = [
  {
    about: all,
    title: 'a major outage, at two replicas',
    series: { ...agent({ [code]: always(5) }), ...agent({ [code]: always(5) }, { instance: 'b:7425' }) },
    at: '20m',
    fires: [alert('PicketComponentOutage', 'critical', storage)],
  },
  {
    about: ['PicketComponentOutage'],
    title: 'a partial outage that one vantage is told of',
    series: {
      ...agent({ [code]: always(4) }),
      ...agent({}, { instance: 'b:7425', vantage: 'iad1' }),
    },
    at: '5m',
    fires: [alert('PicketComponentOutage', 'critical', storage)],
  },
  {
    about: ['PicketComponentOutage'],
    title: 'an outage of a minute',
    series: agent({ [code]: '0x3 5x2 0x99' }),
    at: '5m',
    fires: [],
  },
  {
    about: ['PicketComponentOutage'],
    title: 'an outage goes on when the agent that saw it is killed',
    series: agent({ [code]: '5x15 stale' }, { livesMin: 8 }),
    at: '11m',
    fires: [alert('PicketComponentOutage', 'critical', storage)],
  },
  {
    about: all,
    title: 'degraded performance',
    series: agent({ [code]: always(3) }),
    at: '20m',
    fires: [alert('PicketComponentDegraded', 'warning', storage)],
  },
  {
    about: ['PicketComponentDegraded'],
    title: 'degraded for ten minutes',
    series: agent({ [code]: turns(10, 3, 0) }),
    at: '20m',
    fires: [],
  },
  {
    about: all,
    title: 'a word in no table',
    series: agent({ [code]: always(2) }),
    at: '20m',
    fires: [alert('PicketComponentUnknown', 'warning', storage)],
  },
  {
    about: all,
    title: 'unknown because the status check fails',
    series: agent(unreachable),
    at: '20m',
    fires: [alert('PicketDeploymentDown', 'critical')],
  },
  ...[1, 2, 3, 4, 5].map((value) => ({
    about: all,
    title: `a component at ${value} while the deployment is under maintenance`,
    series: agent({ [code]: always(value), picket_deployment_status_code: always(1) }),
    at: '20m',
    fires: [],
  })),
  {
    about: all,
    title: 'a component under maintenance',
    series: agent({ [code]: always(1) }),
    at: '20m',
    fires: [],
  },
  {
    about: ['PicketComponentOutage'],
    title: 'one component under maintenance hides no outage of another',
    series: agent({ [code]: always(5), 'picket_component_status_code{component="API"}': always(1) }),
    at: '20m',
    fires: [alert('PicketComponentOutage', 'critical', storage)],
  },
  ...[2, 3, 4].map((value) => ({
    about: all,
    title: `a component at ${value} where the agent is cut off`,
    series: agent({ [code]: always(value), picket_agent_egress_ok: always(0) }),
    at: '20m',
    fires: [cut],
  })),
];

const regionCode = 'picket_region_status_code{region_code="ams1"}';
/** A deployment with a check of its regions. */
const withRegions: Series = { 'picket_check_up{check="regions"}': always(1), [regionCode]: always(0) };
const about = ['PicketRegionNotOperational'];

const regions: readonly RuleCase[] = [
  {
    about,
    title: 'a region that is out, at two replicas',
    series: {
      ...agent({ ...withRegions, [regionCode]: always(5) }),
      ...agent({ ...withRegions, [regionCode]: always(5) }, { instance: 'b:7425' }),
    },
    at: '20m',
    fires: [alert('PicketRegionNotOperational', 'warning', 'region_code="ams1"')],
  },
  {
    about,
    title: 'a region with a word in no table',
    series: agent({ ...withRegions, [regionCode]: always(2) }),
    at: '20m',
    fires: [alert('PicketRegionNotOperational', 'warning', 'region_code="ams1"')],
  },
  {
    about,
    title: 'a region under maintenance',
    series: agent({ ...withRegions, [regionCode]: always(1) }),
    at: '20m',
    fires: [],
  },
  {
    about,
    title: 'regions that are unknown because their check fails',
    series: agent({
      ...withRegions,
      [regionCode]: always(2),
      'picket_check_up{check="regions"}': always(0),
    }),
    at: '20m',
    fires: [alert('PicketCheckFailing', 'warning', 'check="regions"')],
  },
  {
    about,
    title: 'a region that is out of a deployment under maintenance, and of one whose agent is cut off',
    series: {
      ...agent({ ...withRegions, [regionCode]: always(5), picket_deployment_status_code: always(1) }),
      ...agent(
        { ...withRegions, [regionCode]: always(5), ...cutOff },
        { instance: 'b:7425', deployment: 'other' },
      ),
    },
    at: '20m',
    fires: [agentAlert('PicketEgressDown', 'critical', 'instance="b:7425"')],
  },
];

export const componentCases: readonly RuleCase[] = [...components, ...regions];
