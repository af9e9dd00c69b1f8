// The section of latency: what can be chosen, where its module asks, and its words, complete without modules.
import { describe, expect, it } from 'vitest';
import { deploymentResource } from '../../../src/publish/deployment.ts';
import { incidentWithUpdates } from '../../../src/publish/incident.ts';
import { chart, type View } from '../../../src/publish/page/deployment-chart.ts';
import { anItem, failing } from '../../fixtures/history.ts';
import { siteAt } from '../../fixtures/page.ts';
import { anIncident, aView, nowMs } from '../../fixtures/snapshot.ts';

const sectionOf = (over: Partial<View> = {}, incidents = [anIncident()]) => {
  const items = [anItem('2026-11-21T09:50:00Z'), anItem('2026-11-21T09:55:00Z', failing)];
  const view: View = {
    window: '24h',
    check: 'status',
    intervalMs: 30_000,
    shortestIntervalMs: 30_000,
    items,
    rows: [],
    ...over,
  };
  const deployment = deploymentResource(aView(), {}, true);
  return chart(deployment, view, incidents.map(incidentWithUpdates), siteAt('/at'), nowMs).markup;
};
const linksOf = (markup: string) =>
  [...markup.matchAll(/<li><a href="([^"]+)"( aria-current="true")?>/g)].map(([, path, chosen]) => [
    path,
    chosen !== undefined,
  ]);

describe('what can be chosen', () => {
  it('are its checks and the windows, by links that keep the other choice', () => {
    expect(linksOf(sectionOf({ window: '7d', check: 'files' }))).toEqual([
      ['/at/deployments/files-eu?window=7d#latency', false],
      ['/at/deployments/files-eu?window=7d&amp;check=files#latency', true],
      ['/at/deployments/files-eu?window=1h&amp;check=files#latency', false],
      ['/at/deployments/files-eu?check=files#latency', false],
      ['/at/deployments/files-eu?window=7d&amp;check=files#latency', true],
      ['/at/deployments/files-eu?window=90d&amp;check=files#latency', false],
    ]);
  });

  it('is the plain page for what is chosen unless asked', () => {
    expect(linksOf(sectionOf())[0]).toEqual(['/at/deployments/files-eu#latency', true]);
  });
});

it.each([
  ['1h', '5m', 3_600_000, 300_000],
  ['24h', '5m', 86_400_000, 300_000],
  ['7d', '1h', 604_800_000, 3_600_000],
  ['90d', '1d', 7_776_000_000, 86_400_000],
] as const)('tells its module where the history of %s is', (window, resolution, windowMs, bucketMs) => {
  expect(sectionOf({ window })).toContain(
    `data-history="/at/api/v2/deployments/files-eu/history?window=${window}&amp;resolution=${resolution}&amp;check=status" data-window-ms="${windowMs}" data-length-ms="${bucketMs}" data-interval-ms="30000"`,
  );
});

describe('the legend', () => {
  it('is of the latest bucket with an answer; what did not happen has no number', () => {
    const legend = sectionOf();
    expect(legend).toMatch(
      /<figcaption class="legend">\n<p><time datetime="2026-11-21T09:50:00Z".* to <time datetime="2026-11-21T09:55:00Z"/,
    );
    const values = [...legend.matchAll(/data-of="(\w+)">([^<]+)</g)].map(([, name, value]) => [name, value]);
    expect(values).toEqual([
      ['dns', '1.0 ms'],
      ['connect', '2.0 ms'],
      ['tls', '–'],
      ['first_byte', '30.0 ms'],
      ['transfer', '4.0 ms'],
      ['mean', '37.0 ms'],
      ['max', '52.5 ms'],
    ]);
  });

  it('says that there is none', () => {
    expect(sectionOf({ items: [] })).toContain('<p>No answers</p>');
  });
});

describe('incidents in the window', () => {
  it('are listed with their times, where the module reads them', () => {
    expect(sectionOf()).toContain(
      '<li data-from="2026-11-21T09:50:00Z" data-to=""><a href="/at/incidents/inc_1"><bdi dir="ltr">',
    );
  });

  it('are those that were open in it', () => {
    const dayMs = 86_400_000;
    const past = (agoMs: number) => anIncident({ createdMs: nowMs - 3 * dayMs, resolvedMs: nowMs - agoMs });
    expect(sectionOf({}, [past(2 * dayMs)])).not.toContain('Shaded');
    expect(sectionOf({ window: '7d' }, [past(2 * dayMs)])).toContain('Shaded');
    expect(sectionOf({}, [past(dayMs / 2)])).toContain('Shaded');
  });
});

it('says that of many incidents the latest are shaded', () => {
  const some = (count: number) =>
    Array.from({ length: count }, (_, index) => anIncident({ id: `inc_${index}` }));
  expect(sectionOf({}, some(19))).toContain('>Shaded in the chart:<');
  expect(sectionOf({}, some(20))).toContain('>Shaded in the chart, the latest 20:<');
});

it('keeps its words current, and leaves the chart to its module', () => {
  const markup = sectionOf();
  expect([...markup.matchAll(/id="([^"]+)" data-live/g)].map(([, id]) => id)).toEqual(['chart-words']);
  expect(markup.indexOf('</figure>')).toBeLessThan(markup.indexOf('id="chart-words"'));
});
