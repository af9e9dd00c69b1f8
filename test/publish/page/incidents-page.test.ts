// The page of the latest incidents: open ones first, then day by day, where they lead, and titles that try to be markup.
import { describe, expect, it } from 'vitest';
import type { Incident } from '../../../src/model/belief.ts';
import { incidentItem } from '../../../src/publish/document.ts';
import {
  daysOf,
  type FleetIncident,
  incidentColumns,
  renderIncidentsPage,
} from '../../../src/publish/page/incidents-page.ts';
import { table } from '../../../src/publish/page/table.ts';
import { siteAt } from '../../fixtures/page.ts';
import { anIncident, nowMs } from '../../fixtures/snapshot.ts';

const site = siteAt('/at');
const row = (over: Partial<Incident> = {}, name: string | null = 'Files EU'): FleetIncident => {
  const incident = anIncident(over);
  return { ...incidentItem(incident), deployment: { id: incident.deployment, name } };
};
/** One that began then and lasted a minute. */
const over = (id: string, beganAt: string, more: Partial<Incident> = {}) => {
  const createdMs = Date.parse(beganAt);
  return row({ id, createdMs, status: 'resolved', resolvedMs: createdMs + 60_000, ...more });
};
const pageOf = (incidents: readonly FleetIncident[], isCut = false) =>
  renderIncidentsPage({ incidents, isCut }, site, nowMs);
const headings = (page: string) => [...page.matchAll(/<h2>([^<]+?) ?</g)].map(([, heading]) => heading);

const some = [
  row(),
  over('inc_0', '2026-11-20T23:59:59Z', { impact: 'minor' }),
  {
    ...over('inc_gone', '2026-11-18T12:00:00Z', { deployment: 'gone', impact: 'major' }),
    deployment: { id: 'gone', name: null },
  },
];

it('is complete without modules', async () => {
  await expect(pageOf(some)).toMatchFileSnapshot('../../fixtures/page/incidents.html');
});

describe('the page', () => {
  const page = pageOf(some);

  it.each([
    [
      'what happened, and where to read on',
      '<a href="/at/incidents/inc_1"><bdi dir="ltr">Files EU: Storage reports major_outage</bdi></a>',
    ],
    ['its impact with its mark', '<use href="#m-major_outage"/></svg>Critical</span>'],
    ['another impact with another mark', '<use href="#m-degraded_performance"/></svg>Minor</span>'],
    ['for how long one is open', '<span>Open for 10 min</span>'],
    ['how long another was', '<use href="#m-operational"/></svg>Resolved after 1 min</span>'],
    [
      'its deployment, and since when',
      '<a href="/at/deployments/files-eu"><bdi>Files EU</bdi></a>, <time datetime="2026-11-21T09:50:00Z"',
    ],
    ['one that is configured no more, without its page', '<small><bdi>gone</bdi>, '],
    ['the same as JSON', '<a href="/at/api/v2/incidents">JSON</a>'],
    ['in its title that something is open', '<title>Incidents (1 open) - Picket</title>'],
  ])('shows %s', (_, markup) => {
    expect(page).toContain(markup);
  });

  it('has those that are open first, then a heading for each day', () => {
    expect(headings(page)).toEqual(['Open now', 'Fri, 20 Nov 2026', 'Wed, 18 Nov 2026']);
  });

  it('is kept live, and read anew where modules cannot', () => {
    expect([...page.matchAll(/id="(\w+)" data-live/g)].map(([, id]) => id)).toEqual(['open', 'over', 'told']);
    expect(page).toContain('<noscript><meta http-equiv="refresh" content="30"></noscript>');
  });
});

describe('days', () => {
  const days = (incidents: readonly FleetIncident[]) =>
    daysOf(incidents).map(({ day, incidents }) => [day, ...incidents.map(({ id }) => id)]);

  it('begin at midnight UTC, and an incident is of the day on which it began', () => {
    const incidents = [
      over('d', '2026-11-21T00:00:00Z'),
      over('c', '2026-11-20T23:59:59Z'),
      over('b', '2026-11-20T00:00:00Z'),
      over('a', '2026-10-31T12:00:00Z'),
    ];
    expect(days(incidents)).toEqual([
      ['2026-11-21', 'd'],
      ['2026-11-20', 'c', 'b'],
      ['2026-10-31', 'a'],
    ]);
  });

  it('are none without incidents', () => {
    expect(days([])).toEqual([]);
  });
});

it.each([
  ['nothing is known', [], 'No incidents are known.'],
  ['nothing is open', [over('inc_0', '2026-11-20T10:00:00Z')], 'No incident is open.'],
])('says so where %s', (_, incidents, told) => {
  const page = pageOf(incidents);
  expect(page).toContain(`<p>${told}</p>`);
  expect(page).toContain('<title>Incidents - Picket</title>');
  expect(headings(page)).not.toContain('Open now');
});

it('has what to tell aloud: how many are open, and which came last', () => {
  const newsOf = (page: string) => /<section id="open" data-live data-news="([^"]*)">/.exec(page)?.[1];
  expect(newsOf(pageOf([row({ title: 'New' }), row({ id: 'inc_2', title: 'Old' })]))).toBe(
    'Open incidents: 2, the newest is New',
  );
  expect(newsOf(pageOf([]))).toBe('No incident is open');
});

it('says that older ones are left out', () => {
  expect(pageOf(some, true)).toContain('Older ones are left out here.');
  expect(pageOf(some)).not.toContain('left out');
});

it('has no markup of a target', () => {
  const hostile = '</bdi><img src=x onerror=alert(1)>\u202e';
  const page = pageOf([
    row({ title: hostile }, hostile),
    over('inc_0', '2026-11-20T10:00:00Z', { title: hostile }),
  ]);
  expect(
    page.match(/<bdi[^>]*>&lt;\/bdi&gt;&lt;img src=x onerror=alert\(1\)&gt;\ufffd<\/bdi>/g),
  ).toHaveLength(3);
  expect(page).not.toContain('<img');
});

it('are a table on the page of their deployment', () => {
  const told = table('', incidentColumns(site), [row(), over('inc_0', '2026-11-20T10:00:00Z')]).markup;
  expect(told).toContain('<use href="#m-major_outage"/></svg>Critical</span></td>');
  expect(told).toContain('<td data-label="Ended">still open</td>');
  expect(told).toContain('<td data-label="Ended"><time datetime="2026-11-20T10:01:00Z"');
});
