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
  expect(rollups.totals(range)).toEqual([
    { deployment: 'a', runs: 1, bad: 1 },
    { deployment: 'b', runs: 2, bad: 0 },
  ]);
  expect(rollups.totals({ ...range, toMs: noonMs })).toEqual([]);
});
