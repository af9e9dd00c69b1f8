// The last failure beside the last good answer, with the way to its incident.
import { expect, it } from 'vitest';
import { incidentWithEvidence } from '../../../src/publish/incident.ts';
import { lastFailure } from '../../../src/publish/page/deployment-evidence.ts';
import { anEvidence } from '../../fixtures/deviations.ts';
import { siteAt } from '../../fixtures/page.ts';
import { anIncident, nowMs } from '../../fixtures/snapshot.ts';

const told = (...evidence: ReturnType<typeof anEvidence>[]) =>
  lastFailure(incidentWithEvidence(anIncident(), evidence), siteAt('/at')).markup;

it('is the latest with a failing answer', () => {
  const resolution = anEvidence({ atMs: nowMs, transition: 'incident_resolved', failing: null });
  const markup = told(anEvidence({ atMs: nowMs - 900_000 }), anEvidence(), resolution);
  expect(markup).toContain('<p>At <time datetime="2026-11-21T09:50:00Z"');
  expect(markup).toContain('in <a href="/at/incidents/inc_1">');
  expect([...markup.matchAll(/<h3>([^<]+)/g)].map(([, heading]) => heading)).toEqual([
    'The last good answer',
    'The failing answer',
  ]);
});

it('is nothing where none is kept', () => {
  expect(told()).toBe('');
  expect(lastFailure(null, siteAt('')).markup).toBe('');
});
