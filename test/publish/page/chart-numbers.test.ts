// The numbers behind a chart: a sentence that hides no gap, and a table with the newest first.
import { describe, expect, it } from 'vitest';
import { frameAt } from '../../../src/browser/series.js';
import { chartNumbers } from '../../../src/publish/page/chart-numbers.ts';
import type { View } from '../../../src/publish/page/deployment-chart.ts';
import { anItem, failing } from '../../fixtures/history.ts';

const hourMs = 3_600_000;
const atMs = Date.UTC(2026, 10, 21, 10, 59, 30);
const frame = frameAt(atMs, hourMs, 300_000);
const all = Array.from({ length: 12 }, (_, index) =>
  anItem(`2026-11-21T10:${String(index * 5).padStart(2, '0')}:00Z`),
);
const told = (over: Partial<View>) => {
  const view: View = {
    window: '1h',
    check: 'status',
    intervalMs: 30_000,
    shortestIntervalMs: 30_000,
    items: all,
    rows: [],
    ...over,
  };
  return chartNumbers(view, frame, atMs).markup;
};

describe('the sentence', () => {
  it.each<[string, View['items'], string, number?]>([
    [
      'of an hour that is known',
      all,
      'over 1 hour: means from 37.0 ms to 37.0 ms, at most 52.5 ms; none of 120 runs failed.<',
    ],
    [
      'with gaps',
      [
        anItem('2026-11-21T10:00:00Z'),
        anItem('2026-11-21T10:05:00Z', { latency_ms: { mean: 99, max: 1_000 } }),
      ],
      'means from 37.0 ms to 99.0 ms, at most 1000.0 ms; none of 20 runs failed. No data for 49 min 30 s of it.<',
    ],
    [
      'without answers',
      [anItem('2026-11-21T10:00:00Z', failing)],
      'no answer was had in full; 10 of 10 runs failed. No data for 54 min 30 s of it.<',
    ],
    [
      'of runs that are further apart than a bucket is long, each counted once',
      [anItem('2026-11-21T10:00:00Z', { runs: 1 }), anItem('2026-11-21T10:30:00Z', { runs: 1, failures: 1 })],
      '1 of 2 runs failed.<',
      1_800_000,
    ],
    [
      'of buckets that runs stand for a part of',
      [anItem('2026-11-21T10:00:00Z', { covered_seconds: 10 }), ...all.slice(1)],
      'none of 120 runs failed. No data for 4 min 50 s of it.<',
    ],
    [
      'of runs of which little is known',
      [anItem('2026-11-21T10:55:00Z', { covered_seconds: 1 })],
      'No data for 59 min 29 s of it.<',
    ],
    [
      'of runs that do not fill their buckets, though they are all there',
      all.map((item) => ({ ...item, covered_seconds: 240 })),
      'none of 120 runs failed.<',
      240_000,
    ],
    ['without runs', [], 'The status check: no data over 1 hour.<'],
    [
      'of the chosen check alone',
      [anItem('2026-11-21T10:00:00Z', { check: 'files' })],
      'no data over 1 hour.<',
    ],
  ])('%s', (_, items, expected, intervalMs = 30_000) => {
    expect(told({ items, intervalMs })).toContain(expected);
  });
});

describe('the table', () => {
  it('has the newest first', () => {
    const page = told({ rows: all.slice(0, 2) });
    const starts = [...page.matchAll(/<time datetime="([^"]+)"/g)].map(([, start]) => start);
    expect(starts).toEqual(['2026-11-21T10:05:00Z', '2026-11-21T10:00:00Z']);
    expect(page).toContain('<caption>The status check by 5 min, newest first</caption>');
  });

  it('leaves empty what was not measured', () => {
    const page = told({ rows: [anItem('2026-11-21T10:00:00Z', failing)] });
    expect(page).toContain('<td data-label="Failed">10</td>\n<td data-label="Mean"></td>');
    expect(page).toContain('Major outage</span></td>');
  });

  it('is not there without rows', () => {
    expect(told({})).not.toContain('<details');
  });
});
