// Ninety days as a handful of paths: one per look, whatever happened, and the same in words.
import { describe, expect, it } from 'vitest';
import { barsOf, dayOf } from '../../../src/publish/page/bars.ts';
import { aChronicle, dayMs, hourMs } from '../../fixtures/chronicle.ts';
import { nowMs } from '../../fixtures/snapshot.ts';

const pathsOf = (markup: string) =>
  Object.fromEntries([...markup.matchAll(/class="([^"]+)" d="([^"]+)"/g)].map(([, name, d]) => [name, d]));
const drawn = (days: Parameters<typeof aChronicle>[1]) =>
  pathsOf(barsOf(aChronicle(nowMs, days), nowMs).drawn.markup);
const none = Object.fromEntries(Array.from({ length: 90 }, (_, ago) => [ago, null]));

const outage = { worst: 'major_outage', bad: 288, incidents: 1 } as const;
const brief = { worst: 'major_outage', bad: 28, incidents: 1 } as const;

describe('what is drawn', () => {
  it.each([
    ['days that were all well as one stroke', {}, { 's-operational': 'M0 15h270' }],
    ['no days at all as stubs', none, { 's-none': 'M0 22h270' }],
    [
      'today last, the first day first',
      { 0: outage, 89: outage },
      { 's-major_outage': 'M0 12h3M267 12h3', 's-operational': 'M3 15h264' },
    ],
    [
      'days that follow each other as one stroke',
      { 3: outage, 4: outage },
      { 's-operational': 'M0 15h255M261 15h9', 's-major_outage': 'M255 12h6' },
    ],
    [
      'a brief outage as a cap on a bar that is well',
      { 0: brief },
      { 's-operational': 'M0 15h270', 's-major_outage brief': 'M267 4h3' },
    ],
    [
      'an outage of one run in twenty over the whole bar, and one of less as a cap',
      { 0: { ...brief, bad: 144 }, 1: { ...brief, bad: 143 } },
      { 's-operational': 'M0 15h267', 's-major_outage brief': 'M264 4h3', 's-major_outage': 'M267 12h3' },
    ],
    [
      'what is no outage over the whole bar, however brief it was',
      { 0: { worst: 'degraded_performance' } },
      { 's-operational': 'M0 15h267', 's-degraded_performance': 'M267 12h3' },
    ],
    [
      'no well day where a run in twenty was bad, though that was never confirmed',
      { 0: { bad: 144 }, 1: { bad: 143 } },
      { 's-operational': 'M0 15h267', 's-degraded_performance': 'M267 12h3' },
    ],
    [
      'a day with an incident and no runs as one without data',
      { 0: { runs: 0, worst: 'unknown', coveredMs: 0, incidents: 1 } },
      { 's-operational': 'M0 15h267', 's-none': 'M267 22h3' },
    ],
  ] as const)('has %s', (_, days, expected) => {
    expect(drawn(days)).toEqual(expected);
  });

  it('is a path per look, never one per day', () => {
    const every = Object.fromEntries(
      Array.from({ length: 90 }, (_, ago) => [ago, [outage, brief, null, {}][ago % 4] ?? null]),
    );
    expect(Object.keys(drawn(every))).toHaveLength(4);
  });

  it('leaves out days of before and after the 90', () => {
    const { days } = aChronicle(nowMs);
    const moved = (byMs: number) => days.map((day) => ({ ...day, startMs: day.startMs + byMs }));
    expect(pathsOf(barsOf({ days: moved(-dayMs), hours: [] }, nowMs).drawn.markup)).toEqual({
      's-operational': 'M0 15h267',
      's-none': 'M267 22h3',
    });
    expect(pathsOf(barsOf({ days: moved(dayMs), hours: [] }, nowMs).drawn.markup)).toEqual({
      's-none': 'M0 22h3',
      's-operational': 'M3 15h267',
    });
  });
});

describe('the days for modules', () => {
  it.each([
    ['are none where all were well', {}, ''],
    ['are one stretch where none has data', none, '0-89'],
    [
      'have downtime, time without data and incidents',
      { 2: { ...outage, coveredMs: 20 * hourMs }, 5: null },
      '2:5.9000.7200.14400.1 5',
    ],
    ['do not call operational what was bad by turns', { 1: { bad: 1440 } }, '1:3.5000.43200'],
    ['do not tell that a few minutes are missing', { 1: { coveredMs: dayMs - 500_000 } }, ''],
  ])('%s', (_, days, expected) => {
    expect(barsOf(aChronicle(nowMs, days), nowMs).days).toBe(expected);
  });

  it('measure today by what has passed of it', () => {
    const half = aChronicle(nowMs, { 0: { coveredMs: 4 * hourMs } });
    expect(barsOf(half, nowMs).days).toBe('0:0...21600');
  });
});

it.each([
  ['nothing ran', none, null],
  ['all was well', {}, 1],
  ['days were bad, weighed by their runs', { ...none, 0: { runs: 100, bad: 100 }, 1: { runs: 300 } }, 0.75],
] as const)('has the share of good runs where %s', (_, days, expected) => {
  expect(barsOf(aChronicle(nowMs, days), nowMs).up).toBe(expected);
});

it('counts the time that runs stand for', () => {
  const days = { ...none, 1: {}, 2: { coveredMs: 6 * hourMs } };
  expect(barsOf(aChronicle(nowMs, days), nowMs).coveredMs).toBe(30 * hourMs);
});

describe('the words', () => {
  it('are none where no day had downtime or an incident', () => {
    expect(barsOf(aChronicle(nowMs, { 3: { worst: 'unknown' }, 4: null }), nowMs).unwell).toBe('');
  });

  it('tell the newest three days, and how many more there are', () => {
    const days = { 0: brief, 9: { incidents: 2 }, 20: outage, 30: outage, 31: outage };
    expect(barsOf(aChronicle(nowMs, days), nowMs).unwell).toBe(
      [
        '2026-11-21: major outage, 99.02 % up, down 5 min 50 s, 1 incident',
        '2026-11-12: operational, 100 % up, 2 incidents',
        '2026-11-01: major outage, 90 % up, down 2 h 24 min, 1 incident',
        'and 2 more days',
      ].join('; '),
    );
    expect(barsOf(aChronicle(nowMs, { ...days, 31: {} }), nowMs).unwell).toMatch(/; and 1 more day$/);
  });
});

it('counts days in UTC', () => {
  expect(dayOf(Date.UTC(2026, 10, 21))).toBe(dayOf(Date.UTC(2026, 10, 21, 23, 59, 59, 999)));
  expect(dayOf(Date.UTC(2026, 10, 22))).toBe(dayOf(Date.UTC(2026, 10, 21)) + 1);
});
