// Small values of the model for the store's tests, each with only what a test says about it.
import type { DeploymentState, Incident, Settlement } from '../../src/model/belief.ts';
import type { Evidence, Exhibit } from '../../src/model/evidence.ts';
import type { Sample } from '../../src/model/history.ts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
/** A Saturday at noon: on the edge of an hour, in the middle of a day. */
export const noonMs = Date.UTC(2026, 10, 21, 12);

const quiet = { recent: [], confirmed: null };

export function state(deployment: string, over: Partial<DeploymentState> = {}): DeploymentState {
  return {
    deployment,
    status: 'operational',
    sinceMs: noonMs,
    cause: null,
    checks: {},
    overall: { state: 'operational', reported: 'operational', streak: quiet },
    components: [],
    regions: [],
    incident: null,
    incidentsOpened: { minor: 0, major: 0, critical: 0 },
    region: null,
    updatedAtMs: null,
    clockSkewMs: null,
    certificate: null,
    drift: [],
    contradictions: [],
    ...over,
  };
}

/** Every field filled, with streaks under way. */
export function fullState(deployment: string): DeploymentState {
  const streak = { recent: [0, 5, 5], confirmed: 5 };
  const finding = {
    rule: 'transport.status',
    severity: 'error',
    check: 'status',
    path: 'headers.\u0000"\ud83d\ude00',
    message: 'm',
    expected: '200',
    observed: '503',
  } as const;
  const check = {
    endpoint: 'status',
    fresh: true,
    up: { recent: [1], confirmed: 1 },
    reachable: { recent: [0, 1], confirmed: 0 },
    slow: { recent: [1, 0], confirmed: 0 },
    lastBeatMs: noonMs,
    lastRunMs: noonMs + 12,
    lastSuccessMs: null,
    last: {
      reason: 'http_status',
      failure: { kind: 'timeout', phase: 'first_byte', code: 'DEADLINE', message: 'm' },
      httpStatus: 503,
      phases: { dns: 0.25, first_byte: 12.5 },
      durationMs: 12.75,
      bodyBytes: 3,
      remoteAddress: '127.0.0.1',
      items: 2,
      findings: [finding],
    },
    listed: 2,
    walk: {
      endpoint: 'files',
      startedMs: noonMs,
      endedMs: noonMs + 9,
      pages: 3,
      items: 41,
      end: 'loop',
      findings: [finding],
    },
  } as const;
  return state(deployment, {
    status: 'major_outage',
    cause: 'Storage reports major_outage',
    checks: { status: check, regions: { ...check, endpoint: 'regions', last: null } },
    overall: { state: 'unknown', reported: 'browned\nout', streak },
    components: [
      { name: 'Storage', expected: true, state: 'major_outage', reported: 'down', sinceMs: 1, streak },
    ],
    regions: [
      { code: 'fra1', name: 'F', zone: 'eu', country: 'DE', state: 'operational', reported: 'operational' },
    ],
    incident: incident(`inc_${deployment}`, { deployment, impact: 'critical' }),
    incidentsOpened: { minor: 1, major: 2, critical: 3 },
    region: 'fra1',
    updatedAtMs: noonMs - 5,
    clockSkewMs: -3.5,
    certificate: { notAfterMs: noonMs + dayMs, subject: 's', issuer: 'i', error: 'CERT_HAS_EXPIRED' },
    drift: [
      {
        ...{ rule: 'drift.unknown_field', check: 'files', path: 'data[].tags', message: 'm' },
        ...{ expected: 'no such field', observed: 'array', firstSeenMs: 1, lastSeenMs: 2, count: 3 },
      },
    ],
    contradictions: [{ rule: 'contradiction.status_vs_checks', streak, sinceMs: noonMs, finding }],
  });
}

export function incident(id: string, over: Partial<Incident> = {}): Incident {
  return {
    id,
    deployment: 'files-eu',
    title: 'Files EU: Storage reports major_outage',
    status: 'investigating',
    impact: 'minor',
    createdMs: noonMs,
    resolvedMs: null,
    updates: [{ atMs: noonMs, state: 'major_outage', text: 'Storage reports major_outage' }],
    ...over,
  };
}

export function resolved(one: Incident, resolvedMs: number): Incident {
  return { ...one, status: 'resolved', resolvedMs };
}

export function settlement(next: DeploymentState, over: Partial<Settlement> = {}): Settlement {
  return { state: next, changes: [], durable: false, runs: [], evidence: [], ...over };
}

/** A durable settlement that opens, moves or resolves an incident; a resolved one leaves the state. */
export function told(one: Incident, over: Partial<DeploymentState> = {}): Settlement {
  const isOpen = one.resolvedMs === null;
  const change = {
    kind: isOpen ? 'incident_opened' : 'incident_resolved',
    deployment: one.deployment,
    atMs: one.resolvedMs ?? one.createdMs,
    subject: null,
    from: null,
    to: null,
    text: one.title,
    incident: one,
  } as const;
  const next = state(one.deployment, { incident: isOpen ? one : null, ...over });
  return settlement(next, { durable: true, changes: [change] });
}

export function sample(over: Partial<Sample> = {}): Sample {
  return {
    deployment: 'files-eu',
    endpoint: 'status',
    atMs: noonMs,
    failed: false,
    bad: false,
    status: 'operational',
    durationMs: 10,
    phases: { connect: 2, first_byte: 8 },
    coveredMs: 30_000,
    ...over,
  };
}

/** Every field filled; the failing answer has none that may be missing. */
export function evidence(one: Incident, over: Partial<Evidence> = {}): Evidence {
  const good: Exhibit = {
    atMs: noonMs - 5,
    reason: null,
    failure: null,
    status: 200,
    headers: { 'content-type': 'application/json', 'set-cookie': '[redacted]' },
    phases: { dns: 0.25, first_byte: 12.5 },
    durationMs: 12.75,
    body: '{"status":"operational"}\ud83d\ude00',
    bodyBytes: 28,
  };
  const failure = { kind: 'timeout', phase: 'first_byte', code: 'DEADLINE', message: 'm' } as const;
  return {
    incident: one.id,
    deployment: one.deployment,
    atMs: noonMs,
    transition: 'incident_opened',
    check: 'status',
    failing: { ...good, reason: 'timeout', failure, status: null, headers: {}, phases: {}, body: null },
    good,
    difference: [{ path: 'a[0].b', good: null, failing: '1' }],
    ...over,
  };
}
