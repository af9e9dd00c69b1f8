// What a metric family is, and what it is read from: one target of a snapshot with its tally.

import type { CheckState } from '../model/belief.ts';
import type { Check } from '../model/deployment.ts';
import type { DeploymentView, Snapshot } from '../model/snapshot.ts';
import { type CheckTally, emptyCheckTally, type Tally } from './tally.ts';

export type Labels = Readonly<Record<string, string | number>>;

/** One series; shapes are prom-client's, which writes `sharedLabels` out once per object, not per sample. */
export interface Sample {
  readonly value: number;
  readonly labels?: Labels;
  readonly sharedLabels: Labels;
  /** Where it is not the family's own (`…_bucket`, `…_sum`, `…_count`). */
  readonly metricName?: string;
}

/** One row of a metric table. The series of a target that is not in the snapshot cannot be. */
export interface Family {
  readonly name: string;
  readonly type: 'gauge' | 'counter' | 'histogram';
  readonly help: string;
  /** Label names; those of `picket_deployment_info` are joined by the deployment's own. */
  readonly labels: readonly string[];
  readonly samples: (target: Target) => readonly Sample[];
}

export interface CheckTarget {
  readonly check: Check;
  /** null before the deployment's first round. */
  readonly state: CheckState | null;
  readonly tally: CheckTally;
  /** deployment, check, vantage. */
  readonly labels: Labels;
}

export interface Target {
  readonly view: DeploymentView;
  /** deployment. */
  readonly labels: Labels;
  readonly checks: readonly CheckTarget[];
}

export function targetsOf(snapshot: Snapshot, tallies: ReadonlyMap<string, Tally>): readonly Target[] {
  return snapshot.deployments.map((view) => {
    const { id, checks } = view.deployment;
    const tally = tallies.get(id);
    return {
      view,
      labels: { deployment: id },
      checks: checks.map((check) => ({
        check,
        state: view.state.checks[check.endpoint] ?? null,
        tally: tally?.get(check.endpoint) ?? emptyCheckTally(),
        labels: { deployment: id, check: check.endpoint, vantage: snapshot.vantage.code },
      })),
    };
  });
}

/** Longest label value that comes from a target, in characters (interfaces, section 6). */
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
