// The Deployment resource and the items of its history, against resources written by hand.
import { describe, expect, it } from 'vitest';
import type { Rollup } from '../../src/model/history.ts';
import { deploymentResource, rollupItem } from '../../src/publish/deployment.ts';
import { deploymentSchema } from '../../src/publish/deployment-schema.ts';
import { rollupSchema } from '../../src/publish/schemas.ts';
import { aContradiction, aDrift, aWalk } from '../fixtures/deviations.ts';
import {
  aCheck,
  aCheckState,
  aComponent,
  aFinding,
  anIncident,
  aRun,
  aView,
  confirmed,
  nowMs,
} from '../fixtures/snapshot.ts';

const finding = aFinding();
const repeated = aFinding({ rule: 'meaning.ids_duplicate', path: 'pages[2].data[0].id' });
const region = { code: 'fra1', name: 'Frankfurt', zone: 'eu-central', country: 'DE', reported: 'odd' };
const view = aView({
  deployment: { checks: [aCheck('files-eu', 'status')], labels: { team: 'storage' } },
  state: {
    status: 'major_outage',
    cause: 'status check fails',
    components: [{ ...aComponent('API'), state: 'unknown', reported: 'fine' }],
    regions: [{ ...region, state: 'unknown' }],
    checks: {
      status: aCheckState('status', {
        up: confirmed(1),
        reachable: confirmed(0),
        last: aRun({ reason: 'version', findings: [finding] }),
        walk: aWalk({ end: 'loop', findings: [repeated] }),
      }),
    },
    certificate: { notAfterMs: nowMs, subject: 'CN=a', issuer: 'CN=b', error: 'CERT_HAS_EXPIRED' },
    incident: anIncident(),
    drift: [aDrift()],
    contradictions: [
      aContradiction(),
      aContradiction({ rule: 'contradiction.incidents_vs_status', sinceMs: null }),
    ],
  },
});

const resource = {
  id: 'files-eu',
  name: 'Files EU',
  kind: 'file-storage',
  version: 'v1',
  status: 'major_outage',
  since: '2026-11-21T09:00:00Z',
  cause: 'status check fails',
  checked_at: '2026-11-21T09:59:50Z',
  stale: false,
  components: [{ name: 'API', status: 'unknown', reported: 'fine', since: '2026-11-21T09:00:00Z' }],
  regions: [{ ...region, status: 'unknown' }],
  checks: [
    {
      check: 'status',
      up: false,
      reachable: true,
      reason: 'version',
      latency_ms: 37,
      phases: { dns: 1, connect: 2, first_byte: 30, transfer: 4 },
      http_status: 200,
      checked_at: '2026-11-21T09:59:50Z',
      next_run_at: '2026-11-21T10:00:20Z',
      walk: { started_at: '2026-11-21T09:45:00Z', pages: 3, items: 52, end: 'loop', findings: [repeated] },
    },
  ],
  findings: [finding],
  drift: [
    {
      rule: 'drift.unknown_field',
      check: 'files',
      path: 'data[].owner',
      message: 'a field the document does not show',
      expected: 'no such field',
      observed: 'string',
      first_seen: '2026-11-21T08:00:00Z',
      last_seen: '2026-11-21T09:59:50Z',
      count: 120,
    },
  ],
  contradictions: [
    {
      rule: 'contradiction.status_vs_checks',
      since: '2026-11-21T09:59:00Z',
      message: 'the deployment says operational while another check fails',
      expected: 'operational',
      observed: 'files: http_status',
    },
  ],
  certificate: {
    not_after: '2026-11-21T10:00:00Z',
    subject: 'CN=a',
    issuer: 'CN=b',
    error: 'CERT_HAS_EXPIRED',
  },
  incident: {
    id: 'inc_1',
    created_at: '2026-11-21T09:50:00Z',
    title: 'Files EU: Storage reports major_outage',
    status: 'investigating',
    impact: 'critical',
    updates: [
      { created_at: '2026-11-21T09:50:00Z', status: 'major_outage', text: 'Storage reports major_outage' },
    ],
  },
  uptime: { '24h': 0.999, '7d': 1, '30d': null, '90d': null },
  coverage: { '24h': 1, '7d': 0.25, '30d': 0, '90d': 0 },
  labels: { team: 'storage' },
};

describe('a deployment', () => {
  it('is told with everything, as its schema says and without a field beyond it', () => {
    const told = deploymentResource(view, resource, true);
    expect(told).toEqual(resource);
    expect(deploymentSchema.strict().safeParse(told).error).toBeUndefined();
  });

  it('is told without findings, drift and contradictions unless they are asked for', () => {
    const told = deploymentResource(view, {}, false);
    for (const name of ['findings', 'drift', 'contradictions']) expect(told).not.toHaveProperty(name);
    expect(told.checks[0]?.walk).toEqual({
      started_at: '2026-11-21T09:45:00Z',
      pages: 3,
      items: 52,
      end: 'loop',
    });
  });

  it('contradicts itself no more once the status check is stale, and still remembers how it drifted', () => {
    const checks = { status: aCheckState('status', { fresh: false }) };
    const state = { checks, contradictions: [aContradiction()], drift: [aDrift()] };
    const told = deploymentResource(aView({ state }), {}, true);
    expect(told).toMatchObject({ contradictions: [], drift: [{ count: 120 }] });
  });

  it('that was never walked, drifted nowhere and is at one with itself says so', () => {
    const told = deploymentResource(aView(), {}, true);
    expect(told).toMatchObject({ drift: [], contradictions: [], checks: [{ walk: null }, { walk: null }] });
  });

  it('has neither uptime nor coverage before they were counted', () => {
    const unknown = { '24h': null, '7d': null, '30d': null, '90d': null };
    expect(deploymentResource(view, {}, false)).toMatchObject({ uptime: unknown, coverage: unknown });
  });

  it('that never ran is stale, and believes nothing', () => {
    const told = deploymentResource(aView({ state: { checks: {} } }), {}, false);
    expect(told).toMatchObject({
      stale: true,
      checked_at: null,
      checks: [
        { up: null, reachable: null, reason: null, latency_ms: null, phases: {}, checked_at: null },
        {},
      ],
    });
  });

  it('with a stale check believes nothing of it, and still says what the last run showed, and when', () => {
    const checks = { status: aCheckState('status', { fresh: false }) };
    expect(deploymentResource(aView({ state: { checks } }), {}, false)).toMatchObject({
      stale: true,
      checks: [{ up: null, reachable: null, latency_ms: 37, checked_at: '2026-11-21T09:59:50Z' }, {}],
    });
  });

  it.each([null, Number.NaN, Number.MAX_VALUE])(
    'shows a certificate that expires at %s without a date',
    (notAfterMs) => {
      const certificate = { notAfterMs, subject: 'CN=a', issuer: 'CN=b', error: null };
      const told = deploymentResource(aView({ state: { certificate } }), {}, false);
      expect(told.certificate).toEqual({ not_after: null, subject: 'CN=a', issuer: 'CN=b', error: null });
      expect(deploymentSchema.safeParse(told).error).toBeUndefined();
    },
  );

  it('whose every instant is nonsense can still be told', () => {
    const nonsense = Number.POSITIVE_INFINITY;
    const state = {
      sinceMs: nonsense,
      components: [{ ...aComponent('API'), sinceMs: Number.NaN }],
      checks: { status: aCheckState('status', { lastRunMs: nonsense }) },
      incident: anIncident({ createdMs: nonsense, resolvedMs: nonsense }),
    };
    const told = deploymentResource({ ...aView({ state }), nextRunMs: { status: nonsense } }, {}, true);
    expect(deploymentSchema.safeParse(told).error).toBeUndefined();
    expect(told).toMatchObject({ checked_at: null, checks: [{ checked_at: null, next_run_at: null }, {}] });
  });

  it('has no latency where no answer was had', () => {
    const failure = { kind: 'connect', phase: 'connect', code: 'ECONNREFUSED', message: 'x' } as const;
    const last = aRun({ reason: 'connect', failure, httpStatus: null });
    const told = deploymentResource(
      aView({ state: { checks: { status: aCheckState('status', { last }) } } }),
      {},
      false,
    );
    expect(told.checks[0]).toMatchObject({ reason: 'connect', latency_ms: null, http_status: null });
  });
});

describe('an item of history', () => {
  const rollup: Rollup = {
    endpoint: 'status',
    startMs: nowMs - 300_250,
    lengthMs: 300_000,
    runs: 10,
    failures: 2,
    bad: 1,
    worst: 'partial_outage',
    answers: 4,
    durationSumMs: 100,
    durationMaxMs: 40,
    phaseSumsMs: { dns: 2, first_byte: 80 },
    coveredMs: 270_000,
  };

  it('has means over the answers', () => {
    expect(rollupItem(rollup)).toEqual({
      check: 'status',
      start: '2026-11-21T09:55:00Z',
      length_seconds: 300,
      covered_seconds: 270,
      runs: 10,
      failures: 2,
      bad: 1,
      worst: 'partial_outage',
      latency_ms: { mean: 25, max: 40 },
      phases: { dns: 0.5, first_byte: 20 },
    });
  });

  it('has no latency without answers', () => {
    const item = rollupItem({ ...rollup, answers: 0, durationSumMs: 0, durationMaxMs: 0, phaseSumsMs: {} });
    expect(item).toMatchObject({ latency_ms: null, phases: {} });
    expect(rollupSchema.strict().safeParse(item).error).toBeUndefined();
  });
});
