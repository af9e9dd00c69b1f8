// Cases of the alerts about a deployment as a whole.
import {
  agent,
  agentAlert,
  alert,
  always,
  cutOff,
  never,
  type RuleCase,
  turns,
  unreachable,
} from './rules-series.ts';

const down = alert('PicketDeploymentDown', 'critical');
const cut = (instance: string) => agentAlert('PicketEgressDown', 'critical', `instance="${instance}"`);
const about = ['PicketDeploymentDown'];
const day = 86_400;
const notAfter = 'picket_deployment_tls_not_after_timestamp_seconds';
const contradiction = 'picket_deployment_contradiction{rule="contradiction.status_vs_checks"}';
const info =
  'picket_deployment_info{name="Files EU", version="v1", environment="production", team="storage"}';

const downCases: readonly RuleCase[] = [
  {
    about,
    title: 'an outage is one alert, with the labels of the deployment',
    series: agent(unreachable),
    at: '10m',
    fires: [down],
  },
  { about, title: 'it waits for two minutes', series: agent(unreachable), at: '3m30s', fires: [] },
  {
    about,
    title: 'two replicas do not page twice',
    series: { ...agent(unreachable), ...agent(unreachable, { instance: 'b:7425' }) },
    at: '10m',
    fires: [down],
  },
  {
    about,
    title: 'one replica of two is not enough',
    series: { ...agent(unreachable), ...agent({}, { instance: 'b:7425' }) },
    at: '10m',
    fires: [],
  },
  {
    about,
    title: 'two vantages of three are',
    series: {
      ...agent(unreachable),
      ...agent(unreachable, { instance: 'b:7425', vantage: 'iad1' }),
      ...agent({}, { instance: 'c:7425', vantage: 'sin1' }),
    },
    at: '10m',
    fires: [down],
  },
  {
    about,
    title: 'an agent that is cut off says nothing of its deployments',
    series: agent({ ...unreachable, ...cutOff }),
    at: '10m',
    fires: [cut('a:7425')],
  },
  {
    about,
    title: 'a replica that is cut off outvotes nobody',
    series: {
      ...agent(unreachable),
      ...agent(cutOff, { instance: 'b:7425' }),
      ...agent(cutOff, { instance: 'c:7425' }),
    },
    at: '10m',
    fires: [down, cut('b:7425'), cut('c:7425')],
  },
  {
    about,
    title: 'without deployment_info it fires all the same',
    series: agent({ ...unreachable, [info]: never }),
    at: '10m',
    fires: ['PicketDeploymentDown{job="picket", deployment="files-eu", severity="critical"}'],
  },
  {
    about,
    title: 'replicas of two versions, in the middle of a rollout',
    series: {
      ...agent(unreachable),
      ...agent(
        {
          ...unreachable,
          [info]: never,
          'picket_deployment_info{name="Files", version="v2", environment="production", team="files"}':
            always(1),
        },
        { instance: 'b:7425' },
      ),
    },
    at: '10m',
    query: 'sum without (team) (ALERTS{alertstate="firing"})',
    fires: [
      'PicketDeploymentDown{job="picket", deployment="files-eu", severity="critical", environment="production"}',
    ],
  },
  {
    about,
    title: 'it goes on when the agent that saw it is killed',
    series: agent(unreachableUntil(8), { livesMin: 8 }),
    at: '11m',
    fires: [down],
  },
  {
    about: [...about, 'PicketAgentAbsent'],
    title: 'and ends in the alert about the agent alone',
    series: agent(unreachableUntil(8), { livesMin: 8 }),
    at: '16m',
    fires: [agentAlert('PicketAgentDown', 'critical')],
  },
];

/** Unreachable from the second minute on, until the agent is killed. */
function unreachableUntil(minute: number) {
  const until = (values: string) => values.replace(/x\d+$/, `x${2 * (minute - 2) - 1} stale`);
  return Object.fromEntries(
    Object.entries(unreachable).map(([series, values]) => [
      series,
      values.endsWith('stale') ? values : until(values),
    ]),
  );
}

const otherCases: readonly RuleCase[] = [
  {
    about: ['PicketContradiction'],
    title: 'a contradiction, at two replicas',
    series: {
      ...agent({ [contradiction]: always(1) }),
      ...agent({ [contradiction]: always(1) }, { instance: 'b:7425' }),
    },
    at: '11m',
    fires: [alert('PicketContradiction', 'warning', 'rule="contradiction.status_vs_checks"')],
  },
  {
    about: ['PicketContradiction'],
    title: 'a contradiction that is over',
    series: agent({ [contradiction]: '1x10 stale' }),
    at: '11m',
    fires: [],
  },
  {
    about: ['PicketContradiction'],
    title: 'a contradiction during maintenance',
    series: agent({ [contradiction]: always(1), picket_deployment_status_code: always(1) }),
    at: '11m',
    fires: [],
  },
  {
    about: ['PicketCertificateExpiresSoon', 'PicketCertificateExpiresVerySoon'],
    title: 'ten days left at one of two replicas',
    series: { ...agent({ [notAfter]: always(10 * day) }), ...agent({}, { instance: 'b:7425' }) },
    at: '65m',
    fires: [alert('PicketCertificateExpiresSoon', 'warning')],
  },
  {
    about: ['PicketCertificateExpiresSoon', 'PicketCertificateExpiresVerySoon'],
    title: 'two days left',
    series: agent({ [notAfter]: always(2 * day) }),
    at: '65m',
    fires: [alert('PicketCertificateExpiresVerySoon', 'critical')],
  },
  {
    about: ['PicketCertificateExpiresVerySoon'],
    title: 'expired, as an agent sees it that is cut off',
    series: agent({ [notAfter]: always(60), ...cutOff }),
    at: '15m',
    fires: [alert('PicketCertificateExpiresVerySoon', 'critical'), cut('a:7425')],
  },
  {
    about: ['PicketCertificateExpiresSoon', 'PicketCertificateExpiresVerySoon'],
    title: 'renewed in time',
    series: agent({ [notAfter]: turns(30, 10 * day, 90 * day) }),
    at: '65m',
    fires: [],
  },
];

export const deploymentCases: readonly RuleCase[] = [...downCases, ...otherCases];
