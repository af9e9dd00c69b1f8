// The judge: a pure fold of results over what is believed of a deployment. Time comes in, changes come out.

import type { DeploymentState, Incident, Settlement } from '../model/belief.ts';
import type { Deployment } from '../model/deployment.ts';
import type { Album } from '../model/evidence.ts';
import type { CheckResult, Result } from '../model/round.ts';
import { changesBetween, isLasting, isRemembered } from './changes.ts';
import { type Checks, cut, expire, forgotten, type Intake, isTrusted, neverRun, takeIn } from './check.ts';
import { componentsAfter } from './components.ts';
import { contradictionsAfter } from './contradictions.ts';
import { driftAfter } from './drift.ts';
import { evidenceOf } from './evidence.ts';
import { countOpened, incidentStep, resolved } from './incident.ts';
import { recall } from './memory.ts';
import { isGreen, verdictOf } from './rollup.ts';
import { emptyStreak } from './streak.ts';
import { noAnswerWording } from './wording.ts';
import { claimsOf, overallAfter, regionsAfter } from './words.ts';

/**
 * Takes a result in. Runs that are late, repeated or only asked for change nothing; where no run is news the state
 * that comes back is `previous` itself. `album` is what evidence of a transition shows beside what made it.
 */
export function judge(
  deployment: Deployment,
  previous: DeploymentState | null,
  result: Result,
  nowMs: number,
  album: Album = {},
): Settlement {
  const before = previous ?? initialState(deployment, nowMs);
  const intake = takeIn(deployment, before.checks, recall(deployment, before, result), nowMs);
  if (intake.runs.length === 0) return unmoved(before);
  return settle(deployment, before, intake, nowMs, album);
}

/**
 * Takes the passing of time in: checks that went stale; null when none did. Staleness alone can wait to be written,
 * or a vantage that loses its network commits once a deployment: after a restart nothing is fresh anyway.
 */
export function sweep(deployment: Deployment, previous: DeploymentState, nowMs: number): Settlement | null {
  return unanswered(deployment, previous, expire(deployment, previous.checks, nowMs), nowMs);
}

/**
 * Takes in that our own network is cut, so that no check tells of now: of one that did, the incident would follow what
 * is worst of the rest. null when that is known already.
 */
export function cutOff(deployment: Deployment, previous: DeploymentState, nowMs: number): Settlement | null {
  return unanswered(deployment, previous, cut(previous.checks), nowMs);
}

/** A state that is current without anything worth telling. */
export function unmoved(state: DeploymentState): Settlement {
  return { state, changes: [], durable: false, runs: [], evidence: [] };
}

/**
 * Before the first run: nothing is known, and every expected component is there to be asked after. An incident left
 * open by a state that was lost goes on.
 */
export function initialState(
  deployment: Deployment,
  nowMs: number,
  incident: Incident | null = null,
): DeploymentState {
  const checks = deployment.checks.map(({ endpoint }) => [endpoint, neverRun(endpoint)]);
  return {
    deployment: deployment.id,
    status: 'unknown',
    sinceMs: nowMs,
    cause: noAnswerWording('status').lead,
    checks: Object.fromEntries(checks),
    overall: { state: 'unknown', reported: null, streak: emptyStreak },
    components: componentsAfter(deployment, [], null, false, nowMs),
    regions: [],
    incident,
    incidentsOpened: { minor: 0, major: 0, critical: 0 },
    region: null,
    updatedAtMs: null,
    clockSkewMs: null,
    certificate: null,
    drift: [],
    contradictions: [],
  };
}

/**
 * After a restart, or when the deployment's definition changed: nothing is known until the next run, while streaks
 * and the open incident go on. Once or twice is the same.
 */
export function resume(previous: DeploymentState, nowMs: number): DeploymentState {
  const checks = Object.values(previous.checks).map((check) => [check.endpoint, forgotten(check)]);
  return {
    ...previous,
    status: 'unknown',
    sinceMs: previous.status === 'unknown' ? previous.sinceMs : nowMs,
    cause: noAnswerWording('status').lead,
    checks: Object.fromEntries(checks),
    overall: { ...previous.overall, state: 'unknown' },
    components: previous.components.map((component) => ({
      ...component,
      state: 'unknown',
      sinceMs: component.state === 'unknown' ? component.sinceMs : nowMs,
    })),
    regions: previous.regions.map((region) => ({ ...region, state: 'unknown' })),
    contradictions: previous.contradictions.map((contradiction) => ({ ...contradiction, sinceMs: null })),
  };
}

/** The deployment is configured no more: its open incident ends, and says why. */
export function retire(previous: DeploymentState, nowMs: number): Settlement {
  if (previous.incident === null) return unmoved(previous);
  const text = 'resolved: removed from the configuration, no longer watched';
  const step = resolved(previous.incident, { atMs: nowMs, state: 'unknown', text });
  const state = { ...previous, incident: null };
  const changes = changesBetween(previous, state, step, nowMs);
  return { ...unmoved(state), changes, durable: true };
}

function unanswered(
  deployment: Deployment,
  previous: DeploymentState,
  checks: Checks,
  nowMs: number,
): Settlement | null {
  if (checks === previous.checks) return null;
  const settlement = settle(deployment, previous, { checks, runs: [], comparisons: [] }, nowMs, {});
  return { ...settlement, durable: isLasting(previous, settlement.state) };
}

function settle(
  deployment: Deployment,
  before: DeploymentState,
  intake: Intake,
  nowMs: number,
  album: Album,
): Settlement {
  const { checks, runs, comparisons } = intake;
  const believed = { checks, ...wordsAfter(deployment, before, intake, nowMs) };
  const verdict = verdictOf(deployment, believed, before);
  const step = incidentStep(deployment, before.incident, verdict, nowMs);
  const open = step === null ? before.incident : step.incident;
  const state: DeploymentState = {
    ...before,
    checks,
    overall: believed.overall,
    components: believed.components,
    regions: believed.regions,
    ...seenOf(before, runs),
    status: verdict.state,
    sinceMs: verdict.state === before.status ? before.sinceMs : nowMs,
    cause: verdict.cause,
    incident: isGreen(verdict.state) ? null : open,
    incidentsOpened: countOpened(before.incidentsOpened, step),
    drift: driftAfter(deployment, before.drift, runs, nowMs),
    contradictions: contradictionsAfter(deployment, before.contradictions, comparisons, checks, nowMs),
  };
  const changes = changesBetween(before, state, step, nowMs);
  const durable = changes.length > 0 || isRemembered(before, state);
  const evidence = evidenceOf(deployment, { before, state, verdict, step, runs }, album);
  return { state, changes, durable, runs, evidence };
}

function wordsAfter(
  deployment: Deployment,
  before: DeploymentState,
  { checks, runs }: Intake,
  nowMs: number,
): Pick<DeploymentState, 'overall' | 'components' | 'regions'> {
  const claims = claimsOf(runs.find((run) => run.endpoint === 'status'));
  const listed = claimsOf(runs.find((run) => run.endpoint === 'regions'));
  const trusted = isTrusted(checks.status);
  return {
    overall: overallAfter(before.overall, claims, trusted, deployment.confirm),
    components: componentsAfter(deployment, before.components, claims, trusted, nowMs),
    regions: regionsAfter(before.regions, listed, checks.regions),
  };
}

/** What an answer shows beside its words; what the latest run does not show stays. */
function seenOf(
  before: DeploymentState,
  runs: readonly CheckResult[],
): Pick<DeploymentState, 'region' | 'updatedAtMs' | 'clockSkewMs' | 'certificate'> {
  const status = runs.find((run) => run.endpoint === 'status');
  const said = claimsOf(status) ?? before;
  const certificates = runs.map((run) => run.observation.certificate).filter((seen) => seen !== null);
  return {
    region: said.region ?? before.region,
    updatedAtMs: said.updatedAtMs ?? before.updatedAtMs,
    clockSkewMs: status?.clockSkewMs ?? before.clockSkewMs,
    certificate: certificates.at(-1) ?? before.certificate,
  };
}
