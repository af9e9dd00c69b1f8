// What a document says, whatever the time: read with every rule, and again as soon as it says anything else.
import type { Endpoint } from '../contract/endpoints.ts';
import type { Check, Deployment } from '../model/deployment.ts';
import type { Claims, Finding, Observation } from '../model/round.ts';
import type { Reason } from '../model/states.ts';
import { readClaims } from './claims.ts';
import { instantIn, isFields, readDocument, type Subject } from './document.ts';
import { checkExpectation } from './expectation.ts';
import { checkExcluded, checkFields } from './fields.ts';
import { collectFindings, type Findings } from './finding.ts';
import { checkMeaning } from './meaning.ts';
import { checkShape } from './shape.ts';

/** Bodies up to this are compared with the one before; decoded bytes. What is kept of one is some ten times as large. */
const maxKeptBytes = 8 * 1024;

export interface Reading {
  /** undefined where the body is not JSON. */
  readonly document: unknown;
  /** null where its shape does not allow reading. */
  readonly claims: Claims | null;
  /** Of a status document; null where it has none of the documented form. */
  readonly updatedAtMs: number | null;
  readonly findings: readonly Finding[];
  readonly reason: Reason | null;
}

interface Kept extends Reading {
  readonly deployment: Deployment;
  readonly body: string;
}

/** The latest reading of each check. */
const latest = new WeakMap<Check, Kept>();

/**
 * The rules about a document are a pure function of it and of the deployment: one that says the same as the one before
 * has the same findings and claims, and its rules are not run again. The whole of it is compared each time.
 */
export function readingOf(
  deployment: Deployment,
  check: Check,
  endpoint: Endpoint,
  observation: Observation,
): Reading {
  const known = latest.get(check);
  const before = known?.deployment === deployment ? known : undefined;
  if (before !== undefined && observation.bodyIsUtf8 && observation.body === before.body) return before;

  const findings = collectFindings(deployment, check);
  const document = readDocument(observation, findings);
  if (document === undefined) return { document, claims: null, updatedAtMs: null, ...said(findings) };
  const updatedAtMs = endpoint.resource === 'status' ? instantIn(document, 'updated_at') : null;
  const reading =
    before !== undefined && saysTheSame(document, updatedAtMs, before)
      ? { ...before, document, claims: before.claims && { ...before.claims, updatedAtMs }, updatedAtMs }
      : { updatedAtMs, ...readAnew(endpoint, { check, deployment, document, findings }) };
  const { body, bodyBytes } = observation;
  if (body === null || bodyBytes > maxKeptBytes) {
    latest.delete(check);
    return reading;
  }
  const kept = { ...reading, deployment, body };
  latest.set(check, kept);
  return kept;
}

/** Every rule about the document alone. */
export function checkDocument(endpoint: Endpoint, subject: Subject): void {
  const { document, deployment, findings } = subject;
  checkShape(endpoint, document, findings);
  checkExcluded(endpoint, document, findings);
  // What counts for more first, since the room is bounded: what was reviewed, and fields nobody asked for last.
  checkExpectation(endpoint, subject);
  checkMeaning(subject);
  checkFields(endpoint, document, deployment, findings);
}

function readAnew(endpoint: Endpoint, subject: Subject): Omit<Reading, 'updatedAtMs'> {
  const { document, deployment, findings } = subject;
  checkDocument(endpoint, subject);
  const told = said(findings);
  const isBroken = told.findings.some(
    ({ rule, severity }) => rule === 'shape.envelope' && severity === 'error',
  );
  return { document, claims: isBroken ? null : readClaims(endpoint, document, deployment), ...told };
}

function said(findings: Findings): Pick<Reading, 'findings' | 'reason'> {
  return { findings: findings.all(), reason: findings.reason() };
}

/** Equal, but for the instant of a status document: of the documented form in both, it is the clocks' to judge. */
function saysTheSame(document: unknown, updatedAtMs: number | null, before: Kept): boolean {
  // Its text may have been reviewed like any word.
  const isReviewed = Object.hasOwn(before.deployment.expect?.words.status ?? {}, 'updated_at');
  const isTimed = updatedAtMs !== null && before.updatedAtMs !== null && !isReviewed;
  return isEqual(document, before.document, isTimed ? 'updated_at' : null);
}

/** What is nested deeper is never taken for equal: depth is up to a target, and the stack is not. */
const maxDepth = 16;

/** Of two JSON values, the order of fields included: findings are told in that order. `but` is a field to pass over. */
function isEqual(left: unknown, right: unknown, but: string | null = null, depth = maxDepth): boolean {
  if (left === right) return true;
  if (depth === 0) return false;
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => isEqual(item, right[index], null, depth - 1))
    );
  }
  if (!isFields(left) || !isFields(right)) return false;
  const names = Object.keys(left);
  const others = Object.keys(right);
  return (
    names.length === others.length &&
    names.every(
      (name, at) =>
        name === others[at] && (name === but || isEqual(left[name], right[name], null, depth - 1)),
    )
  );
}
