// The table of rollups in detail: what a sweep removes at a time, and what a later version wrote.
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { bucketOf, resolutionsFor } from '../../src/store/buckets.ts';
import { migrate, migrations } from '../../src/store/migrations.ts';
import { openRollups } from '../../src/store/rollups.ts';
import { dayMs, hourMs, minuteMs, noonMs, sample } from './examples.ts';

const fineMs = 5 * minuteMs;

function table() {
  const database = new DatabaseSync(':memory:');
  migrate(database, 'x', migrations);
  return openRollups(database, resolutionsFor(400 * dayMs));
}

it('sweeps 500 rows at a time, oldest first, stops at the retention, and says when it is there', () => {
  const rollups = table();
  const gone = Array.from({ length: 1_100 }, (_, slot) => noonMs + slot * fineMs);
  for (const atMs of gone) rollups.write('files-eu', bucketOf(sample({ atMs }), fineMs));
  const keptMs = noonMs + 24 * dayMs;
  rollups.write('files-eu', bucketOf(sample({ atMs: keptMs }), fineMs));
  const range = { lengthMs: fineMs, fromMs: noonMs, toMs: keptMs + hourMs };
  const left = [1, 2, 3, 4].map(() => {
    const hasMore = rollups.sweep(keptMs + 48 * hourMs);
    const [oldest] = rollups.read('files-eu', range);
    return [hasMore, rollups.read('files-eu', range).length, oldest?.startMs];
  });
  expect(left).toEqual([
    [true, 601, gone[500]],
    [true, 101, gone[1_000]],
    [false, 1, keptMs],
    [false, 1, keptMs],
  ]);
});

it('reads one deployment, and totals the status checks of all', () => {
  const rollups = table();
  rollups.write('a', bucketOf(sample({ deployment: 'a', bad: true }), hourMs));
  rollups.write('a', bucketOf(sample({ deployment: 'a', endpoint: 'files' }), hourMs));
  rollups.write('b', bucketOf(sample({ deployment: 'b' }), hourMs));
  rollups.write('b', bucketOf(sample({ deployment: 'b', atMs: noonMs + hourMs }), hourMs));
  const range = { lengthMs: hourMs, fromMs: noonMs, toMs: noonMs + 2 * hourMs };
  expect(rollups.read('a', range).map(({ endpoint }) => endpoint)).toEqual(['files', 'status']);
  expect(rollups.read('a', range, 'files').map(({ endpoint }) => endpoint)).toEqual(['files']);
  const slots = [
    { lengthMs: hourMs, startMs: noonMs, windows: 3 },
    { lengthMs: hourMs, startMs: noonMs + hourMs, windows: 1 },
  ];
  expect(rollups.totals(slots, { after: '', to: 'z' })).toEqual([
    { deployment: 'a', windows: 3, runs: 1, bad: 1, coveredMs: 30_000 },
    { deployment: 'b', windows: 1, runs: 1, bad: 0, coveredMs: 30_000 },
    { deployment: 'b', windows: 3, runs: 1, bad: 0, coveredMs: 30_000 },
  ]);
  expect(rollups.totals(slots, { after: '', to: 'a' }).map(({ deployment }) => deployment)).toEqual(['a']);
  expect(rollups.totals(slots, { after: 'b', to: 'z' })).toEqual([]);
  expect(rollups.totals([], { after: '', to: 'z' })).toEqual([]);
});

it('finds where so many deployments end, in the bucket where it is soonest', () => {
  const rollups = table();
  const write = (deployment: string, hours: number, endpoint: 'status' | 'files') =>
    rollups.write(
      deployment,
      bucketOf(sample({ deployment, endpoint, atMs: noonMs + hours * hourMs }), hourMs),
    );
  for (const deployment of ['a', 'c', 'e']) write(deployment, 0, 'status');
  for (const deployment of ['b', 'c', 'd']) write(deployment, 1, 'status');
  for (const deployment of ['a', 'b']) write(deployment, 1, 'files');
  const range = { lengthMs: hourMs, fromMs: noonMs, toMs: noonMs + 2 * hourMs };
  const ends = [1, 2, 3, 4].map((most) => rollups.lastOf(range, '', most));
  expect(ends).toEqual(['a', 'c', 'd', null]);
  expect(rollups.lastOf(range, 'b', 2)).toBe('d');
});

it.each([
  ['as long as its runs say', [120_000, 120_000], 240_000],
  ['no longer than it is, where several overlap', [240_000, 240_000], fineMs],
  ['as long as the interval of a run that is alone', [hourMs], hourMs],
])('counts a bucket as covered %s', (_, intervals, coveredMs) => {
  const rollups = table();
  for (const interval of intervals) {
    rollups.write('files-eu', bucketOf(sample({ coveredMs: interval }), fineMs));
  }
  const slots = [{ lengthMs: fineMs, startMs: noonMs, windows: 1 }];
  expect(rollups.totals(slots, { after: '', to: 'z' })).toMatchObject([{ coveredMs }]);
});

it('takes a bucket with runs from before coverage was counted as covered all along, also once others are added', () => {
  const rollups = table();
  const slots = [{ lengthMs: fineMs, startMs: noonMs, windows: 1 }];
  const range = { lengthMs: fineMs, fromMs: noonMs, toMs: noonMs + fineMs };
  for (const coveredMs of [0, 30_000]) {
    rollups.write('files-eu', bucketOf(sample({ coveredMs }), fineMs));
    expect(rollups.totals(slots, { after: '', to: 'z' })).toMatchObject([{ coveredMs: fineMs }]);
    expect(rollups.read('files-eu', range)).toMatchObject([{ coveredMs: fineMs }]);
  }
});
