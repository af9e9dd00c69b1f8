// The page of a deployment: every section of it, sections that are not there, and strings that try to be markup.
import { describe, expect, it } from 'vitest';
import { deploymentResource } from '../../../src/publish/deployment.ts';
import { incidentItem } from '../../../src/publish/document.ts';
import { renderDeploymentPage } from '../../../src/publish/page/deployment-page.ts';
import { aContradiction, aDrift, aWalk } from '../../fixtures/deviations.ts';
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
const pageOf = (over: Over, incidents = [anIncident()]) =>
  renderDeploymentPage(
    deploymentResource(aView(over), {}, true),
    incidents.map(incidentItem),
    siteAt('/at'),
    nowMs,
  );
const headings = (page: string) => [...page.matchAll(/<h2>([^<]+)</g)].map(([, heading]) => heading);

const page = pageOf({
  state: {
    status: 'degraded_performance',
    cause: 'files check fails (http_status 500)',
    checks: {
      status: aCheckState('status', { last: aRun({ findings: [aFinding()] }) }),
      files: aCheckState('files', {
        up: confirmed(1),
        last: aRun({ reason: 'http_status', httpStatus: 500 }),
        walk: aWalk({ findings: [aFinding({ rule: 'meaning.ids_duplicate', path: 'pages[2].data[0].id' })] }),
      }),
    },
    components: [{ ...aComponent('API', 'unknown'), reported: 'brown' }],
    drift: [aDrift()],
    contradictions: [aContradiction()],
    certificate: { notAfterMs: nowMs, subject: 'CN=a', issuer: 'CN=b', error: 'CERT_HAS_EXPIRED' },
  },
});

describe('the page', () => {
  it('has its sections in this order', () => {
    expect(headings(page)).toEqual([
      'Contradictions',
      'Checks',
      'Components',
      'Findings',
      'Drift',
      'Incidents',
    ]);
  });

  it.each([
    ['its state', '<dd>Degraded performance since 2026-11-21T09:00:00Z</dd>'],
    ['its cause', '<dt>Cause</dt><dd><bdi>files check fails (http_status 500)</bdi></dd>'],
    [
      'its certificate',
      '<bdi>CN=a</bdi>, issued by <bdi>CN=b</bdi>, valid until 2026-11-21T10:00:00Z (<bdi>CERT_HAS_EXPIRED</bdi>)',
    ],
    ['why a check fails', '<td data-label="Last run">http_status<small>2026-11-21T09:59:50Z</small></td>'],
    ['what is confirmed of it', '<td data-label="Confirmed">down</td>'],
    ['its latency', '<td data-label="Latency">37.0 ms<small>dns 1.0 ms, connect 2.0 ms'],
    ['its walk', '52 items on 3 pages, to the last page<small>2026-11-21T09:45:00Z</small>'],
    ['a word as it was reported', '<td data-label="Reported"><bdi>brown</bdi></td>'],
    [
      'where a finding is',
      '<td data-label="Where">status<small><bdi>headers.cache-control</bdi></small></td>',
    ],
    ['a finding of a walk', '<small><bdi>pages[2].data[0].id</bdi></small>'],
    ['what was observed', '<td data-label="Observed"><bdi>max-age=5</bdi></td>'],
    [
      'since when it drifts',
      '120 runs<small>first 2026-11-21T08:00:00Z</small><small>last 2026-11-21T09:59:50Z</small>',
    ],
    [
      'both sides of a contradiction',
      '<td data-label="Expected"><bdi>operational</bdi></td>\n<td data-label="Observed"><bdi>files: http_status</bdi></td>',
    ],
    ['its incidents', '<a href="/at/incidents/inc_1"><bdi>Files EU: Storage reports major_outage</bdi></a>'],
    ['its JSON', '<a href="/at/api/v2/deployments/files-eu">JSON</a>'],
  ])('shows %s', (_, markup) => {
    expect(page).toContain(markup);
  });

  it('leaves out what there is nothing of', () => {
    expect(headings(pageOf({}, []))).toEqual(['Checks', 'Components']);
    expect(pageOf({})).not.toContain('Certificate');
    expect(pageOf({})).not.toContain('Cause');
  });

  it('has a column for walks only where there was one', () => {
    const column = '<th scope="col">Walk over its pages</th>';
    expect(page).toContain(column);
    expect(pageOf({})).not.toContain(column);
  });

  it('tells findings of all checks and walks with the gravest first', () => {
    const info = aFinding({ rule: 'drift.unknown_field', severity: 'info' });
    const error = aFinding({ rule: 'shape.type', severity: 'error' });
    const told = pageOf({
      state: {
        checks: {
          status: aCheckState('status', { last: aRun({ findings: [info] }) }),
          files: aCheckState('files', {
            last: aRun({ findings: [error] }),
            walk: aWalk({ findings: [aFinding()] }),
          }),
        },
      },
    });
    const severities = [...told.matchAll(/data-label="Severity">(\w+)</g)].map(([, severity]) => severity);
    expect(severities).toEqual(['error', 'warning', 'info']);
  });

  it('leads to the incident first of all, while one is open', () => {
    const link = '<dt>Incident</dt><dd><a href="/at/incidents/inc_1"><bdi>';
    expect(pageOf({ state: { incident: anIncident() } })).toContain(link);
    const resolved = anIncident({ status: 'resolved', resolvedMs: nowMs });
    expect(pageOf({ state: { incident: resolved } })).not.toContain('<dt>Incident</dt>');
  });

  it('of a deployment that never ran says that it does not know', () => {
    const told = pageOf({ state: { status: 'unknown', checks: {} } });
    expect(told).toContain('(no fresh answer of the status check)');
    expect(told).toContain('<td data-label="Last run">never</td>\n<td data-label="Confirmed">unknown</td>');
  });
});

it('has no markup of a target, wherever it says it', () => {
  const hostile = '"><img src=x onerror=alert(1)>\u202e\u05d0';
  const finding = aFinding({ path: hostile, message: hostile, expected: hostile, observed: hostile });
  const told = pageOf(
    {
      deployment: { name: hostile },
      state: {
        cause: hostile,
        checks: {
          status: aCheckState('status', { last: aRun({ findings: [finding] }) }),
          files: aCheckState('files', { walk: aWalk({ findings: [finding] }) }),
        },
        components: [{ ...aComponent(hostile), reported: hostile }],
        drift: [aDrift({ path: hostile, message: hostile, expected: hostile, observed: hostile })],
        contradictions: [aContradiction({ finding })],
        certificate: { notAfterMs: null, subject: hostile, issuer: hostile, error: hostile },
      },
    },
    [anIncident({ title: hostile })],
  );
  const harmless = '&quot;&gt;&lt;img src=x onerror=alert(1)&gt;\ufffd\u05d0';
  expect(told).not.toContain('<img');
  expect(told).not.toContain('\u202e');
  // The title of the page can hold no <bdi>; every other of them is set apart.
  expect(told.split(harmless)).toHaveLength(1 + 1 + 23);
  expect(told.split(`<bdi>${harmless}</bdi>`)).toHaveLength(1 + 23);
});
