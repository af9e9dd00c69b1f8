// The page of the fleet: its sentence, which rows it shows in which order, its weight, and the whole of it without modules.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Snapshot } from '../../../src/model/snapshot.ts';
import type { State } from '../../../src/model/states.ts';
import { fleetQuery } from '../../../src/publish/page/fleet-filter.ts';
import { fleetSentence, renderFleetFragment, renderFleetPage } from '../../../src/publish/page/fleet-page.ts';
import { aChronicle } from '../../fixtures/chronicle.ts';
import { siteAt } from '../../fixtures/page.ts';
import { smallFleet } from '../../fixtures/small-fleet.ts';
import { aComponent, aSnapshot, aView, nowMs } from '../../fixtures/snapshot.ts';

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

  const monitoring = (state: State) => [{ name: 'Monitoring', state }];
  it.each([
    ['stands still', {}, 'major_outage', 'Unknown', 'all deployments (1) were operational when last asked.'],
    ['is cut off', {}, 'partial_outage', 'Unknown', 'all deployments (1) were operational when last asked.'],
    [
      'stands still, of planned work',
      { fleet: 'under_maintenance', deployments: [aView(), down, aView()] },
      'major_outage',
      'Unknown',
      '2 of 3 deployments were operational when last asked.',
    ],
    [
      'stands still, of an outage',
      { fleet: 'major_outage', deployments: [aView(), down] },
      'major_outage',
      'Major outage',
      '1 of 2 deployments not operational.',
    ],
  ] as const)('is not green while the agent %s', (_, over, state, word, told) => {
    const snapshot = aSnapshot({ ...over, self: monitoring(state) });
    const page = pageOf(pastOf(snapshot));
    expect(fleetSentence(snapshot)).toBe(`${word}: ${told}`);
    expect(page).toContain(`<title>${word} - Picket</title>`);
    expect(page).not.toContain('<h1><span class="state s-operational">');
    const fragment = [...renderFleetFragment(pastOf(snapshot), new Set(), siteAt(''))].join('');
    expect(fragment).toContain(`<title>${word} - Picket</title>`);
  });

  it('is as the deployments are where a run was late: of that one it is known by itself', () => {
    const snapshot = aSnapshot({ self: monitoring('degraded_performance') });
    expect(fleetSentence(snapshot)).toBe('All deployments (1) are operational.');
  });
});

describe('the tally', () => {
  const tallyOf = (...deployments: ReturnType<typeof aView>[]) =>
    /<p class="tally">(.*)<\/p>/
      .exec(pageOf(pastOf(aSnapshot({ deployments }))))?.[1]
      ?.replace(/<[^>]*>/g, '');

  it('says how many are in each state, the worst first', () => {
    expect(tallyOf(aView(), down, aView({ deployment: { id: 'c' } }))).toBe('1 major outage, 2 operational');
  });

  it('is not there where all are well, or none is', () => {
    expect(tallyOf(aView())).toBeUndefined();
    expect(tallyOf()).toBeUndefined();
  });
});

const pastOf = (snapshot: Snapshot) => ({ ...smallFleet, snapshot });
const pageOf = (past = smallFleet, query: Parameters<typeof fleetQuery.parse>[0] = {}, prefix = '') =>
  [...renderFleetPage(past, fleetQuery.parse(query), siteAt(prefix))].join('');
const idsOf = (page: string) => [...page.matchAll(/<div( hidden)? role="row" id="d-([^"]+)"/g)];
const shownOf = (page: string) => idsOf(page).flatMap(([, hidden, id]) => (hidden ? [] : [id]));

it('is complete without modules, letter by letter', () => {
  const golden = readFileSync(join(import.meta.dirname, '../../fixtures/page/fleet.html'), 'utf8');
  expect(pageOf(smallFleet, {}, '/picket')).toBe(golden);
});

describe('the rows', () => {
  it.each([
    ['the worst first', {}, ['media-us', 'search', 'files-eu']],
    ['as they are configured', { sort: 'configured' }, ['files-eu', 'media-us', 'search']],
    ['by name', { sort: 'name' }, ['files-eu', 'media-us', 'search']],
    ['that are not operational', { state: 'unwell' }, ['media-us', 'search']],
    ['of a state', { state: 'unknown' }, ['search']],
    ['with a label', { label: 'env:prod' }, ['files-eu']],
    ['with a text', { q: 'STORAGE major' }, ['media-us']],
  ])('are shown %s', (_, query, expected) => {
    const page = pageOf(smallFleet, query);
    expect(shownOf(page)).toEqual(expected);
    expect(page).toContain(
      `role="status">${expected.length === 3 ? '3' : `${expected.length} of 3`} deployments</p>`,
    );
  });

  it('that are not asked for are there, hidden, for modules to show them', () => {
    expect(idsOf(pageOf(smallFleet, { state: 'unknown' }))).toHaveLength(3);
  });

  it('have their places in the configuration, whatever their order', () => {
    const places = [...pageOf().matchAll(/id="d-(\S+)" data-state="\w+" data-index="(\d)"/g)];
    expect(places.map(([, id, index]) => [id, index])).toEqual([
      ['media-us', '1'],
      ['search', '2'],
      ['files-eu', '0'],
    ]);
  });
});

describe('that nothing matches', () => {
  const nothing = '<p id="nothing">No deployment is like that.</p>';
  it.each([
    ['is said where something is asked', smallFleet, { q: 'absent' }, true],
    ['is not said where something is shown', smallFleet, {}, false],
    ['is not said where nothing is configured', pastOf(aSnapshot({ deployments: [] })), {}, false],
  ])('%s', (_, past, query, isSaid) => {
    expect(pageOf(past, query).includes(nothing)).toBe(isSaid);
  });
});

describe('the agent itself', () => {
  it('is told of where it is not well, and only then', () => {
    expect(pageOf()).toContain('Incident History: Partial outage</span>. What it tells may be incomplete.');
    expect(pageOf(pastOf(aSnapshot()))).not.toContain('Picket itself');
  });
});

it('has no markup of a target', () => {
  const page = pageOf(pastOf(aSnapshot({ deployments: [aView(), down] })), { q: hostile, label: hostile });
  expect(page).not.toContain('<img');
});

it('is another revision when others are configured, or in another order', () => {
  const revisionOf = (...ids: string[]) => {
    const deployments = ids.map((id) => aView({ deployment: { id } }));
    return /data-revision="([^"]+)"/.exec(pageOf(pastOf(aSnapshot({ deployments }))))?.[1];
  };
  expect(revisionOf('a', 'b')).toBe(revisionOf('a', 'b'));
  expect(new Set([revisionOf('a', 'b'), revisionOf('b', 'a'), revisionOf('a'), revisionOf('ab')]).size).toBe(
    4,
  );
});

describe('a fragment', () => {
  const fragmentOf = (...ids: string[]) =>
    [...renderFleetFragment(smallFleet, new Set(ids), siteAt('/picket'))].join('');

  it('has the rows asked for as the page has them, and none that is not there', () => {
    const fragment = fragmentOf('search', 'gone');
    expect(shownOf(fragment)).toEqual(['search']);
    const page = pageOf(smallFleet, {}, '/picket');
    const row = fragment.slice(fragment.indexOf('<div role="row"'), fragment.lastIndexOf('</div>\n'));
    expect(page).toContain(row);
  });

  it.each([
    ['<title>[^<]+</title>'],
    ['<div id="overall" .*?</div>\n'],
    ['<p id="told">.*?</p>\n'],
    ['data-revision="[^"]+"'],
  ])('has %s of the page', (pattern) => {
    const [part] = new RegExp(pattern, 's').exec(fragmentOf()) ?? [];
    expect(part).toBeDefined();
    expect(pageOf(smallFleet, {}, '/picket')).toContain(part);
  });
});

describe('a thousand rows with 90 days each', () => {
  const unwell = { worst: 'major_outage', bad: 30, incidents: 1 } as const;
  const chronicle = aChronicle(nowMs, { 2: unwell, 30: unwell, 60: null, 61: unwell });
  const ids = Array.from({ length: 1_000 }, (_, index) => `deployment-${index}`);
  const past = {
    snapshot: aSnapshot({
      deployments: ids.map((id) =>
        aView({ deployment: { id, name: id, labels: { env: 'prod', team: 'core' } } }),
      ),
    }),
    chronicles: new Map(ids.map((id) => [id, chronicle])),
  };
  const page = pageOf(past);

  it('weigh less than 1.5 MB', () => {
    expect(Buffer.byteLength(page)).toBeLessThan(1_500_000);
  });

  it('have few elements to draw', () => {
    expect(page.split('<path ').length / 1_000).toBeLessThan(5);
  });
});
