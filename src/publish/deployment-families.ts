// The metric families of a deployment as a whole, read from its state alone.
import { endpointNames } from '../contract/endpoints.ts';
import { ruleIds } from '../contract/rules.ts';
import type { Impact } from '../model/belief.ts';
import type { Deployment } from '../model/deployment.ts';
import { stateCode, states } from '../model/states.ts';
import { currentContradictions } from './deployment.ts';
import { headOf, headsOf, type Labels, labelBytes, type Write } from './exposition.ts';
import type { FleetFamily, Target } from './family.ts';

const impacts: readonly Impact[] = ['minor', 'major', 'critical'];
export const statesHelp = states.map((state, code) => `${code} ${state}`).join(', ');

export function family(
  type: 'gauge' | 'counter',
  name: string,
  help: string,
  labels: readonly string[],
  seriesOf: (target: Target, write: Write) => void,
): FleetFamily {
  return {
    name: `picket_${name}`,
    type,
    help,
    labels: ['deployment', ...labels],
    series: seriesOf,
  };
}

/** One series a deployment; null leaves it out. */
function one(name: string, help: string, read: (target: Target) => number | null): FleetFamily {
  const head = headOf(`picket_${name}`);
  return family('gauge', name, help, [], (target, write) => {
    const value = read(target);
    if (value !== null) write(head, target.shared, value);
  });
}

const seconds = (ms: number | null): number | null => (ms === null ? null : ms / 1000);

const infoHead = headOf('picket_deployment_info');
const impactHeads = headsOf('picket_deployment_incidents_total', 'impact', impacts);
const itemsHeads = headsOf('picket_deployment_items', 'check', endpointNames);
const contradictionHeads = headsOf('picket_deployment_contradiction', 'rule', ruleIds);
const driftHeads = headsOf('picket_deployment_drift', 'rule', ruleIds);

/** Clock skew is of an answer, so it goes when no answer is fresh. */
function clockSkew({ view, checks }: Target): number | null {
  return checks.some(({ state }) => state?.fresh) ? seconds(view.state.clockSkewMs) : null;
}

function info({ view, shared }: Target, write: Write): void {
  write(infoHead, shared, 1, infoLabels(view.deployment));
}

const knownInfo = new WeakMap<Deployment, Labels>();

/** The same for as long as the deployment is configured as it is. */
function infoLabels(deployment: Deployment): Labels {
  const known = knownInfo.get(deployment);
  if (known !== undefined) return known;
  const { name, kind, version, baseUrl, labels } = deployment;
  const shown = { name, kind, version, base_url: baseUrl, ...labels };
  const made = Buffer.concat(Object.entries(shown).map(([label, value]) => labelBytes(label, value)));
  knownInfo.set(deployment, made);
  return made;
}

function items({ checks, shared }: Target, write: Write): void {
  for (const { check, state } of checks) {
    const listed = state?.fresh ? (state.last?.items ?? null) : null;
    if (listed !== null) write(itemsHeads[check.endpoint], shared, listed);
  }
}

/** Confirmed ones alone: one that is over, or that nothing fresh shows any more, has no series. */
function contradictions({ view, shared }: Target, write: Write): void {
  for (const { rule } of currentContradictions(view.state)) write(contradictionHeads[rule], shared, 1);
}

function drift({ view, shared }: Target, write: Write): void {
  if (view.state.drift.length === 0) return;
  const byRule = Map.groupBy(view.state.drift, ({ rule }) => rule);
  for (const [rule, ways] of byRule) write(driftHeads[rule], shared, ways.length);
}

export const deploymentFamilies: readonly FleetFamily[] = [
  one('deployment_status_code', `Confirmed state: ${statesHelp}.`, ({ view }) =>
    stateCode(view.state.status),
  ),
  one('deployment_status_change_timestamp_seconds', 'Since when the state is what it is.', ({ view }) =>
    seconds(view.state.sinceMs),
  ),
  family(
    'gauge',
    'deployment_info',
    'Always 1; what is configured.',
    ['name', 'kind', 'version', 'base_url'],
    info,
  ),
  one('deployment_reported_timestamp_seconds', 'updated_at of its status document.', ({ view }) =>
    seconds(view.state.updatedAtMs),
  ),
  one(
    'deployment_clock_skew_seconds',
    'Its Date header, which has whole seconds, against our clock; positive is ahead.',
    clockSkew,
  ),
  one(
    'deployment_tls_not_after_timestamp_seconds',
    'When its certificate expires, verified or not.',
    ({ view }) => seconds(view.state.certificate?.notAfterMs ?? null),
  ),
  one(
    'deployment_egress_unguarded',
    "Always 1, where its failures count though the agent's own network is cut (egress_guard: false); absent otherwise.",
    ({ view }) => (view.deployment.egressGuard ? null : 1),
  ),
  one('deployment_incident_open', 'Whether an incident is open.', ({ view }) =>
    Number(view.state.incident?.status === 'investigating'),
  ),
  family(
    'counter',
    'deployment_incidents_total',
    'Incidents opened, by impact at opening.',
    ['impact'],
    ({ view, shared }, write) => {
      for (const impact of impacts) write(impactHeads[impact], shared, view.state.incidentsOpened[impact]);
    },
  ),
  family('gauge', 'deployment_items', 'Items in the last answer of a list.', ['check'], items),
  family(
    'gauge',
    'deployment_contradiction',
    'Always 1, while it is confirmed and the status check is fresh; absent otherwise.',
    ['rule'],
    contradictions,
  ),
  family(
    'gauge',
    'deployment_drift',
    'Remembered ways in which it drifted, by rule; absent where there is none.',
    ['rule'],
    drift,
  ),
  one(
    'deployment_availability_objective_ratio',
    'Configured objective, 0 to 1.',
    ({ view }) => view.deployment.slo.availability,
  ),
  one('deployment_latency_objective_seconds', 'Configured objective.', ({ view }) =>
    seconds(view.deployment.slo.latencyMs),
  ),
];
