// The table of rollups in detail: what a sweep removes at a time, and what a later version wrote.
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { resolutionsFor } from '../../src/store/buckets.ts';
import { migrate, migrations } from '../../src/store/migrations.ts';
import { openRollups } from '../../src/store/rollups.ts';
import { bucketOf, dayMs, hourMs, minuteMs, noonMs, sample } from './examples.ts';

const fineMs = 5 * minuteMs;

function table() {
  const database = new DatabaseSync(':memory:');
  migrate(database, 'x', migrations);
  return openRollups(database, resolutionsFor(400 * dayMs));
}

it('sweeps twelve buckets at a time after a long stop, gaps or not, and stops at the retention', () => {
  const rollups = table();
  for (let slot = 0; slot < 36; slot++) {
    rollups.write('files-eu', bucketOf(sample({ atMs: noonMs + slot * fineMs }), fineMs));
  }
  rollups.write('files-eu', bucketOf(sample({ atMs: noonMs + 24 * hourMs }), fineMs));
  const range = { lengthMs: fineMs, fromMs: noonMs, toMs: noonMs + 48 * hourMs };
  const left = [1, 2, 3, 4].map(() => {
    rollups.sweep(noonMs + (48 + 24) * hourMs);
    return rollups.read('files-eu', range).length;
  });
  expect(left).toEqual([25, 13, 1, 1]);
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
