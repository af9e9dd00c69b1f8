// The page of the latest incidents: a row each, where they lead, and titles that try to be markup.
import { describe, expect, it } from 'vitest';
import { incidentItem } from '../../../src/publish/document.ts';
import { type FleetIncident, renderIncidentsPage } from '../../../src/publish/page/incidents-page.ts';
import { siteAt } from '../../fixtures/page.ts';
import { anIncident, nowMs } from '../../fixtures/snapshot.ts';

const row = (over: Parameters<typeof anIncident>[0] = {}, isConfigured = true): FleetIncident => {
  const incident = anIncident(over);
  return { ...incidentItem(incident), deployment: { id: incident.deployment, isConfigured } };
};

describe('the page', () => {
  const page = renderIncidentsPage(
    [row(), row({ id: 'inc_0', deployment: 'gone', status: 'resolved', resolvedMs: nowMs }, false)],
    siteAt('/at'),
    nowMs,
  );

  it.each([
    [
      'what happened, and where to read on',
      '<a href="/at/incidents/inc_1"><bdi>Files EU: Storage reports major_outage</bdi></a>',
    ],
    ['how it stands', '<td data-label="Status">investigating, critical</td>'],
    ['since when', '<td data-label="Created">2026-11-21T09:50:00Z</td>'],
    ['that it is not over', '<td data-label="Resolved"></td>'],
    ['its end', '<td data-label="Resolved">2026-11-21T10:00:00Z</td>'],
    ['its deployment', '<td data-label="Deployment"><a href="/at/deployments/files-eu">files-eu</a></td>'],
    ['one that is configured no more, without its page', '<td data-label="Deployment">gone</td>'],
    ['the same as JSON', '<a href="/at/api/v2/incidents">JSON</a>'],
    ['the way back', '<a href="/at/">Deployments</a>'],
  ])('shows %s', (_, markup) => {
    expect(page).toContain(markup);
  });

  it('keeps the order', () => {
    expect([...page.matchAll(/incidents\/(inc_\d)/g)].map(([, id]) => id)).toEqual(['inc_1', 'inc_0']);
  });

  it('is read anew where its modules cannot', () => {
    expect(page).toContain('<noscript><meta http-equiv="refresh" content="30"></noscript>');
  });
});

it('says so where there are none', () => {
  const page = renderIncidentsPage([], siteAt(''), nowMs);
  expect(page).toContain('<p>There are none.</p>');
  expect(page).not.toContain('<table');
});

it('has no markup of a target', () => {
  const page = renderIncidentsPage(
    [row({ title: '</bdi><img src=x onerror=alert(1)>\u202e' })],
    siteAt(''),
    nowMs,
  );
  expect(page).toContain('<bdi>&lt;/bdi&gt;&lt;img src=x onerror=alert(1)&gt;\ufffd</bdi>');
  expect(page).not.toContain('<img');
});
