// The strip of states: the worst of all checks, a stretch a path, the same in words and as a list.
import { describe, expect, it } from 'vitest';
import { timeline } from '../../../src/publish/page/deployment-timeline.ts';
import { anItem } from '../../fixtures/history.ts';

const startMs = Date.UTC(2026, 10, 21, 10);
const atMs = startMs + 6 * 300_000 - 60_000;
const frame = { fromMs: startMs, toMs: startMs + 6 * 300_000, lengthMs: 300_000 };
const at = (minute: string) => `2026-11-21T10:${minute}:00Z`;
const strip = timeline(
  [
    anItem(at('00')),
    anItem(at('05')),
    anItem(at('05'), { check: 'files', worst: 'degraded_performance' }),
    anItem(at('10'), { worst: 'partial_outage' }),
    anItem(at('10'), { check: 'files' }),
    anItem(at('25')),
  ],
  frame,
  30_000,
  atMs,
).markup;

describe('the strip', () => {
  it('has a path for each stretch, lower where all was well, a stub where there is no data', () => {
    const paths = [...strip.matchAll(/<path class="([^"]+)" d="([^"]+)"/g)].map(([, state, d]) => [state, d]);
    expect(paths).toEqual([
      ['s-operational', 'M0 3H1V10H0z'],
      ['s-degraded_performance', 'M1 0H2V10H1z'],
      ['s-partial_outage', 'M2 0H3V10H2z'],
      ['s-none', 'M3 8H5V10H3z'],
      ['s-operational', 'M5 3H6V10H5z'],
    ]);
  });

  it('is told in a sentence', () => {
    expect(strip).toContain(
      'The worst of each 5 min: operational 9 min, degraded performance 5 min, partial outage 5 min, no data 10 min.',
    );
  });

  it('is told as a list, an item for each path', () => {
    const items = [...strip.matchAll(/<li>(.*)<\/li>/g)].map(([, item]) => item ?? '');
    expect(items).toHaveLength(5);
    expect(items[3]).toMatch(/No data<.*10:15:00 UTC<\/time> to <time.*10:25:00 UTC<\/time>/);
    // The bucket under way ends later.
    expect(items[4]).toMatch(/Operational<.*10:25:00 UTC<\/time> to now</);
  });

  it('counts the time that runs stand for, not their buckets', () => {
    const little = timeline(
      [
        anItem(at('00'), { covered_seconds: 17 }),
        anItem(at('05'), { worst: 'major_outage', covered_seconds: 0 }),
        anItem(at('05'), { check: 'files', covered_seconds: 100 }),
        anItem(at('20'), { covered_seconds: 0 }),
        anItem(at('25'), { covered_seconds: 240 }),
      ],
      frame,
      30_000,
      atMs,
    ).markup;
    expect(little).toContain(
      'The worst of each 5 min: operational 4 min 17 s, major outage 1 min 40 s, no data 23 min 3 s.',
    );
    const items = [...little.matchAll(/<li>(.*)<\/li>/g)].map(([, item]) => item ?? '');
    expect(items.map((item) => item.match(/, no data for [^<]*/)?.[0])).toEqual([
      ', no data for 4 min 43 s of it',
      ', no data for 3 min 20 s of it',
      undefined,
      ', no data for 5 min of it',
    ]);
  });

  it('can be reached by a keyboard', () => {
    expect(strip).toContain('id="strip" tabindex="0" role="group" aria-label="');
  });
});

it('holds a state until the next run is due, where runs are far apart', () => {
  const rare = timeline([anItem(at('00')), anItem(at('15'))], frame, 900_000, atMs).markup;
  expect(rare).toContain('d="M0 3H6V10H0z"');
});

it('of nothing says that there is no data', () => {
  const empty = timeline([], frame, 30_000, atMs).markup;
  expect(empty).toContain('<path class="s-none" d="M0 8H6V10H0z"/>');
  expect(empty).toContain('The worst of each 5 min: no data 29 min.');
});

it('leaves out the bucket under way while nothing can have run in it', () => {
  const early = timeline([], frame, 30_000, startMs + 5 * 300_000 + 59_000).markup;
  expect(early).toContain('<path class="s-none" d="M0 8H5V10H0z"/>');
  expect(early).toContain('The worst of each 5 min: no data 25 min.');
});
