// The series of a deployment, its components and its regions.
import { describe, expect, it } from 'vitest';
import type { DeploymentState } from '../../src/model/belief.ts';
import type { Deployment } from '../../src/model/deployment.ts';
import { deploymentFamilies } from '../../src/publish/deployment-families.ts';
import { type FleetFamily, targetsOf } from '../../src/publish/family.ts';
import { componentStateSet, partFamilies } from '../../src/publish/part-families.ts';
import { aContradiction, aDrift } from '../fixtures/deviations.ts';
import { writtenBy } from '../fixtures/exposition.ts';
import { aCheckState, aComponent, anIncident, aSnapshot, aView, nowMs } from '../fixtures/snapshot.ts';

function series(
  state: Partial<DeploymentState>,
  deployment: Partial<Deployment> = {},
  families: readonly FleetFamily[] = [...deploymentFamilies, ...partFamilies],
): Record<string, number> {
  const [target] = targetsOf(aSnapshot({ deployments: [aView({ state, deployment })] }), new Map());
  if (target === undefined) throw new Error('no target');
  return writtenBy(families, target);
}

describe('a deployment', () => {
  it('that is healthy, over http', () => {
    expect(series({ components: [aComponent('API')] })).toEqual({
      deployment_status_code: 0,
      deployment_status_change_timestamp_seconds: (nowMs - 3_600_000) / 1000,
      'deployment_info{Files EU,file-storage,v1,http://files.example.test}': 1,
      deployment_reported_timestamp_seconds: (nowMs - 10_250) / 1000,
      deployment_clock_skew_seconds: 0.12,
      deployment_incident_open: 0,
      'deployment_incidents_total{minor}': 0,
      'deployment_incidents_total{major}': 0,
      'deployment_incidents_total{critical}': 0,
      'deployment_items{files}': 20,
      'component_status_code{API}': 0,
      'component_status_change_timestamp_seconds{API}': (nowMs - 3_600_000) / 1000,
    });
  });

  it.each([
    ['operational', 0],
    ['under_maintenance', 1],
    ['unknown', 2],
    ['degraded_performance', 3],
    ['partial_outage', 4],
    ['major_outage', 5],
  ] as const)('in state %s has code %d', (status, code) => {
    expect(series({ status })).toHaveProperty('deployment_status_code', code);
  });

  it('shows an expired certificate though verification failed', () => {
    const certificate = { notAfterMs: nowMs - 5_000, subject: 'x', issuer: 'y', error: 'CERT_HAS_EXPIRED' };
    expect(series({ certificate })).toHaveProperty(
      'deployment_tls_not_after_timestamp_seconds',
      (nowMs - 5_000) / 1000,
    );
  });

  it('has no date of a certificate whose date cannot be read', () => {
    const certificate = { notAfterMs: null, subject: 'x', issuer: 'y', error: null };
    expect(series({ certificate })).not.toHaveProperty('deployment_tls_not_after_timestamp_seconds');
  });

  it('has an open incident until it is resolved', () => {
    expect(series({ incident: anIncident() })).toHaveProperty('deployment_incident_open', 1);
    const resolved = anIncident({ status: 'resolved', resolvedMs: nowMs });
    expect(series({ incident: resolved })).toHaveProperty('deployment_incident_open', 0);
  });

  it('loses skew and items with its last fresh answer, and keeps timestamps', () => {
    const checks = {
      status: aCheckState('status', { fresh: false }),
      files: aCheckState('files', { fresh: false }),
    };
    const names = Object.keys(series({ checks, components: [] }));
    expect(names.filter((name) => /skew|items/.test(name))).toEqual([]);
    expect(names).toContain('deployment_reported_timestamp_seconds');
  });

  it('has a contradiction while it is confirmed and the status check fresh, and nothing otherwise', () => {
    const name = 'deployment_contradiction{contradiction.status_vs_checks}';
    expect(series({ contradictions: [aContradiction()] })).toHaveProperty([name], 1);
    expect(series({ contradictions: [aContradiction({ sinceMs: null })] })).not.toHaveProperty([name]);
    const checks = { status: aCheckState('status', { fresh: false }), files: aCheckState('files') };
    expect(series({ checks, contradictions: [aContradiction()] })).not.toHaveProperty([name]);
  });

  it('counts the ways in which it drifted by rule', () => {
    const drift = [
      aDrift(),
      aDrift({ rule: 'drift.list_emptied' }),
      aDrift({ path: 'data[].tags', count: 9 }),
    ];
    expect(series({ drift })).toMatchObject({
      'deployment_drift{drift.unknown_field}': 2,
      'deployment_drift{drift.list_emptied}': 1,
    });
  });

  it('has objectives where they are configured, and its own labels on info', () => {
    const seen = series({}, { slo: { availability: 0.999, latencyMs: 500 }, labels: { team: 'storage' } });
    expect(seen).toMatchObject({
      deployment_availability_objective_ratio: 0.999,
      deployment_latency_objective_seconds: 0.5,
      'deployment_info{Files EU,file-storage,v1,http://files.example.test,storage}': 1,
    });
  });
});

describe('components and regions', () => {
  it('show their states as codes, the worse one where two names are alike once cut', () => {
    const long = 'x'.repeat(120);
    const components = [aComponent(`${long}1`), aComponent(`${long}2`, 'partial_outage')];
    const region = { code: 'fra1', name: 'F', zone: 'eu-central', country: 'DE', reported: 'odd' };
    const seen = series({ components, regions: [{ ...region, state: 'unknown' }] });
    expect(seen).toMatchObject({ [`component_status_code{${long}}`]: 4, 'region_status_code{fra1}': 2 });
    expect(Object.keys(seen).filter((name) => name.startsWith('component_status_code'))).toHaveLength(1);
  });

  it('have a StateSet with exactly one 1', () => {
    expect(series({ components: [aComponent('API', 'partial_outage')] }, {}, [componentStateSet])).toEqual({
      'component_status{API,operational}': 0,
      'component_status{API,under_maintenance}': 0,
      'component_status{API,unknown}': 0,
      'component_status{API,degraded_performance}': 0,
      'component_status{API,partial_outage}': 1,
      'component_status{API,major_outage}': 0,
    });
  });
});
