// Rows of one bucket as spans: of the status check, of some deployments, as they were written.
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { bucketOf, resolutionsFor } from '../../src/store/buckets.ts';
import { migrate, migrations } from '../../src/store/migrations.ts';
import { openRollups } from '../../src/store/rollups.ts';
import { openSpans } from '../../src/store/spans.ts';
import { dayMs, hourMs, noonMs, sample } from './examples.ts';

const all = { after: '', to: '\uffff' };
const span = {
  startMs: noonMs,
  runs: 1,
  bad: 1,
  worst: 'major_outage',
  coveredMs: 30_000,
  answers: 1,
  durationSumMs: 10.123,
};

function table() {
  const database = new DatabaseSync(':memory:');
  migrate(database, 'x', migrations);
  const rollups = openRollups(database, resolutionsFor(400 * dayMs));
  const write = (over: Parameters<typeof sample>[0], lengthMs = hourMs) => {
    const one = sample({ bad: true, status: 'major_outage', durationMs: 10.123, ...over });
    rollups.write(one.deployment, bucketOf(one, lengthMs));
  };
  return { database, write, read: openSpans(database).read };
}

it('reads the status checks of a stretch, in the order of ids', () => {
  const { write, read } = table();
  for (const deployment of ['c', 'a', 'b']) write({ deployment });
  write({ deployment: 'a', endpoint: 'files' });
  write({ deployment: 'z', atMs: noonMs + hourMs });
  const bucket = { lengthMs: hourMs, startMs: noonMs };
  expect(read(bucket, all)).toEqual({ ids: '["a","b","c"]', spans: [span, span, span] });
  expect(read(bucket, { after: 'a', to: 'b' })).toEqual({ ids: '["b"]', spans: [span] });
  expect(read(bucket, { after: 'c', to: 'd' })).toEqual({ ids: '[]', spans: [] });
});

it('reads days as days, without incidents yet', () => {
  const { write, read } = table();
  write({}, dayMs);
  const startMs = noonMs - 12 * hourMs;
  expect(read({ lengthMs: dayMs, startMs }, all).spans).toEqual([{ ...span, startMs, incidents: 0 }]);
});

it('takes a bucket from before coverage was counted as covered, and a word of a later version as unknown', () => {
  const { database, write, read } = table();
  write({ coveredMs: 0 });
  database.exec('UPDATE rollups SET worst = 99');
  expect(read({ lengthMs: hourMs, startMs: noonMs }, all).spans).toEqual([
    { ...span, coveredMs: hourMs, worst: 'unknown' },
  ]);
});
