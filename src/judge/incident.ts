// One incident a deployment: opened, updated while its cause moves, resolved; its impact only rises.
import { createHash } from 'node:crypto';
import type { ChangeKind, DeploymentState, Impact, Incident, IncidentUpdate } from '../model/belief.ts';
import type { State } from '../model/states.ts';
import { isGreen, type Verdict } from './rollup.ts';
import { speaksOf } from './wording.ts';

/** The first and the newest are kept. */
const maxUpdates = 100;

const impacts: readonly Impact[] = ['minor', 'major', 'critical'];

/** `unknown` counts only where the target made it so. */
const impactOf: Readonly<Record<State, Impact | null>> = {
  operational: null,
  under_maintenance: null,
  unknown: 'minor',
  degraded_performance: 'minor',
  partial_outage: 'major',
  major_outage: 'critical',
};

/** What became of a deployment's incident in one round. */
export interface IncidentStep {
  readonly kind: Extract<ChangeKind, `incident_${string}`>;
  readonly incident: Incident;
}

/** null where nothing is to be told: nothing wrong, the same cause as before, or no more than not knowing. */
export function incidentStep(
  deployment: { readonly id: string; readonly name: string },
  open: Incident | null,
  verdict: Verdict,
  nowMs: number,
): IncidentStep | null {
  const { state, cause, lead, blamesTarget } = verdict;
  if (isGreen(state)) {
    return open && resolved(open, { atMs: nowMs, state, text: `resolved: ${cause ?? 'operational again'}` });
  }
  const impact = impactOf[state];
  if (!blamesTarget || impact === null) return null;
  const update = { atMs: nowMs, state, text: cause ?? lead };
  if (open === null) return { kind: 'incident_opened', incident: opened(deployment, impact, update) };
  const last = open.updates.at(-1);
  if (last?.state === state && speaksOf(last.text, lead)) return null;
  const risen = impacts.indexOf(impact) > impacts.indexOf(open.impact) ? impact : open.impact;
  return { kind: 'incident_updated', incident: { ...updated(open, update), impact: risen } };
}

/** Ends an open incident with its last update. */
export function resolved(open: Incident, update: IncidentUpdate): IncidentStep {
  const incident = updated(open, update);
  const resolvedMs = latestMs(incident);
  return { kind: 'incident_resolved', incident: { ...incident, status: 'resolved', resolvedMs } };
}

/** When its newest update came, epoch ms. */
export function latestMs({ createdMs, updates }: Incident): number {
  return updates.at(-1)?.atMs ?? createdMs;
}

export function countOpened(
  before: DeploymentState['incidentsOpened'],
  step: IncidentStep | null,
): DeploymentState['incidentsOpened'] {
  if (step?.kind !== 'incident_opened') return before;
  const { impact } = step.incident;
  return { ...before, [impact]: before[impact] + 1 };
}

function opened(
  deployment: { readonly id: string; readonly name: string },
  impact: Impact,
  update: IncidentUpdate,
): Incident {
  return {
    id: incidentId(deployment.id, update.atMs),
    deployment: deployment.id,
    title: `${deployment.name}: ${update.text}`,
    status: 'investigating',
    impact,
    createdMs: update.atMs,
    resolvedMs: null,
    updates: [update],
  };
}

/** Each update comes after the one before it, though the clock was set back: evidence is told apart by its instant. */
function updated(open: Incident, update: IncidentUpdate): Incident {
  const atMs = Math.max(update.atMs, latestMs(open) + 1);
  const [first, ...rest] = [...open.updates, { ...update, atMs }];
  return { ...open, updates: first === undefined ? [] : [first, ...rest.slice(1 - maxUpdates)] };
}

/** The same in every process that judges the same results; prefix of the API document, "Incident". */
function incidentId(deployment: string, createdMs: number): string {
  return `inc_${createHash('sha256').update(`${deployment}@${createdMs}`).digest('hex').slice(0, 24)}`;
}
