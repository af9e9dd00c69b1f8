// The plain list: its sentence, its rows, and names that try to be markup.
import { describe, expect, it } from 'vitest';
import type { Snapshot } from '../../../src/model/snapshot.ts';
import { fleetSentence, renderFleetPage } from '../../../src/publish/page/fleet-page.ts';
import { siteAt } from '../../fixtures/page.ts';
import { aComponent, aSnapshot, aView } from '../../fixtures/snapshot.ts';

const hostile = '"><img src=x onerror=alert(1)>';
const down = aView({
  deployment: { id: 'b', name: hostile },
  state: {
    status: 'major_outage',
    cause: `${hostile} reports major_outage`,
    components: [aComponent(hostile, 'unknown')],
    checks: {},
  },
});

describe('the sentence', () => {
  it.each([
    [{ deployments: [] }, 'No deployments are configured.'],
    [{}, 'All deployments (1) are operational.'],
    [{ fleet: 'unknown' }, 'Unknown: 0 of 1 deployments not operational.'],
    [
      { fleet: 'major_outage', deployments: [aView(), down] },
      'Major outage: 1 of 2 deployments not operational.',
    ],
    [
      { fleet: 'operational', deployments: [aView(), down] },
      'Operational: 1 of 2 deployments not operational.',
    ],
  ] as const)('of %j', (over, expected) => {
    expect(fleetSentence(aSnapshot(over))).toBe(expected);
  });
});

const pageOf = (snapshot: Snapshot, prefix: string) =>
  [...renderFleetPage(snapshot, siteAt(prefix))].join('');

describe('the page', () => {
  const page = pageOf(aSnapshot({ fleet: 'major_outage', deployments: [aView(), down] }), '/picket');

  it('has a row per deployment with state, components and last check', () => {
    expect(page).toContain('<a href="/picket/deployments/files-eu">Files EU</a>');
    expect(page).toContain('<li><bdi>Storage</bdi>: Operational</li>');
    expect(page).toContain('<td data-label="Last check">2026-11-21T09:59:50Z</td>');
    expect(page).toContain('<td data-label="State">Major outage</td>');
    expect(page).toContain('<td data-label="Last check">never</td>');
  });

  it('has its rows in the body of the table', () => {
    expect(page.split('<tbody>\n')[1]).toMatch(/^<tr>\n<th scope="row">/);
    expect(page).toMatch(/<\/tr>\n<\/tbody>\n<\/table>\n<\/main>\n<\/body>\n<\/html>\n$/);
  });

  it('leads to the incidents', () => {
    expect(page).toContain('<nav><a href="/picket/incidents">Incidents</a></nav>');
  });

  it('names each cell as its column, for a narrow screen shows no heads of columns', () => {
    const heads = [...page.matchAll(/<th scope="col">([^<]+)</g)].map(([, head]) => head);
    const labels = [...page.matchAll(/ data-label="([^"]+)"/g)].map(([, label]) => label);
    expect(heads).toEqual(['Deployment', 'State', 'Cause', 'Components', 'Last check']);
    expect(labels).toEqual([...heads.slice(1), ...heads.slice(1)]);
  });

  it('keeps what a target wrote from right to left to its own place', () => {
    const cause = '\u05d0\u05d1 1 reports major_outage';
    const view = aView({ state: { components: [aComponent('\u05d0\u05d1 1')], cause } });
    const told = pageOf(aSnapshot({ deployments: [view] }), '');
    expect(told).toContain(`<td data-label="Cause"><bdi>${cause}</bdi></td>`);
    expect(told).toContain('<li><bdi>\u05d0\u05d1 1</bdi>: Operational</li>');
  });

  it('has no markup of a target', () => {
    expect(page).not.toContain('<img');
    expect(page.split('&quot;&gt;&lt;img src=x onerror=alert(1)&gt;')).toHaveLength(4);
  });
});
