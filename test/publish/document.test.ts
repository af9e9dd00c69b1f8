// The fleet and the agent in the shapes of the API document, against documents written by hand from it.
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { listOf, resourceSchemas } from '../../src/contract/resources.ts';
import { fleetDocuments, selfDocuments, timestamp, timestampOrNull } from '../../src/publish/document.ts';
import { anIncident, aSnapshot, aView, nowMs } from '../fixtures/snapshot.ts';

const snapshot = aSnapshot({
  fleet: 'partial_outage',
  deployments: [
    aView(),
    aView({ deployment: { id: 'compute', name: 'Compute' }, state: { status: 'major_outage' } }),
  ],
  incidents: [
    anIncident({ id: 'inc_2', title: 'Compute: status is not reachable', createdMs: nowMs - 60_000 }),
    anIncident({ impact: 'minor', status: 'resolved', resolvedMs: nowMs - 300_000 }),
  ],
});

const statusDocument = {
  status: 'partial_outage',
  version: 'v2',
  region: 'Frankfurt',
  components: [
    { name: 'Files EU', status: 'operational' },
    { name: 'Compute', status: 'major_outage' },
  ],
  updated_at: '2026-11-21T10:00:00Z',
};

const regionList = {
  object: 'list',
  data: [{ code: 'fra1', name: 'Frankfurt', zone: 'eu-central', country: 'DE', status: 'operational' }],
};

const incidentList = {
  object: 'list',
  data: [
    {
      id: 'inc_2',
      created_at: '2026-11-21T09:59:00Z',
      title: 'Compute: status is not reachable',
      status: 'investigating',
      impact: 'critical',
    },
    {
      id: 'inc_1',
      created_at: '2026-11-21T09:50:00Z',
      title: 'Files EU: Storage reports major_outage',
      status: 'resolved',
      impact: 'minor',
      resolved_at: '2026-11-21T09:55:00Z',
    },
  ],
};

it.each([
  [Date.UTC(2026, 0, 2, 3, 4, 5, 999), '2026-01-02T03:04:05Z'],
  [0, '1970-01-01T00:00:00Z'],
])('writes %d with second precision and a trailing Z', (epochMs, expected) => {
  expect(timestamp(epochMs)).toBe(expected);
  expect(timestampOrNull(epochMs)).toBe(expected);
});

it.each([
  [Date.UTC(10_000, 0), '9999-12-31T23:59:59Z'],
  [Number.POSITIVE_INFINITY, '9999-12-31T23:59:59Z'],
  [Number.MAX_VALUE, '9999-12-31T23:59:59Z'],
  [Date.UTC(-1, 11, 31), '0000-01-01T00:00:00Z'],
  [Number.NEGATIVE_INFINITY, '0000-01-01T00:00:00Z'],
  [Number.NaN, '0000-01-01T00:00:00Z'],
])('writes %d, which four digits cannot, as the nearest they can, or as nothing', (epochMs, nearest) => {
  expect(timestamp(epochMs)).toBe(nearest);
  expect(timestampOrNull(epochMs)).toBeNull();
});

it.each([null, undefined])('writes %s as nothing', (absent) => {
  expect(timestampOrNull(absent)).toBeNull();
});

describe('the fleet', () => {
  it('is a status document with a component per deployment', () => {
    expect(fleetDocuments.status(snapshot)).toEqual(statusDocument);
  });

  it('has the region that checks are performed from', () => {
    expect(fleetDocuments.regions(snapshot)).toEqual(regionList);
  });

  it('lists incidents, with resolved_at on resolved ones alone, at most as many as asked for', () => {
    expect(fleetDocuments.incidents(snapshot, 100)).toEqual(incidentList);
    expect(fleetDocuments.incidents(snapshot, 1).data.map(({ id }) => id)).toEqual(['inc_2']);
  });
});

describe('the agent itself', () => {
  it('is as well as the worst of its parts', () => {
    const self = [
      { name: 'Status API', state: 'operational' },
      { name: 'Incident History', state: 'degraded_performance' },
    ] as const;
    expect(selfDocuments.status(aSnapshot({ self }))).toMatchObject({
      status: 'degraded_performance',
      components: [
        { name: 'Status API', status: 'operational' },
        { name: 'Incident History', status: 'degraded_performance' },
      ],
    });
  });

  it('is unknown while nothing is known of it', () => {
    expect(selfDocuments.status(aSnapshot({ self: [] }))).toHaveProperty('status', 'unknown');
    expect(selfDocuments.regions(aSnapshot({ self: [] })).data).toMatchObject([{ status: 'unknown' }]);
  });

  it('performs checks as well as its monitoring does', () => {
    const self = [{ name: 'Monitoring', state: 'major_outage' }] as const;
    expect(fleetDocuments.regions(aSnapshot({ self })).data).toMatchObject([{ status: 'major_outage' }]);
  });

  it('has no incidents of its own', () => {
    expect(selfDocuments.incidents(snapshot, 100)).toEqual({ object: 'list', data: [] });
  });
});

describe.each([
  ['the fleet', fleetDocuments],
  ['the agent itself', selfDocuments],
])('what %s answers', (_, documents) => {
  it.each<[string, z.ZodType, unknown]>([
    ['status', resourceSchemas.status.strict(), documents.status(snapshot)],
    ['regions', listOf(resourceSchemas.region.strict()).strict(), documents.regions(snapshot)],
    ['incidents', listOf(resourceSchemas.incident.strict()).strict(), documents.incidents(snapshot, 100)],
  ])('at %s is in the document, with no field beyond it', (_name, schema, answer) => {
    expect(schema.safeParse(answer).error).toBeUndefined();
  });
});
