// The metric families of what a deployment reports of its parts: components and regions.
import type { ComponentState, RegionState } from '../model/belief.ts';
import { stateCode, states } from '../model/states.ts';
import { family, statesHelp } from './deployment-families.ts';
import { headOf, type Labels, labelBytes, labelBytesOf } from './exposition.ts';
import { byLabelValue, type FleetFamily } from './family.ts';

const worse = <Item extends ComponentState | RegionState>(first: Item, second: Item): Item =>
  stateCode(second.state) > stateCode(first.state) ? second : first;

type Parts<Part> = readonly (readonly [label: Labels, part: Part])[];

/** By the array, which stays the same object for as long as nothing in it changed. */
function labelled<Part extends ComponentState | RegionState>(
  name: string,
  nameOf: (part: Part) => string,
): (parts: readonly Part[]) => Parts<Part> {
  const known = new WeakMap<readonly Part[], Parts<Part>>();
  return (parts) => {
    const before = known.get(parts);
    if (before !== undefined) return before;
    const made = [...byLabelValue(parts, nameOf, worse)].map(
      ([value, part]) => [labelBytes(name, value), part] as const,
    );
    known.set(parts, made);
    return made;
  };
}

const components = labelled<ComponentState>('component', ({ name }) => name);
const regions = labelled<RegionState>('region_code', ({ code }) => code);

const componentHead = headOf('picket_component_status_code');
const componentChangeHead = headOf('picket_component_status_change_timestamp_seconds');
const regionHead = headOf('picket_region_status_code');
const componentStatusHead = headOf('picket_component_status');
const statusLabels = labelBytesOf('status', states);

export const partFamilies: readonly FleetFamily[] = [
  family(
    'gauge',
    'component_status_code',
    `State of a component: ${statesHelp}.`,
    ['component'],
    ({ view, shared }, write) => {
      for (const [label, { state }] of components(view.state.components))
        write(componentHead, shared, stateCode(state), label);
    },
  ),
  family(
    'gauge',
    'component_status_change_timestamp_seconds',
    'Since when the state of a component is what it is.',
    ['component'],
    ({ view, shared }, write) => {
      for (const [label, { sinceMs }] of components(view.state.components))
        write(componentChangeHead, shared, sinceMs / 1000, label);
    },
  ),
  family(
    'gauge',
    'region_status_code',
    `State of a region it lists: ${statesHelp}.`,
    ['region_code'],
    ({ view, shared }, write) => {
      for (const [label, { state }] of regions(view.state.regions))
        write(regionHead, shared, stateCode(state), label);
    },
  ),
];

/** All states of a component as 0 and 1: six times the series, so only where asked for. */
export const componentStateSet: FleetFamily = family(
  'gauge',
  'component_status',
  'Whether a component is in the state.',
  ['component', 'status'],
  ({ view, shared }, write) => {
    for (const [label, { state }] of components(view.state.components)) {
      for (const status of states)
        write(
          componentStatusHead,
          shared,
          Number(status === state),
          Buffer.concat([label, statusLabels[status]]),
        );
    }
  },
);
