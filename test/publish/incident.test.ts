// An incident with its updates and evidence, against a resource written by hand.
import { describe, expect, it } from 'vitest';
import { incidentWithEvidence, incidentWithUpdates } from '../../src/publish/incident.ts';
import { incidentWithEvidenceSchema, incidentWithUpdatesSchema } from '../../src/publish/incident-schema.ts';
import { anEvidence, anExhibit } from '../fixtures/deviations.ts';
import { anIncident, nowMs } from '../fixtures/snapshot.ts';

const incident = {
  id: 'inc_1',
  created_at: '2026-11-21T09:50:00Z',
  title: 'Files EU: Storage reports major_outage',
  status: 'resolved',
  impact: 'critical',
  resolved_at: '2026-11-21T10:00:00Z',
  updates: [
    { created_at: '2026-11-21T09:50:00Z', status: 'major_outage', text: 'Storage reports major_outage' },
  ],
};

const resource = {
  ...incident,
  deployment: 'files-eu',
  evidence: [
    {
      created_at: '2026-11-21T09:50:00Z',
      transition: 'incident_opened',
      check: 'status',
      failing: {
        at: '2026-11-21T09:50:00Z',
        reason: 'http_status',
        failure: null,
        http_status: 500,
        headers: { 'content-type': 'application/json' },
        phases: { connect: 2, first_byte: 30, transfer: 5 },
        latency_ms: 37,
        body: '{"status":"major_outage"}',
        body_bytes: 9_000,
        body_cut: true,
      },
      good: {
        at: '2026-11-21T09:49:00Z',
        reason: null,
        failure: null,
        http_status: 200,
        headers: { 'content-type': 'application/json' },
        phases: { connect: 2, first_byte: 30, transfer: 5 },
        latency_ms: 37,
        body: '{"status":"operational"}',
        body_bytes: 24,
        body_cut: false,
      },
      difference: [{ path: 'status', good: '"operational"', failing: '"major_outage"' }],
    },
  ],
};

const resolved = anIncident({ status: 'resolved', resolvedMs: nowMs });

describe('an incident', () => {
  it('is told with everything, as its schema says and without a field beyond it', () => {
    const told = incidentWithEvidence(resolved, [anEvidence()]);
    expect(told).toEqual(resource);
    expect(incidentWithEvidenceSchema.strict().safeParse(told).error).toBeUndefined();
  });

  it('of a deployment is told with its updates alone', () => {
    const told = incidentWithUpdates(resolved);
    expect(told).toEqual(incident);
    expect(incidentWithUpdatesSchema.strict().safeParse(told).error).toBeUndefined();
  });

  it('has no failing answer at its resolution, and no good one where none was seen', () => {
    const told = incidentWithEvidence(resolved, [
      anEvidence({ transition: 'incident_resolved', failing: null, difference: [] }),
      anEvidence({ good: null, difference: [] }),
    ]);
    expect(told.evidence).toMatchObject([{ failing: null }, { good: null }]);
    expect(incidentWithEvidenceSchema.safeParse(told).error).toBeUndefined();
  });
});

describe('an answer that was kept', () => {
  const told = (over: Parameters<typeof anExhibit>[0]) =>
    incidentWithEvidence(resolved, [anEvidence({ failing: anExhibit(over) })]).evidence[0]?.failing;

  it('has no latency, status and body where none was had', () => {
    const failure = { kind: 'connect', phase: 'connect', code: 'ECONNREFUSED', message: 'refused' } as const;
    expect(told({ reason: 'connect', failure, status: null, body: null, bodyBytes: 0 })).toMatchObject({
      failure,
      http_status: null,
      latency_ms: null,
      body: null,
      body_cut: false,
    });
  });

  it.each([
    ['é', 2, false],
    ['é', 3, true],
    ['', 0, false],
  ])('with the body %j of %d bytes is cut: %s', (body, bodyBytes, cut) => {
    expect(told({ body, bodyBytes })).toMatchObject({ body_bytes: bodyBytes, body_cut: cut });
  });

  it('of an instant that cannot be written can still be told', () => {
    const evidence = anEvidence({ atMs: Number.NaN, failing: anExhibit({ atMs: Number.MAX_VALUE }) });
    const whole = incidentWithEvidence(resolved, [evidence]);
    expect(incidentWithEvidenceSchema.safeParse(whole).error).toBeUndefined();
  });
});
