// The updates of an incident down a line: in order, with their evidence, and folded where there are many.
import { describe, expect, it } from 'vitest';
import type { Incident } from '../../../src/model/belief.ts';
import type { Evidence } from '../../../src/model/evidence.ts';
import { incidentWithEvidence } from '../../../src/publish/incident.ts';
import { timelineTold } from '../../../src/publish/page/timeline.ts';
import { anEvidence } from '../../fixtures/deviations.ts';
import { anIncident, nowMs } from '../../fixtures/snapshot.ts';

const startMs = nowMs - 600_000;
const update = (
  afterMs: number,
  text = `after ${afterMs}`,
  state: Incident['updates'][number]['state'] = 'major_outage',
) => ({
  atMs: startMs + afterMs,
  state,
  text,
});
const told = (updates: Incident['updates'], evidence: readonly Evidence[] = []) =>
  timelineTold(incidentWithEvidence(anIncident({ updates }), evidence)).markup;

/** What each entry tells of its evidence. */
const evidenceIn = (markup: string) =>
  markup
    .split('<p class="when">')
    .slice(1)
    .map((entry) => /<details( open)?><summary>Evidence: ([^<]+)/.exec(entry)?.slice(1, 3).join('|') ?? null);

describe('an update', () => {
  const markup = told([
    update(0, 'Storage reports major_outage'),
    update(125_000, 'resolved: operational again', 'operational'),
  ]);

  it('has its instant, its state with its mark, and its text', () => {
    expect(markup).toContain('<time datetime="2026-11-21T09:50:00Z"');
    expect(markup).toContain('<use href="#m-major_outage"/></svg>Major outage</span>');
    expect(markup).toContain('<p><bdi dir="ltr">Storage reports major_outage</bdi></p>');
  });

  it('but the first has the time since the start', () => {
    expect([...markup.matchAll(/<small>([^<]+)/g)].map(([, since]) => since)).toEqual(['after 2 min 5 s']);
  });

  it('is told as text, whatever it says', () => {
    const hostile = told([update(0, '</bdi><img src=x>\u202e')]);
    expect(hostile).toContain('<bdi dir="ltr">&lt;/bdi&gt;&lt;img src=x&gt;\ufffd</bdi>');
  });
});

describe('evidence', () => {
  const at = (afterMs: number, over: Partial<Evidence> = {}) =>
    anEvidence({ atMs: startMs + afterMs, ...over });
  const resolution = { transition: 'incident_resolved', failing: null, difference: [] } as const;

  it('stands with the update of its instant; only the first that failed is unfolded', () => {
    const markup = told(
      [update(0), update(5_000), update(9_000), update(12_000)],
      [at(0), at(9_000, { check: 'files', good: null }), at(12_000, resolution)],
    );
    expect(evidenceIn(markup)).toEqual([
      ' open|failing and good answer of the status check',
      null,
      '|the failing answer of the files check',
      '|the answer of the status check',
    ]);
  });

  it('is not unfolded where none failed', () => {
    expect(evidenceIn(told([update(0)], [at(0, resolution)]))).toEqual(['|the answer of the status check']);
  });

  it('of the same second is told once each', () => {
    const markup = told([update(0), update(400)], [at(0), at(400, { check: 'files' })]);
    expect(evidenceIn(markup)).toEqual([
      ' open|failing and good answer of the status check',
      '|failing and good answer of the files check',
    ]);
  });
});

describe('many updates', () => {
  const updates = (count: number) =>
    Array.from({ length: count }, (_, index) => update(index * 1_000, `no. ${index}`));
  const textsIn = (markup: string) =>
    [...markup.matchAll(/<bdi dir="ltr">no\. (\d+)</g)].map(([, index]) => Number(index));

  it('of a readable number are all shown', () => {
    expect(told(updates(20))).not.toContain('updates between');
  });

  it('beyond it are folded between the first and the last, none left out', () => {
    const markup = told(updates(100));
    expect(markup).toContain('<summary>85 updates between</summary>');
    expect(textsIn(markup)).toEqual(Array.from({ length: 100 }, (_, index) => index));
    const [before = '', rest = ''] = markup.split('<li class="between">');
    const [, after = ''] = rest.split('</ol>\n</details></li>');
    expect(textsIn(before)).toHaveLength(5);
    expect(textsIn(after)).toHaveLength(10);
  });
});
