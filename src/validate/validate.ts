// One round against the document: for each check its findings, the reason it failed, and what it claims.
import { type Endpoint, findEndpoint } from '../contract/endpoints.ts';
import type { Check, Deployment } from '../model/deployment.ts';
import type { Beat, CheckResult, Claims, Observation, Result } from '../model/round.ts';
import { readClaims } from './claims.ts';
import { crosscheck } from './crosscheck.ts';
import { readDocument } from './document.ts';
import { checkExpectation } from './expectation.ts';
import { checkFields } from './fields.ts';
import { collectFindings, type Findings } from './finding.ts';
import { checkMeaning } from './meaning.ts';
import { checkShape } from './shape.ts';
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

function read(deployment: Deployment, seen: Seen, clocks: Clocks): Reading {
  const findings = collectFindings(deployment, seen.check);
  const skewMs = clockSkewMs(seen.observation);
  const document = readAnswer(deployment, { ...seen, skewMs, findings }, clocks);
  const isReadable = document !== undefined && !isEnvelopeBroken(findings);
  const claims = isReadable ? readClaims(endpointOf(deployment, seen.check), document, deployment) : null;
  return { ...seen, skewMs, findings, document, claims };
}

/** What an answer holds, with all that is found in it; undefined where there is nothing to be read. */
export function readAnswer(
  deployment: Deployment,
  { check, observation, skewMs, findings }: Answer,
  clocks: Clocks,
): unknown {
  const endpoint = endpointOf(deployment, check);
  const documented = isAnswered(observation) && checkStatus(observation, findings);
  if (!documented || observation.failure !== null) return undefined;

  checkCaching(endpoint, observation, findings);
  checkClock(skewMs, clocks.fleetSkewMs, observation.headers.date ?? '', findings);
  const document = checkContentType(observation, findings) ? readDocument(observation, findings) : undefined;
  if (document !== undefined) {
    const subject = { ...clocks, check, deployment, document, findings };
    checkShape(endpoint, document, findings);
    // Before other information, which could fill all the room there is: what was reviewed counts for more.
    checkExpectation(endpoint, subject);
    checkFields(endpoint, document, deployment, findings);
    checkMeaning(subject);
  }
  return document;
}

function endpointOf({ version }: Deployment, check: Check): Endpoint {
  const endpoint = findEndpoint(version, check.endpoint);
  if (endpoint === undefined) throw new Error(`${version} has no endpoint ${check.endpoint}`);
  return endpoint;
}

function isEnvelopeBroken(findings: Findings): boolean {
  return findings.all().some(({ rule, severity }) => rule === 'shape.envelope' && severity === 'error');
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
