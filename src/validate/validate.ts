// One round against the document: for each check its findings, the reason it failed, and what it claims.
import { type Endpoint, findEndpoint } from '../contract/endpoints.ts';
import type { Check, Deployment } from '../model/deployment.ts';
import type { Beat, CheckResult, Observation, Result } from '../model/round.ts';
import type { Reason } from '../model/states.ts';
import { readClaims } from './claims.ts';
import { crosscheck } from './crosscheck.ts';
import { readDocument } from './document.ts';
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
  isRedirect,
} from './transport.ts';

interface Seen {
  readonly check: Check;
  readonly observation: Observation;
}

interface Reading extends Seen {
  readonly endpoint: Endpoint;
  readonly skewMs: number | null;
  readonly findings: Findings;
  /** undefined where there is none: no answer, not a 200, not JSON. */
  readonly document: unknown;
}

/** Pure and without memory. Throws only for a check whose endpoint the deployment's version does not have. */
export function validateRound(
  deployment: Deployment,
  beat: Beat,
  observed: readonly Seen[],
  clocks: Clocks,
): Result {
  const readings = observed.map((seen) => read(deployment, seen, clocks));
  crosscheck(new Map(readings.map((reading) => [reading.check.endpoint, reading])));
  return { beat, checks: readings.map((reading) => conclude(deployment, reading)), comparisons: [] };
}

function read(deployment: Deployment, seen: Seen, clocks: Clocks): Reading {
  const { check, observation } = seen;
  const endpoint = findEndpoint(deployment.version, check.endpoint);
  if (endpoint === undefined) throw new Error(`${deployment.version} has no endpoint ${check.endpoint}`);
  const findings = collectFindings(deployment, check);
  const skewMs = clockSkewMs(observation);
  const documented = isAnswered(observation) && checkStatus(observation, findings);
  if (!documented || observation.failure !== null)
    return { ...seen, endpoint, skewMs, findings, document: undefined };

  checkCaching(endpoint, observation, findings);
  checkClock(skewMs, clocks.fleetSkewMs, observation.headers.date ?? '', findings);
  const document = checkContentType(observation, findings) ? readDocument(observation, findings) : undefined;
  if (document !== undefined) {
    checkShape(endpoint, document, findings);
    checkFields(endpoint, document, deployment.expect, findings);
    checkMeaning({ ...clocks, check, deployment, document, findings });
  }
  return { ...seen, endpoint, skewMs, findings, document };
}

function conclude(deployment: Deployment, reading: Reading): CheckResult {
  const { check, observation, endpoint, skewMs, findings, document } = reading;
  const said = findings.all();
  const brokenEnvelope = said.some(({ rule, severity }) => rule === 'shape.envelope' && severity === 'error');
  return {
    endpoint: check.endpoint,
    observation,
    findings: said,
    // A failure with a finding beside it came after the status, and so does its kind in the order of reasons.
    reason: reasonOf(observation, findings) ?? observation.failure?.kind ?? null,
    claims: brokenEnvelope ? null : readClaims(endpoint, document, deployment),
    clockSkewMs: skewMs,
  };
}

/** `transport.status` has two reasons, which only the answer tells apart. */
function reasonOf(observation: Observation, findings: Findings): Reason | null {
  const reason = findings.reason();
  return reason === 'http_status' && isRedirect(observation) ? 'redirect' : reason;
}
