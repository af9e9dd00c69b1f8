// The page of an incident: how it stands, what is around it, and that it is kept live only while it is open.
import { describe, expect, it } from 'vitest';
import type { Incident } from '../../../src/model/belief.ts';
import type { Evidence } from '../../../src/model/evidence.ts';
import { incidentItem } from '../../../src/publish/document.ts';
import { incidentWithEvidence } from '../../../src/publish/incident.ts';
import { type Context, renderIncidentPage } from '../../../src/publish/page/incident-page.ts';
import { anEvidence, anExhibit } from '../../fixtures/deviations.ts';
import { siteAt } from '../../fixtures/page.ts';
import { anIncident, nowMs } from '../../fixtures/snapshot.ts';

const startMs = nowMs - 600_000;
const owner = { id: 'files-eu', name: 'Files EU' };
const alone: Context = { owner, earlier: null, later: null, unseenMs: 0 };
const pageOf = (
  over: Partial<Incident> = {},
  evidence: readonly Evidence[] = [],
  context: Partial<Context> = {},
) =>
  renderIncidentPage(
    incidentWithEvidence(anIncident(over), evidence),
    { ...alone, ...context },
    siteAt('/at'),
    nowMs,
  );

const resolved = {
  status: 'resolved',
  resolvedMs: nowMs,
  updates: [
    { atMs: startMs, state: 'major_outage', text: 'Storage reports major_outage' },
    { atMs: startMs + 240_000, state: 'degraded_performance', text: 'files check fails (http_status 404)' },
    { atMs: nowMs, state: 'operational', text: 'resolved: operational again' },
  ],
} satisfies Partial<Incident>;

const liveParts = (page: string) => [...page.matchAll(/id="(\w+)" data-live/g)].map(([, id]) => id);

it('is complete without modules', async () => {
  const earlier = incidentItem(
    anIncident({ id: 'inc_0', title: 'Files EU: files check fails', createdMs: startMs - 86_400_000 }),
  );
  const page = pageOf(resolved, [anEvidence()], { earlier });
  await expect(page).toMatchFileSnapshot('../../fixtures/page/incident.html');
});

describe('while it is open', () => {
  const page = pageOf();

  it('says for how long, and in which state', () => {
    expect(page).toContain('<use href="#m-major_outage"/></svg>Still open, for 10 min</span>');
    expect(page).not.toContain('<dt>Ended</dt>');
  });

  it('is kept live in its parts', () => {
    expect(liveParts(page)).toEqual(['standing', 'timeline', 'told']);
  });
});

describe('when it is over', () => {
  const page = pageOf(resolved);

  it('says how long it lasted', () => {
    expect(page).toContain('<use href="#m-operational"/></svg>Resolved after 10 min</span>');
    expect(page).toContain('<dt>Ended</dt><dd><time datetime="2026-11-21T10:00:00Z"');
  });

  it('is left as it is', () => {
    expect(liveParts(page)).toEqual([]);
    expect(page).not.toContain('http-equiv');
  });
});

describe('what nobody saw of it', () => {
  it('is told', () => {
    const eightHours = { ...resolved, createdMs: nowMs - 8 * 3_600_000 };
    const page = pageOf(eightHours, [], { unseenMs: 8 * 3_600_000 - 1_000 });
    expect(page).toContain('Resolved after 8 h</span></p>');
    expect(page).toContain(
      '<p class="unseen">Nobody looked for about 7 h 59 min of it: the agent did not run, or was cut off.</p>',
    );
  });

  it('is not told where it is less than runs leave out', () => {
    expect(pageOf(resolved, [], { unseenMs: 599_999 })).not.toContain('Nobody');
  });
});

it('is over in the state it ended in: nobody knows how a deployment is that was removed', () => {
  const updates = [{ atMs: nowMs, state: 'unknown', text: 'the deployment was removed' } as const];
  expect(pageOf({ ...resolved, updates })).toContain('<use href="#m-unknown"/></svg>Resolved after');
});

it('has what to tell aloud: its latest update, or that it is over, and no time that moves on', () => {
  const newsOf = (page: string) => /data-news="([^"]*)"/.exec(page)?.[1];
  const updates = [{ atMs: startMs, state: 'partial_outage', text: 'API reports partial_outage' } as const];
  expect(newsOf(pageOf({ updates }))).toBe('Partial outage, API reports partial_outage');
  expect(newsOf(pageOf(resolved))).toBe('The incident is over');
});

it('leads to its deployment where that has a page', () => {
  expect(pageOf()).toContain('<dd><a href="/at/deployments/files-eu"><bdi>Files EU</bdi></a></dd>');
  const gone = pageOf({}, [], { owner: { id: 'files-eu', name: null } });
  expect(gone).toContain('<dt>Deployment</dt><dd><bdi>files-eu</bdi></dd>');
});

describe('its neighbours', () => {
  const [earlier, later] = ['inc_0', 'inc_2'].map((id) =>
    incidentItem(anIncident({ id, title: `Of ${id}` })),
  );

  it('are told with when they were', () => {
    const page = pageOf({}, [], { earlier: earlier ?? null, later: later ?? null });
    expect(page).toContain('<nav class="neighbours" aria-label="Other incidents of Files EU">');
    expect(page).toMatch(
      /<small>Before, <time [^\n]*<a href="\/at\/incidents\/inc_0"><bdi dir="ltr">Of inc_0</,
    );
    expect(page).toMatch(
      /<small>Next, <time [^\n]*<a href="\/at\/incidents\/inc_2"><bdi dir="ltr">Of inc_2</,
    );
  });

  it('are not there for the only one', () => {
    expect(pageOf()).not.toContain('neighbours');
  });
});

it('has headings in order', () => {
  const levels = [...pageOf(resolved, [anEvidence()]).matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
  expect(levels).toEqual([1, 2, 3, 3]);
});

it('has no markup of a target, wherever it says it', () => {
  const hostile = '</title></bdi></pre><img src=x onerror=alert(1)>\u202e\u05d0';
  const line = `${hostile}${'x'.repeat(4_000)}`;
  const page = pageOf(
    { title: hostile, updates: [{ atMs: startMs, state: 'unknown', text: `${hostile} reports unknown` }] },
    [anEvidence({ failing: anExhibit({ body: line }) })],
    { owner: { id: 'x', name: hostile }, earlier: incidentItem(anIncident({ title: hostile })) },
  );
  const harmless = '&lt;/title&gt;&lt;/bdi&gt;&lt;/pre&gt;&lt;img src=x onerror=alert(1)&gt;\ufffd\u05d0';
  expect(page).not.toContain('<img');
  expect(page).not.toContain('\u202e');
  // Title and heading, what is told aloud, deployment, what is affected, the update, the body, the neighbour and the name of
  // their list.
  expect(page.split(harmless)).toHaveLength(1 + 9);
});
