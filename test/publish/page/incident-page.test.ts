// The page of an incident: its updates, failing beside good answers, and bodies that try to be markup.
import { describe, expect, it } from 'vitest';
import type { Incident } from '../../../src/model/belief.ts';
import type { Evidence } from '../../../src/model/evidence.ts';
import { incidentWithEvidence } from '../../../src/publish/incident.ts';
import { renderIncidentPage } from '../../../src/publish/page/incident-page.ts';
import { anEvidence, anExhibit } from '../../fixtures/deviations.ts';
import { siteAt } from '../../fixtures/page.ts';
import { anIncident, nowMs } from '../../fixtures/snapshot.ts';

const pageOf = (evidence: readonly Evidence[], over: Partial<Incident> = {}) =>
  renderIncidentPage(incidentWithEvidence(anIncident(over), evidence), siteAt('/at'), nowMs);

describe('the page', () => {
  const page = pageOf([anEvidence()], { status: 'resolved', resolvedMs: nowMs });

  it.each([
    ['its deployment', '<a href="/at/deployments/files-eu">files-eu</a>'],
    ['its JSON', '<a href="/at/api/v2/incidents/inc_1">JSON</a>'],
    ['how it stands', '<dt>Status</dt><dd>resolved, impact critical</dd>'],
    ['its end', '<dt>Resolved</dt><dd>2026-11-21T10:00:00Z</dd>'],
    ['its updates', '<td data-label="State">Major outage</td>'],
    ['the transition', '<h3>status: incident opened at 2026-11-21T09:50:00Z</h3>'],
    ['headers', '<pre tabindex="0"><bdi>content-type: application/json</bdi></pre>'],
    ['a body', '<pre tabindex="0"><bdi>{&quot;status&quot;:&quot;major_outage&quot;}</bdi></pre>'],
    ['that a body is cut', '<dd>9000 bytes, of which this is the beginning</dd>'],
    ['that another is not', '<dd>24 bytes</dd>'],
    [
      'the difference',
      '<th scope="row"><bdi>status</bdi></th>\n<td data-label="Failing"><bdi>&quot;major_outage&quot;</bdi></td>\n<td data-label="Last good"><bdi>&quot;operational&quot;</bdi></td>',
    ],
  ])('shows %s', (_, markup) => {
    expect(page).toContain(markup);
  });

  it('puts the failing answer before the good one', () => {
    const heads = [...page.matchAll(/<h4>([^<]+)</g)].map(([, head]) => head);
    expect(heads).toEqual(['The failing answer', 'The last good answer']);
  });

  it('does not call the answer that resolved it the last good one', () => {
    const resolution = anEvidence({ transition: 'incident_resolved', failing: null, difference: [] });
    const heads = [...pageOf([resolution]).matchAll(/<h4>([^<]+)</g)].map(([, head]) => head);
    expect(heads).toEqual(['The good answer']);
  });

  it('is not read anew under the eyes of who reads it', () => {
    expect(page).not.toContain('http-equiv');
  });

  it('says what is absent from one of the two', () => {
    const difference = [{ path: 'a', good: null, failing: '1' }];
    expect(pageOf([anEvidence({ difference })])).toContain('<td data-label="Last good">absent</td>');
  });

  it('shows a failure without an answer', () => {
    const failure = { kind: 'connect', phase: 'connect', code: 'ECONNREFUSED', message: 'refused' } as const;
    const failing = anExhibit({ reason: 'connect', failure, status: null, headers: {}, body: null });
    const told = pageOf([anEvidence({ failing, good: null, difference: [] })]);
    expect(told).toContain('<dt>HTTP status</dt><dd>none</dd>');
    expect(told).toContain('<bdi>ECONNREFUSED</bdi> in connect: <bdi>refused</bdi>');
    expect(told).toContain('<dd>not had in full</dd>');
    expect(told).not.toContain('<pre');
    expect(told).not.toContain('The last good answer');
  });

  it('without evidence has no such heading', () => {
    expect(pageOf([])).not.toContain('Evidence');
  });
});

it('has no markup of a target, wherever it says it', () => {
  const hostile = '</bdi></pre><img src=x onerror=alert(1)>\u202e\u05d0';
  const failure = { kind: 'tls', phase: 'tls', code: hostile, message: hostile } as const;
  const failing = anExhibit({ failure, headers: { [hostile]: hostile }, body: hostile });
  const told = pageOf(
    [anEvidence({ failing, good: null, difference: [{ path: hostile, good: hostile, failing: hostile }] })],
    { title: hostile, updates: [{ atMs: nowMs, state: 'unknown', text: hostile }] },
  );
  const harmless = '&lt;/bdi&gt;&lt;/pre&gt;&lt;img src=x onerror=alert(1)&gt;\ufffd\u05d0';
  expect(told).not.toContain('<img');
  expect(told).not.toContain('\u202e');
  // Twice the title, one update, two of the failure, two of a header, the body, three of the difference.
  expect(told.split(harmless)).toHaveLength(1 + 11);
});
