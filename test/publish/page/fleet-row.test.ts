// A row of the fleet: what it says of a deployment that is well, of one that is not, and of one nobody knows about.
import { describe, expect, it } from 'vitest';
import type { DeploymentView } from '../../../src/model/snapshot.ts';
import { fleetRow, labelsOf } from '../../../src/publish/page/fleet-row.ts';
import { aChronicle, dayMs, hourMs } from '../../fixtures/chronicle.ts';
import { aCheckState, aComponent, aRun, aView, nowMs } from '../../fixtures/snapshot.ts';

const hostile = '"><img src=x onerror=alert(1)>';
const never = { days: [], hours: [] };
const rowOf = (view: DeploymentView, chronicle = aChronicle(nowMs)) =>
  fleetRow(view, chronicle, '/at', 7, nowMs).markup;
/** Columns as a reader without style has them. */
const cellsOf = (markup: string) =>
  markup
    .split(/<div role="(?:rowheader|cell)">/)
    .slice(1)
    .map((cell) =>
      cell
        .replaceAll(/<[^>]+>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    );

describe('a deployment that is well', () => {
  const row = rowOf(aView({ deployment: { labels: { env: 'prod', team: 'core' } } }));

  it('is told column by column', () => {
    expect(cellsOf(row)).toEqual([
      'Files EU env:prod team:core',
      'Operational since 2026-11-21 09:00:00 UTC',
      'Operational : API, Upload Service, Storage, Virus Scanning',
      '100 % up',
      '37 ms',
      'Contract kept Checked 2026-11-21 09:59:50 UTC',
    ]);
  });

  it('leads to its page, and has what it is filtered by', () => {
    expect(row).toContain('<div role="rowheader"><a href="/at/deployments/files-eu"><bdi>Files EU</bdi></a>');
    expect(row).toMatch(/^ role="row" id="d-files-eu" data-state="operational" data-index="7">/);
    expect(row).toContain('<bdi class="chip">env:prod</bdi>');
  });
});

describe('its state', () => {
  it('has its cause', () => {
    const view = aView({ state: { status: 'major_outage', cause: 'Storage reports major_outage' } });
    expect(cellsOf(rowOf(view))[1]).toBe(
      'Major outage since 2026-11-21 09:00:00 UTC Storage reports major_outage',
    );
  });

  it('keeps what a target wrote from right to left to its own place', () => {
    const cause = '\u05d0\u05d1 1 reports major_outage';
    expect(rowOf(aView({ state: { cause } }))).toContain(`<p><bdi dir="ltr">${cause}</bdi></p>`);
  });
});

describe('its components', () => {
  it('stand together by state, the worst first, each group with mark and word', () => {
    const components = [
      aComponent('API'),
      aComponent('Storage', 'major_outage'),
      aComponent('Search', 'unknown'),
      aComponent('Upload', 'major_outage'),
    ];
    const row = rowOf(aView({ state: { components } }));
    expect(cellsOf(row)[2]).toBe('Major outage : Storage, Upload Unknown : Search Operational : API');
    expect(row).toContain('<use href="#m-unknown"/>');
  });

  it('are named up to 8, and counted', () => {
    const components = Array.from({ length: 10 }, (_, index) => aComponent(`c${index}`));
    const row = rowOf(aView({ state: { components: [...components, aComponent('bad', 'major_outage')] } }));
    expect(cellsOf(row)[2]).toBe('Major outage : bad Operational : c0, c1, c2, c3, c4, c5, c6 and 3 more');
    expect(row).toContain('<span data-more="c7, c8, c9">');
  });

  it('are counted where there is no room for a name', () => {
    const bad = Array.from({ length: 8 }, (_, index) => aComponent(`b${index}`, 'major_outage'));
    const row = rowOf(aView({ state: { components: [aComponent('API'), ...bad] } }));
    expect(cellsOf(row)[2]).toMatch(/b7 Operational : 1$/);
  });

  it('may be none', () => {
    expect(cellsOf(rowOf(aView({ state: { components: [] } })))[2]).toBe('');
  });
});

describe('its past', () => {
  it.each([
    ['is not well in full where something was bad', aChronicle(nowMs, { 9: { bad: 1 } }), /^99.99 % up /],
    ['is none where nothing ran', never, /^No data$/],
    [
      'says of how much time it tells',
      { days: aChronicle(nowMs).days.slice(-3), hours: [] },
      /^100 % up 2 d 10 h of data$/,
    ],
    [
      'tells days with incidents, without modules, too',
      aChronicle(nowMs, { 1: { worst: 'major_outage', bad: 288, incidents: 1 } }),
      /^99.88 % up 2026-11-20: major outage, 90 % up, down 2 h 24 min, 1 incident$/,
    ],
  ] as const)('%s', (_, chronicle, expected) => {
    expect(cellsOf(rowOf(aView(), chronicle))[3]).toMatch(expected);
  });

  it('is there for modules, with the day it ends at', () => {
    expect(rowOf(aView(), aChronicle(nowMs, { 4: null }))).toContain(
      `<div class="bars" data-today="${Math.floor(nowMs / dayMs)}" data-days="4">`,
    );
  });
});

describe('its latency', () => {
  const latency = (status: ReturnType<typeof aCheckState> | undefined) =>
    cellsOf(rowOf(aView({ state: { checks: status ? { status } : {} } })))[4];

  it.each([
    ['of the last run', aCheckState('status', { last: aRun({ durationMs: 1234 }) }), '1.23 s'],
    ['is not told once it is stale', aCheckState('status', { fresh: false }), 'No current answer'],
    [
      'is not told of a run that had no answer',
      aCheckState('status', {
        last: aRun({ reason: 'dns', failure: { kind: 'dns', phase: 'dns', code: 'ENOTFOUND', message: '' } }),
      }),
      'No current answer',
    ],
    ['is not told before the first run', undefined, 'No current answer'],
  ])('%s', (_, status, expected) => {
    expect(latency(status)).toBe(expected);
  });

  it('has the line of its day', () => {
    const hour = { ...aChronicle(nowMs).days.at(-1), startMs: Math.floor(nowMs / hourMs) * hourMs };
    const chronicle = {
      days: [],
      hours: [
        {
          ...hour,
          runs: 1,
          bad: 0,
          worst: 'operational' as const,
          coveredMs: 1,
          answers: 1,
          durationSumMs: 5,
        },
      ],
    };
    expect(rowOf(aView(), chronicle)).toContain('</b><svg class="spark"');
  });
});

it('says of a deployment that never ran that nobody knows', () => {
  const view = aView({ state: { status: 'unknown', checks: {}, components: [] } });
  expect(cellsOf(rowOf(view, never))).toEqual([
    'Files EU',
    'Unknown since 2026-11-21 09:00:00 UTC',
    '',
    'No data',
    'No current answer',
    'Contract unknown Never checked',
  ]);
});

it('has no markup of a target', () => {
  const components = Array.from({ length: 12 }, () => aComponent(hostile, 'unknown'));
  const view = aView({
    deployment: { name: hostile, labels: { [hostile]: hostile } },
    state: { cause: hostile, components },
  });
  const row = rowOf(view);
  expect(row).not.toContain('<img');
  expect(row.split('&quot;&gt;&lt;img src=x onerror=alert(1)&gt;')).toHaveLength(1 + 1 + 2 + 1 + 8 + 4);
});

it('writes labels as filters ask for them', () => {
  expect(labelsOf({ env: 'prod', url: 'a:b' })).toEqual(['env:prod', 'url:a:b']);
});
