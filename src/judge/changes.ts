// What lies between two states of a deployment: what is worth telling, and whether it must be written at once.
import type { Change, CheckState, ComponentState, DeploymentState } from '../model/belief.ts';
import { driftNews } from './drift.ts';
import type { IncidentStep } from './incident.ts';
import { failingWording, gist, textOf, unreachableWording } from './wording.ts';

/** Causes before what they cause: checks, components, what answers differ in, the deployment, its incident. */
export function changesBetween(
  before: DeploymentState,
  after: DeploymentState,
  step: IncidentStep | null,
  nowMs: number,
): Change[] {
  const told = [
    ...checkChanges(before, after),
    ...componentChanges(before, after),
    ...contradictionChanges(before, after),
    ...driftChanges(before, after, nowMs),
    ...stateChanges(before, after),
    ...(step === null ? [] : [incidentChange(before, after, step)]),
  ];
  return told.map((change) => ({ ...change, deployment: after.deployment, atMs: nowMs }));
}

/**
 * Whether more than instants, counts and the raw run changed; parts that did not change are the same objects. New
 * drift is written because it is told.
 */
export function isRemembered(before: DeploymentState, after: DeploymentState): boolean {
  const isSame =
    before.overall === after.overall &&
    before.components === after.components &&
    before.regions === after.regions;
  return !isSame || isLasting(before, after);
}

/** Whether what a restart keeps changed without an answer: the incident or a streak. All else is unknown after it. */
export function isLasting(before: DeploymentState, after: DeploymentState): boolean {
  return before.incident !== after.incident || !haveSameStreaks(before, after);
}

type Told = Omit<Change, 'deployment' | 'atMs'>;

function checkChanges(before: DeploymentState, after: DeploymentState): Told[] {
  return Object.values(after.checks)
    .filter((check) => isNews(before.checks[check.endpoint], check))
    .map((check) => ({
      kind: 'check_changed',
      subject: check.endpoint,
      from: null,
      to: null,
      text: checkText(check),
      incident: null,
    }));
}

/** That a check is well at first is no news. */
function isNews(before: CheckState | undefined, { up, reachable }: CheckState): boolean {
  const moved = (from: number | null, to: number | null) => to !== null && to !== (from ?? 0);
  return (
    moved(before?.up.confirmed ?? null, up.confirmed) ||
    moved(before?.reachable.confirmed ?? null, reachable.confirmed)
  );
}

function checkText(check: CheckState): string {
  if (check.reachable.confirmed === 1) return textOf(unreachableWording(check), null);
  if (check.up.confirmed === 1) return textOf(failingWording(check), null);
  return `${check.endpoint} check is up`;
}

/** What the first answer ever lists has not appeared; what the configuration no longer expects has not gone. */
function componentChanges(before: DeploymentState, after: DeploymentState): Told[] {
  if (before.components === after.components) return [];
  const known = new Map(before.components.map((component) => [component.name, component]));
  const left = new Set(after.components.map(({ name }) => name));
  const first = before.overall.streak.recent.length === 0;
  const told: Told[] = [];
  for (const component of after.components) {
    const old = known.get(component.name);
    if (old !== undefined && old.state !== component.state)
      told.push(componentChange('changed', old, component));
    if (old === undefined && !first && !component.expected) {
      told.push(componentChange('appeared', undefined, component));
    }
  }
  for (const old of before.components) {
    if (!left.has(old.name) && !old.expected) told.push(componentChange('disappeared', old, undefined));
  }
  return told;
}

function componentChange(
  verb: 'changed' | 'appeared' | 'disappeared',
  from: ComponentState | undefined,
  to: ComponentState | undefined,
): Told {
  const subject = to?.name ?? from?.name ?? '';
  const said =
    to === undefined ? '' : ` ${to.state}${to.reported === null ? '' : `, reported "${to.reported}"`}`;
  return {
    kind: `component_${verb}`,
    subject,
    from: from?.state ?? null,
    to: to?.state ?? null,
    text:
      verb === 'changed' ? `${subject} is${said}` : `${subject} ${verb}${to === undefined ? '' : `:${said}`}`,
    incident: null,
  };
}

/** One the configuration no longer compares has ended like any other, so that each confirmation has its end. */
function contradictionChanges(before: DeploymentState, after: DeploymentState): Told[] {
  if (before.contradictions === after.contradictions) return [];
  const confirmed = ({ contradictions }: DeploymentState) =>
    new Map(contradictions.filter(({ streak }) => streak.confirmed === 1).map((each) => [each.rule, each]));
  const [known, left] = [confirmed(before), confirmed(after)];
  const begun = [...left.values()].filter(({ rule }) => !known.has(rule));
  const ended = [...known.keys()].filter((rule) => !left.has(rule));
  return [
    ...begun.map(({ rule, finding }) =>
      ruleChange('contradiction_confirmed', rule, `${rule}: ${gist(finding)}`),
    ),
    ...ended.map((rule) => ruleChange('contradiction_ended', rule, `${rule} has ended`)),
  ];
}

function driftChanges(before: DeploymentState, after: DeploymentState, nowMs: number): Told[] {
  return driftNews(before.drift, after.drift, nowMs).map(({ rule, text }) =>
    ruleChange('drifted', rule, `${rule}: ${text}`),
  );
}

function ruleChange(kind: Told['kind'], subject: string, text: string): Told {
  return { kind, subject, from: null, to: null, text, incident: null };
}

function stateChanges(before: DeploymentState, after: DeploymentState): Told[] {
  if (before.status === after.status) return [];
  const text = after.cause === null ? after.status : `${after.status}: ${after.cause}`;
  return [
    { kind: 'state_changed', subject: null, from: before.status, to: after.status, text, incident: null },
  ];
}

function incidentChange(before: DeploymentState, after: DeploymentState, step: IncidentStep): Told {
  const { kind, incident } = step;
  const said = incident.updates.at(-1)?.text ?? '';
  const text = kind === 'incident_opened' ? incident.title : `${incident.title}: ${said}`;
  return { kind, subject: null, from: before.status, to: after.status, text, incident };
}

function haveSameStreaks(before: DeploymentState, after: DeploymentState): boolean {
  return (
    before.overall.streak === after.overall.streak &&
    areSame(Object.values(before.checks), Object.values(after.checks), ['up', 'reachable', 'slow']) &&
    areSame(before.components, after.components, ['streak']) &&
    areSame(before.contradictions, after.contradictions, ['streak'])
  );
}

/** In these fields, each with its counterpart. */
function areSame<Item>(
  left: readonly Item[],
  right: readonly Item[],
  fields: readonly (keyof Item)[],
): boolean {
  if (left === right) return true;
  if (left.length !== right.length) return false;
  return left.every((item, at) => fields.every((field) => item[field] === right[at]?.[field]));
}
