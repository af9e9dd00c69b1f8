// What is kept of the answers around an incident's transition, and the album of good answers it is taken from.
import type { DeploymentState, Settlement } from '../model/belief.ts';
import type { Deployment } from '../model/deployment.ts';
import type { Album, Difference, Evidence } from '../model/evidence.ts';
import type { CheckResult, Observation } from '../model/round.ts';
import { isSlow } from './check.ts';
import { difference } from './difference.ts';
import { exhibitOf, headOf, hidesSecret } from './exhibit.ts';
import { type IncidentStep, latestMs } from './incident.ts';
import { isGreen, type Verdict, verdictOf } from './rollup.ts';

/** Bodies up to this are held whole and compared; decoded bytes. A list of 100 items is some 25 KiB. */
const maxWholeBytes = 32 * 1024;

/** One round, as the judge has it when it knows what became of the incident. */
interface Turn {
  readonly before: DeploymentState;
  readonly state: DeploymentState;
  readonly verdict: Verdict;
  readonly step: IncidentStep | null;
  readonly runs: readonly CheckResult[];
}

/** The album with what of these runs is good; the same one when none is. Runs for every answer: it must cost nothing. */
export function albumAfter(album: Album, deployment: Deployment, { state, runs }: Settlement): Album {
  const good = runs.filter((run) => isGood(deployment, state, run));
  if (good.length === 0) return album;
  const after: Record<string, Observation> = { ...album };
  for (const { endpoint, observation } of good) after[endpoint] = held(observation);
  return after;
}

/**
 * At most one piece: of the check that the verdict rests on, or, for a resolution, rested on until now. None where
 * no answer of this round made the transition.
 */
export function evidenceOf(
  deployment: Deployment,
  { before, state, verdict, step, runs }: Turn,
  album: Album,
): Evidence[] {
  if (step === null) return [];
  const isOver = step.kind === 'incident_resolved';
  const { check } = isOver ? verdictOf(deployment, before, before) : verdict;
  const run = runs.find(({ endpoint }) => endpoint === check);
  if (run === undefined || isGood(deployment, state, run) !== isOver) return [];
  const good = isOver ? run.observation : (album[check] ?? null);
  const failing = isOver ? null : run.observation;
  return [
    {
      incident: step.incident.id,
      deployment: deployment.id,
      atMs: latestMs(step.incident),
      transition: step.kind,
      check,
      failing: failing === null ? null : exhibitOf(deployment, failing, run.reason),
      good: good === null ? null : exhibitOf(deployment, good, null),
      difference: good === null || failing === null ? [] : differenceOf(deployment, good, failing),
    },
  ];
}

/** An outage can be told in words, and a well-formed answer can be slow: neither is a good answer. */
function isGood(
  deployment: Deployment,
  state: DeploymentState,
  { endpoint, reason, observation }: CheckResult,
): boolean {
  if (reason !== null || isSlow(deployment, observation)) return false;
  if (endpoint !== 'status') return true;
  return isGreen(state.overall.state) && state.components.every((component) => isGreen(component.state));
}

function held(observation: Observation): Observation {
  const { body, bodyBytes } = observation;
  return body === null || bodyBytes <= maxWholeBytes ? observation : { ...observation, body: headOf(body) };
}

function differenceOf(
  deployment: Deployment,
  good: Observation,
  failing: Observation,
): readonly Difference[] {
  const [left, right] = [comparable(deployment, good), comparable(deployment, failing)];
  return left === null || right === null ? [] : difference(left, right);
}

/** null for a body that is not there, too large, or would show a secret once parsed. */
function comparable({ secrets }: Deployment, { body, bodyBytes }: Observation): string | null {
  return body === null || bodyBytes > maxWholeBytes || hidesSecret(body, secrets) ? null : body;
}
