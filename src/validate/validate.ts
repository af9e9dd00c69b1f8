// One round against the document: for each check its findings, the reason it failed, and what it claims.
import { type Endpoint, findEndpoint } from '../contract/endpoints.ts';
import type { Check, Deployment } from '../model/deployment.ts';
import type { Beat, CheckResult, Claims, Observation, Result } from '../model/round.ts';
import { crosscheck } from './crosscheck.ts';
import { collectFindings, type Findings } from './finding.ts';
import { checkFreshness } from './freshness.ts';
import { readingOf } from './reading.ts';
import {
  type Clocks,
  checkCaching,
  checkClock,
  checkContentType,
  checkStatus,
  clockSkewMs,
  isAnswered,
  reasonOf,
} from './transport.ts';

interface Seen {
  readonly check: Check;
  readonly observation: Observation;
}

/** An answer, and where what is found in it goes. */
interface Answer extends Seen {
  readonly skewMs: number | null;
  readonly findings: Findings;
}

interface Reading extends Answer {
  /** undefined where there is none: no answer, not a 200, not JSON. */
  readonly document: unknown;
  readonly claims: Claims | null;
}

/** Pure and without memory. Throws only for a check whose endpoint the deployment's version does not have. */
export function validateRound(
  deployment: Deployment,
  beat: Beat,
  observed: readonly Seen[],
  clocks: Clocks,
): Result {
  const readings = observed.map((seen) => read(deployment, seen, clocks));
  const round = new Map(readings.map((reading) => [reading.check.endpoint, reading]));
  // Before any reason is concluded: a contradiction may be configured to fail the status check.
  const comparisons = crosscheck(deployment, round);
  return { beat, checks: readings.map(conclude), comparisons };
}

function read(deployment: Deployment, { check, observation }: Seen, clocks: Clocks): Reading {
  const findings = collectFindings(deployment, check);
  const skewMs = clockSkewMs(observation, clocks.fleetSkewMs);
  const answer = { check, observation, skewMs, findings };
  if (!isReadable(deployment, answer, clocks)) return { ...answer, document: undefined, claims: null };
  const reading = readingOf(deployment, check, endpointOf(deployment, check), observation);
  // First, as there is always room for what the clocks say.
  checkFreshness(deployment, reading, clocks, findings);
  findings.include(reading.findings, reading.reason);
  return { ...answer, document: reading.document, claims: reading.claims };
}

/** Whether an answer has a body that counts, with all that is found before it is read. */
export function isReadable(
  deployment: Deployment,
  { check, observation, skewMs, findings }: Answer,
  clocks: Clocks,
): boolean {
  const documented = isAnswered(observation) && checkStatus(observation, findings);
  if (!documented || observation.failure !== null) return false;
  checkCaching(endpointOf(deployment, check), observation, findings);
  checkClock(skewMs, clocks.fleetSkewMs, observation.headers.date ?? '', findings);
  return checkContentType(observation, findings);
}

/** Throws where the deployment's version does not have the endpoint. */
export function endpointOf({ version }: Deployment, check: Check): Endpoint {
  const endpoint = findEndpoint(version, check.endpoint);
  if (endpoint === undefined) throw new Error(`${version} has no endpoint ${check.endpoint}`);
  return endpoint;
}

function conclude({ check, observation, skewMs, findings, claims }: Reading): CheckResult {
  return {
    endpoint: check.endpoint,
    observation,
    findings: findings.all(),
    reason: reasonOf(observation, findings),
    claims,
    clockSkewMs: skewMs,
  };
}
