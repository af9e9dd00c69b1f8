// The page of a deployment as a whole: its order, its parts that are kept current, its HTML without modules, hostile strings.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Incident } from '../../../src/model/belief.ts';
import { deploymentResource } from '../../../src/publish/deployment.ts';
import { incidentWithEvidence, incidentWithUpdates } from '../../../src/publish/incident.ts';
import { renderDeploymentPage } from '../../../src/publish/page/deployment-page.ts';
import { aContradiction, aDrift, anEvidence, anExhibit, aWalk } from '../../fixtures/deviations.ts';
import { anItem, failing } from '../../fixtures/history.ts';
import { siteAt } from '../../fixtures/page.ts';
import {
  aCheckState,
  aComponent,
  aFinding,
  anIncident,
  aRun,
  aView,
  confirmed,
  nowMs,
} from '../../fixtures/snapshot.ts';

type Over = Parameters<typeof aView>[0];
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const uptime = { '24h': 0.99999, '7d': 0.9995, '30d': 1, '90d': null };
const coverage = { '24h': 0.875, '7d': 1, '30d': 0.5, '90d': 0 };
const items = [
  anItem('2026-11-21T09:15:00Z'),
  anItem('2026-11-21T09:45:00Z', {
    phases: { connect: 2, first_byte: 60 },
    latency_ms: { mean: 62, max: 80 },
  }),
  anItem('2026-11-21T09:50:00Z', failing),
  anItem('2026-11-21T09:55:00Z', { worst: 'degraded_performance' }),
];
const aDay = (agoDays: number, bad: number) => ({
  startMs: Date.UTC(2026, 10, 21) - agoDays * dayMs,
  runs: 100,
  bad,
  worst: bad === 0 ? ('operational' as const) : ('major_outage' as const),
  coveredMs: agoDays === 0 ? 10 * hourMs : dayMs,
  answers: 100,
  durationSumMs: 3_700,
  incidents: bad === 0 ? 0 : 1,
});

const pageOf = (over: Over = {}, incidents: readonly Incident[] = [], evidence = [anEvidence()]) =>
  renderDeploymentPage(
    {
      deployment: deploymentResource(aView(over), { uptime, coverage }, true),
      baseUrl: 'http://files.example.test',
      chronicle: { days: [aDay(3, 20), aDay(1, 0), aDay(0, 0)], hours: [] },
      incidents: incidents.map(incidentWithUpdates),
      failed: incidents[0] === undefined ? null : incidentWithEvidence(incidents[0], evidence),
      view: {
        window: '1h',
        check: 'status',
        intervalMs: 30_000,
        shortestIntervalMs: 30_000,
        items,
        rows: items,
      },
      self: [],
    },
    siteAt('/at'),
    nowMs,
  );

const unwell: Over = {
  deployment: { labels: { team: 'storage' } },
  state: {
    status: 'degraded_performance',
    cause: 'files check fails (http_status 500)',
    checks: {
      status: aCheckState('status', { last: aRun({ findings: [aFinding()] }) }),
      files: aCheckState('files', {
        up: confirmed(1),
        last: aRun({ reason: 'http_status', httpStatus: 500 }),
        walk: aWalk(),
      }),
    },
    components: [{ ...aComponent('API', 'unknown'), reported: 'brown' }],
    regions: [
      {
        code: 'fra1',
        name: 'Frankfurt',
        zone: 'eu',
        country: 'DE',
        state: 'operational',
        reported: 'operational',
      },
    ],
    incident: anIncident(),
    drift: [aDrift()],
    contradictions: [aContradiction()],
    certificate: { notAfterMs: nowMs + 10 * dayMs, subject: 'CN=a', issuer: 'CN=b', error: null },
  },
};
const headings = (page: string) => [...page.matchAll(/<h2[^>]*>([^<]+)</g)].map(([, heading]) => heading);
const page = pageOf(unwell, [anIncident()]);

describe('the page', () => {
  it('has its sections in this order', () => {
    expect(headings(page)).toEqual([
      'Uptime',
      'Latency',
      'State',
      'Contradictions',
      'Checks',
      'Components',
      'Regions',
      'Findings',
      'Last failure',
      'Drift',
      'Certificate',
      'Incidents',
    ]);
  });

  it('leaves out what there is nothing of', () => {
    expect(headings(pageOf())).toEqual(['Uptime', 'Latency', 'State', 'Checks', 'Components']);
  });

  it('has the same parts to be kept current, whatever is in them', () => {
    const parts = (told: string) => [...told.matchAll(/id="([\w-]+)" data-live/g)].map(([, id]) => id);
    expect(parts(page)).toEqual([
      'head',
      'uptime',
      'days',
      'chart-words',
      'timeline',
      'contradictions',
      'checks',
      'components',
      'regions',
      'findings',
      'failure',
      'drift',
      'certificate',
      'incidents',
      'told',
    ]);
    expect(parts(pageOf())).toEqual(parts(page));
  });

  it('never skips a level of headings', () => {
    const levels = [...page.matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
    expect(levels[0]).toBe(1);
    for (const [index, level] of levels.entries())
      expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
  });

  it('has each id once', () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });

  it('is complete without modules', () => {
    const file = join(import.meta.dirname, '..', '..', 'fixtures', 'page', 'deployment.html');
    expect(page).toBe(readFileSync(file, 'utf8'));
  });
});

it('has no markup of a target, wherever it says it', () => {
  const hostile = '"><img src=x onerror=alert(1)>\u202e\u05d0';
  const finding = aFinding({ path: hostile, message: hostile, expected: hostile, observed: hostile });
  const region = { code: hostile, name: hostile, zone: hostile, country: hostile, reported: hostile };
  const failure = { kind: 'tls', phase: 'tls', code: hostile, message: hostile } as const;
  const exhibit = anExhibit({ failure, headers: { [hostile]: hostile }, body: hostile });
  const told = pageOf(
    {
      deployment: { name: hostile, kind: hostile, labels: { team: hostile } },
      state: {
        cause: hostile,
        checks: {
          status: aCheckState('status', { last: aRun({ findings: [finding] }) }),
          files: aCheckState('files', { walk: aWalk({ findings: [finding] }) }),
        },
        components: [{ ...aComponent(hostile), reported: hostile }],
        regions: [{ ...region, state: 'operational' }],
        drift: [aDrift({ path: hostile, message: hostile, expected: hostile, observed: hostile })],
        contradictions: [aContradiction({ finding })],
        certificate: { notAfterMs: null, subject: hostile, issuer: hostile, error: hostile },
      },
    },
    [anIncident({ title: hostile, updates: [{ atMs: nowMs, state: 'unknown', text: hostile }] })],
    [anEvidence({ failing: exhibit, difference: [{ path: hostile, good: hostile, failing: hostile }] })],
  );
  const harmless = '&quot;&gt;&lt;img src=x onerror=alert(1)&gt;\ufffd\u05d0';
  expect(told).not.toContain('<img');
  expect(told).not.toContain('\u202e');
  expect(told.split(harmless).length).toBeGreaterThan(40);
  // All but the title of the page and what is told aloud, which can hold no <bdi>, are set apart; a label and a header
  // together with their names.
  const apart = [...told.matchAll(/<bdi[^>]*>([^<]*)<\/bdi>/g)].filter(([, text]) =>
    text?.includes(harmless),
  );
  expect(told.split(harmless).length - 1 - 1 - 2).toBe(
    apart.reduce((sum, [, text]) => sum + (text?.split(harmless).length ?? 1) - 1, 0),
  );
});
