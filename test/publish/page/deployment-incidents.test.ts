// The incidents of a deployment, and the exact transitions of a window.
import { describe, expect, it } from 'vitest';
import { incidentWithUpdates } from '../../../src/publish/incident.ts';
import { incidentsTold, transitionsTold } from '../../../src/publish/page/deployment-incidents.ts';
import { siteAt } from '../../fixtures/page.ts';
import { anIncident, nowMs } from '../../fixtures/snapshot.ts';

const site = siteAt('/at');
const open = incidentWithUpdates(anIncident());
const over = incidentWithUpdates(
  anIncident({
    id: 'inc_0',
    title: '<b>',
    impact: 'minor',
    status: 'resolved',
    createdMs: nowMs - 7_200_000,
    resolvedMs: nowMs - 3_600_000,
    updates: [
      { atMs: nowMs - 7_200_000, state: 'degraded_performance', text: '<i>' },
      { atMs: nowMs - 3_600_000, state: 'operational', text: 'all is well' },
    ],
  }),
);

describe('incidents', () => {
  it.each([
    [19, 'Newest first'],
    [20, 'Newest first; the latest 20'],
  ])('%d of them are told as the %s', (count, caption) => {
    const incidents = Array.from({ length: count }, () => over);
    expect(incidentsTold(incidents, site, nowMs).markup).toContain(`<caption>${caption}</caption>`);
  });

  const told = incidentsTold([open, over], site, nowMs).markup;

  it.each([
    [
      'where to read on',
      '<a href="/at/incidents/inc_1"><bdi dir="ltr">Files EU: Storage reports major_outage</bdi></a>',
    ],
    [
      'that one is not over, and for how long',
      '<td data-label="Ended">still open</td>\n<td data-label="Lasted">10 min</td>',
    ],
    ['how long another was', '<td data-label="Lasted">1 h</td>'],
    ['impact', '</svg>Minor</span></td>'],
  ])('show %s', (_, markup) => {
    expect(told).toContain(markup);
  });

  it('are nothing where there are none', () => {
    expect(incidentsTold([], site, nowMs).markup).toBe('');
  });
});

describe('transitions', () => {
  const times = (markup: string) => [...markup.matchAll(/<time datetime="([^"]+)"/g)].map(([, at]) => at);

  it('are those of all incidents since then, newest first', () => {
    const told = transitionsTold([over, open], nowMs - 3_700_000, site).markup;
    expect(times(told)).toEqual(['2026-11-21T09:50:00Z', '2026-11-21T09:00:00Z']);
    expect(told).toContain(
      '</svg>Operational</span></td>\n<td data-label="What"><bdi dir="ltr">all is well</bdi></td>',
    );
  });

  it('have no markup of a target', () => {
    const told = transitionsTold([over], 0, site).markup;
    expect(told).toContain('<bdi dir="ltr">&lt;i&gt;</bdi>');
    expect(told).toContain('<bdi dir="ltr">&lt;b&gt;</bdi>');
  });

  it('are at most 30, which is said', () => {
    const updates = Array.from({ length: 40 }, (_, index) => ({
      ...over.updates[0],
      created_at: `2026-11-21T09:00:${index + 10}Z`,
    }));
    const many = { ...over, updates: updates as typeof over.updates };
    const told = transitionsTold([many], 0, site).markup;
    expect(times(told)).toHaveLength(30);
    expect(times(told)[0]).toBe('2026-11-21T09:00:49Z');
    expect(told).toContain('newest first; the latest 30');
  });

  it('are nothing where there were none', () => {
    expect(transitionsTold([over], nowMs, site).markup).toBe('');
  });
});
