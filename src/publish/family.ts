// What a metric family is, and what it is read from: one target of a snapshot with its tally.

import { endpointNames } from '../contract/endpoints.ts';
import type { CheckState } from '../model/belief.ts';
import type { Check, Deployment } from '../model/deployment.ts';
import type { DeploymentView, Snapshot } from '../model/snapshot.ts';
import { type Family, type Labels, labelBytes, labelBytesOf } from './exposition.ts';
import { type CheckTally, emptyCheckTally, type Tally } from './tally.ts';

/** One row of the fleet's metric tables. The series of a target that is not in the snapshot cannot be. */
export type FleetFamily = Family<Target>;

export interface CheckTarget {
  readonly check: Check;
  /** null before the deployment's first round. */
  readonly state: CheckState | null;
  readonly tally: CheckTally;
  /** deployment, check, vantage. */
  readonly shared: Labels;
}

export interface Target {
  readonly view: DeploymentView;
  /** deployment. */
  readonly shared: Labels;
  readonly checks: readonly CheckTarget[];
}

/** One after the other as they are asked for: ten thousand at once would hold up the event loop. */
export function* targetsOf(snapshot: Snapshot, tallies: ReadonlyMap<string, Tally>): Generator<Target> {
  for (const view of snapshot.deployments) {
    const { id, checks } = view.deployment;
    const tally = tallies.get(id);
    const { shared, ofChecks } = labelsOf(view.deployment, snapshot.vantage.code);
    yield {
      view,
      shared,
      checks: checks.map((check, index) => ({
        check,
        state: view.state.checks[check.endpoint] ?? null,
        tally: tally?.get(check.endpoint) ?? emptyCheckTally(),
        shared: ofChecks[index] ?? shared,
      })),
    };
  }
}

interface SharedLabels {
  readonly vantage: string;
  readonly shared: Labels;
  /** In the order of its checks. */
  readonly ofChecks: readonly Labels[];
}

const sharedLabels = new WeakMap<Deployment, SharedLabels>();

/** The same for as long as the deployment is configured as it is. */
function labelsOf(deployment: Deployment, vantage: string): SharedLabels {
  const known = sharedLabels.get(deployment);
  if (known?.vantage === vantage) return known;
  const shared = labelBytes('deployment', deployment.id);
  const from = labelBytes('vantage', vantage);
  const ofChecks = deployment.checks.map(({ endpoint }) =>
    Buffer.concat([shared, checkLabels[endpoint], from]),
  );
  const made = { vantage, shared, ofChecks };
  sharedLabels.set(deployment, made);
  return made;
}

const checkLabels = labelBytesOf('check', endpointNames);

/** Longest label value that comes from a target, in characters. */
const maxLabelCharacters = 120;

/** A target's string as a label value: cut between characters, and without halves that UTF-8 cannot write. */
export function labelValue(text: string): string {
  const wellFormed = text.toWellFormed();
  if (wellFormed.length <= maxLabelCharacters) return wellFormed;
  return Array.from(wellFormed.slice(0, 2 * maxLabelCharacters))
    .slice(0, maxLabelCharacters)
    .join('');
}

/** Items by their label value, so that two names alike once cut cannot make one series twice. */
export function byLabelValue<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  merge: (first: Item, second: Item) => Item,
): ReadonlyMap<string, Item> {
  const merged = new Map<string, Item>();
  for (const item of items) {
    const name = labelValue(nameOf(item));
    const before = merged.get(name);
    merged.set(name, before === undefined ? item : merge(before, item));
  }
  return merged;
}
