// updated_at against the fleet's clock: ahead of it, or older than is allowed.
import { describe, expect, test } from 'vitest';
import type { Deployment } from '../../src/model/deployment.ts';
import { answer, fixture, nowMs } from '../fixtures/observation.ts';
import { deploymentOf, runOf } from './round.ts';

/** The findings about freshness where the status document was updated at that instant. */
function freshness(deployment: Deployment, updatedAt: string, fleetSkewMs: number | null) {
  const body = fixture('status-v1-file-storage').replace('2026-11-20T09:59:58Z', updatedAt);
  const date = new Date(nowMs + (fleetSkewMs ?? 0)).toUTCString();
  const { findings } = runOf(deployment, 'status', answer('status', body, { date }), fleetSkewMs);
  return findings.filter(({ rule }) => rule.startsWith('freshness.'));
}

test.each(['2001-01-01T00:00:00Z', '2101-01-01T00:00:00Z'])(
  "%s is judged by no clock while the fleet's is not known",
  (updatedAt) => {
    const within = deploymentOf('file-storage', { updatedAtMaxAgeMs: 3_600_000 });
    expect(freshness(within, updatedAt, null)).toEqual([]);
    expect(freshness(within, updatedAt, 0)).toHaveLength(1);
  },
);

/** What came is shown as it came. */
const found = (rule: string, observed: string, count: number) =>
  Array(count).fill(expect.objectContaining({ rule, severity: 'warning', path: 'updated_at', observed }));

describe('freshness.updated_at_future', () => {
  test.each([
    ['2026-11-20T10:00:05Z', 0, 0],
    ['2026-11-20T10:00:06Z', 0, 1],
    ['2026-11-20T10:01:05Z', 60_000, 0],
    ['2026-11-20T10:00:00Z', -60_000, 1],
    ['2020-01-01T00:00:00Z', 0, 0],
    ['9999-12-31 in no form', 0, 0],
  ])('%s where the fleet is %i ms ahead: %i findings', (updatedAt, fleetSkewMs, findings) => {
    expect(freshness(deploymentOf('file-storage'), updatedAt, fleetSkewMs)).toEqual(
      found('freshness.updated_at_future', updatedAt, findings),
    );
  });
});

describe('freshness.updated_at_old', () => {
  test.each([
    ['2026-11-20T09:00:00Z', 0, 0],
    ['2026-11-20T08:59:59Z', 0, 1],
    ['2026-11-20T09:00:59Z', 60_000, 1],
    ['2026-11-20T08:59:59Z', -60_000, 0],
    ['2026-11-20T10:00:00Z', 0, 0],
    ['1000-01-01 in no form', 0, 0],
  ])(
    '%s where the fleet is %i ms ahead and an hour is allowed: %i findings',
    (updatedAt, skewMs, findings) => {
      const within = deploymentOf('file-storage', { updatedAtMaxAgeMs: 3_600_000 });
      expect(freshness(within, updatedAt, skewMs)).toEqual(
        found('freshness.updated_at_old', updatedAt, findings),
      );
    },
  );

  test('where no age is set, any is well', () => {
    expect(freshness(deploymentOf('file-storage'), '2001-01-01T00:00:00Z', 0)).toEqual([]);
  });
});
