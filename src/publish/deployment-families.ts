// The metric families of a deployment, its components and its regions, read from its state alone.
import type { ComponentState, Impact, RegionState } from '../model/belief.ts';
import { stateCode, states } from '../model/states.ts';
import { currentContradictions } from './deployment.ts';
import { byLabelValue, type Family, type Labels, type Sample, type Target } from './family.ts';

const impacts: readonly Impact[] = ['minor', 'major', 'critical'];
const statesHelp = states.map((state, code) => `${code} ${state}`).join(', ');

function family(
  type: 'gauge' | 'counter',
  name: string,
  help: string,
  labels: readonly string[],
  samples: Family['samples'],
): Family {
  return { name: `picket_${name}`, type, help, labels: ['deployment', ...labels], samples };
}

/** One series a deployment; null leaves it out. */
function one(name: string, help: string, value: (target: Target) => number | null): Family {
  return family('gauge', name, help, [], (target) => sample(target, value(target)));
}

function sample(target: Target, value: number | null, labels?: Labels): readonly Sample[] {
  return value === null ? [] : [{ value, sharedLabels: target.labels, ...(labels && { labels }) }];
}

const seconds = (ms: number | null): number | null => (ms === null ? null : ms / 1000);

const worse = <Item extends ComponentState | RegionState>(first: Item, second: Item): Item =>
  stateCode(second.state) > stateCode(first.state) ? second : first;

const components = ({ view }: Target) => [...byLabelValue(view.state.components, ({ name }) => name, worse)];
const regions = ({ view }: Target) => [...byLabelValue(view.state.regions, ({ code }) => code, worse)];

/** Clock skew is of an answer, so it goes when no answer is fresh. */
function clockSkew({ view, checks }: Target): number | null {
  return checks.some(({ state }) => state?.fresh) ? seconds(view.state.clockSkewMs) : null;
}

function info(target: Target): readonly Sample[] {
  const { name, kind, version, baseUrl, labels } = target.view.deployment;
  return sample(target, 1, { name, kind, version, base_url: baseUrl, ...labels });
}

function items(target: Target): readonly Sample[] {
  return target.checks.flatMap(({ check, state }) =>
    sample(target, state?.fresh ? (state.last?.items ?? null) : null, { check: check.endpoint }),
  );
}

/** Confirmed ones alone: one that is over, or that nothing fresh shows any more, has no series. */
function contradictions(target: Target): readonly Sample[] {
  return currentContradictions(target.view.state).flatMap(({ rule }) => sample(target, 1, { rule }));
}

function drift(target: Target): readonly Sample[] {
  const byRule = Map.groupBy(target.view.state.drift, ({ rule }) => rule);
  return [...byRule].flatMap(([rule, ways]) => sample(target, ways.length, { rule }));
}

export const deploymentFamilies: readonly Family[] = [
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
  one('deployment_incident_open', 'Whether an incident is open.', ({ view }) =>
    Number(view.state.incident?.status === 'investigating'),
  ),
  family(
    'counter',
    'deployment_incidents_total',
    'Incidents opened, by impact at opening.',
    ['impact'],
    (target) =>
      impacts.flatMap((impact) => sample(target, target.view.state.incidentsOpened[impact], { impact })),
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
  family('gauge', 'component_status_code', `State of a component: ${statesHelp}.`, ['component'], (target) =>
    components(target).flatMap(([component, { state }]) => sample(target, stateCode(state), { component })),
  ),
  family(
    'gauge',
    'component_status_change_timestamp_seconds',
    'Since when the state of a component is what it is.',
    ['component'],
    (target) =>
      components(target).flatMap(([component, { sinceMs }]) =>
        sample(target, seconds(sinceMs), { component }),
      ),
  ),
  family(
    'gauge',
    'region_status_code',
    `State of a region it lists: ${statesHelp}.`,
    ['region_code'],
    (target) =>
      regions(target).flatMap(([code, { state }]) => sample(target, stateCode(state), { region_code: code })),
  ),
];

/** All states of a component as 0 and 1: six times the series, so only where asked for. */
export const componentStateSet: Family = family(
  'gauge',
  'component_status',
  'Whether a component is in the state.',
  ['component', 'status'],
  (target) =>
    components(target).flatMap(([component, { state }]) =>
      states.flatMap((status) => sample(target, Number(status === state), { component, status })),
    ),
);
