// A window is covered by few buckets, and every run in it is counted exactly once, in however many parts.
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Sample } from '../../src/model/history.ts';
import { bucketOf, isWithin, lengths, resolutionsFor, startOf } from '../../src/store/buckets.ts';
import { migrate, migrations } from '../../src/store/migrations.ts';
import { openRollups } from '../../src/store/rollups.ts';
import { cover, openUptime } from '../../src/store/uptime.ts';
import { collectRollups } from '../../src/store/waiting-rollups.ts';
import { dayMs, hourMs, minuteMs, noonMs, sample } from './examples.ts';

const fine = 5 * minuteMs;
const midnightMs = noonMs + 12 * hourMs;

it.each([
  [
    '24 hours from the middle of an hour',
    noonMs + 17 * minuteMs,
    dayMs,
    [fine, hourMs, dayMs],
    [
      [fine, noonMs + 15 * minuteMs - dayMs, noonMs + hourMs - dayMs],
      [hourMs, noonMs + hourMs - dayMs, midnightMs - dayMs],
      [dayMs, midnightMs - dayMs, midnightMs + dayMs],
    ],
  ],
  [
    '7 days from noon',
    noonMs,
    7 * dayMs,
    [hourMs, dayMs],
    [
      [hourMs, noonMs - 7 * dayMs, midnightMs - 7 * dayMs],
      [dayMs, midnightMs - 7 * dayMs, midnightMs + dayMs],
    ],
  ],
  [
    'a day from midnight, of whole days alone',
    midnightMs,
    dayMs,
    [hourMs, dayMs],
    [
      [hourMs, midnightMs - dayMs, midnightMs - dayMs],
      [dayMs, midnightMs - dayMs, midnightMs + 2 * dayMs],
    ],
  ],
])('covers %s', (_, nowMs, spanMs, lengthsMs, ranges) => {
  expect(cover(nowMs, spanMs, lengthsMs).map((one) => [one.lengthMs, one.fromMs, one.toMs])).toEqual(ranges);
});

it('counts each run since the old edge once, and none before it', () => {
  const lengthsMs = [lengths.fineMs, lengths.hourMs, lengths.dayMs];
  fc.assert(
    fc.property(fc.nat(10 * dayMs), fc.nat(12 * dayMs), fc.integer({ min: 1, max: 9 }), (now, ago, days) => {
      const nowMs = noonMs + now;
      const atMs = nowMs - ago;
      const ranges = cover(nowMs, days * dayMs, lengthsMs);
      const times = ranges.filter((range) => isWithin(range, bucketOf(sample({ atMs }), range.lengthMs)));
      const edgeMs = startOf(nowMs - days * dayMs, lengths.fineMs);
      expect(times).toHaveLength(atMs >= edgeMs ? 1 : 0);
    }),
  );
});

const resolutions = resolutionsFor(400 * dayMs);

function counting(most: number) {
  const database = new DatabaseSync(':memory:');
  migrate(database, 'x', migrations);
  const rollups = openRollups(database, resolutions);
  const waiting = collectRollups(resolutions, 1_000);
  const errors: unknown[] = [];
  const flush = (deployments: readonly string[]) => {
    for (const deployment of deployments) {
      for (const bucket of waiting.of(deployment)) rollups.write(deployment, bucket);
    }
    waiting.clear(deployments);
  };
  const uptime = openUptime(rollups, waiting, most, (error) => errors.push(error));
  return { database, waiting, flush, errors, ...uptime };
}

/** By hand, from the runs themselves. */
function uptimeOf(samples: readonly Sample[], nowMs: number) {
  const share = (days: number, sharpMs: number) => {
    const since = startOf(nowMs - days * dayMs, sharpMs);
    const runs = samples.filter(({ endpoint, atMs }) => endpoint === 'status' && atMs >= since);
    return runs.length === 0 ? null : 1 - runs.filter(({ bad }) => bad).length / runs.length;
  };
  const found = {
    '24h': share(1, fine),
    '7d': share(7, hourMs),
    '30d': share(30, hourMs),
    '90d': share(90, hourMs),
  };
  return found['90d'] === null ? [] : [found];
}

/** Likewise; each run stands for a second. */
function coverageOf(samples: readonly Sample[], nowMs: number) {
  const share = (days: number, sharpMs: number) => {
    const since = startOf(nowMs - days * dayMs, sharpMs);
    const runs = samples.filter(({ endpoint, atMs }) => endpoint === 'status' && atMs >= since);
    return expect.closeTo((1_000 * runs.length) / (nowMs - since), 12);
  };
  return [share(1, fine), share(7, hourMs), share(30, hourMs), share(90, hourMs)];
}

it('counts in parts what the runs tell, whatever is written between them', () => {
  const ids = ['a', 'a-1', 'b', 'b2', 'c', 'd', 'e', 'f'];
  const aSample = fc.record({
    deployment: fc.constantFrom(...ids),
    endpoint: fc.constantFrom('status' as const, 'regions' as const),
    agoMs: fc.oneof(...[1, 7, 30, 90].map((days) => fc.integer({ min: -fine, max: days * dayMs + hourMs }))),
    bad: fc.boolean(),
  });
  const flushes = fc.infiniteStream(fc.subarray(ids, { minLength: 0 }));
  fc.assert(
    fc.property(
      fc.nat(3 * dayMs),
      fc.array(aSample, { maxLength: 40 }),
      flushes,
      fc.integer({ min: 1, max: 4 }),
      (now, made, waves, most) => {
        const nowMs = noonMs + now;
        const samples = made.map(({ agoMs, ...rest }) =>
          sample({ ...rest, atMs: nowMs - agoMs, coveredMs: 1_000 }),
        );
        const { waiting, flush, recount, shares, coverage, errors } = counting(most);
        const writtenFirst = samples.length >> 1;
        for (const one of samples.slice(0, writtenFirst)) waiting.record(one);
        flush(ids);
        for (const one of samples.slice(writtenFirst)) waiting.record(one);
        for (const wave of waves) {
          if (!recount(nowMs)) break;
          flush(wave);
        }
        const expected = ids.flatMap((id) =>
          uptimeOf(
            samples.filter(({ deployment }) => deployment === id),
            nowMs,
          ).map((share) => [id, share]),
        );
        expect(Object.fromEntries(shares())).toEqual(Object.fromEntries(expected));
        for (const [id, told] of coverage()) {
          const own = samples.filter(({ deployment }) => deployment === id);
          expect(Object.values(told)).toEqual(coverageOf(own, nowMs));
        }
        expect(errors).toEqual([]);
      },
    ),
  );
});

it('counts a few deployments in a part, written and waiting ones, and shows the count when it is whole', () => {
  const { waiting, flush, recount, shares } = counting(2);
  const written = ['a', 'b', 'c', 'd'];
  for (const deployment of written) waiting.record(sample({ deployment }));
  flush(written);
  for (const deployment of ['h', 'f', 'g', 'e']) waiting.record(sample({ deployment }));
  const parts: number[] = [];
  while (recount(noonMs)) parts.push(shares().size);
  expect(parts).toEqual([0, 0, 0, 0]);
  expect([...shares().keys()].sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
});

it('counts also a run that came since it began, of who is still to be counted, and once', () => {
  const { waiting, flush, recount, shares } = counting(1);
  for (const deployment of ['a', 'b']) waiting.record(sample({ deployment }));
  flush(['a', 'b']);
  expect(recount(noonMs)).toBe(true);
  for (const deployment of ['a', 'b']) waiting.record(sample({ deployment, bad: true }));
  flush(['a']);
  while (recount(noonMs));
  expect([...shares()].map(([id, share]) => [id, share['7d']])).toEqual([
    ['a', 1],
    ['b', 0.5],
  ]);
});

it('forgets in the next count who has no run any more', () => {
  const { waiting, recount, shares } = counting(2);
  waiting.record(sample());
  while (recount(noonMs));
  expect(shares().size).toBe(1);
  waiting.clear(['files-eu']);
  while (recount(noonMs));
  expect(shares().size).toBe(0);
});

it('keeps the last count when the file cannot be read, tells it, and begins anew', () => {
  const { database, waiting, recount, shares, errors } = counting(1);
  for (const deployment of ['a', 'b', 'c']) waiting.record(sample({ deployment }));
  while (recount(noonMs));
  const last = shares();
  expect(last.size).toBe(3);
  expect(recount(noonMs)).toBe(true);
  database.exec('ALTER TABLE rollups RENAME TO gone');
  expect(recount(noonMs)).toBe(false);
  expect([shares(), errors.length]).toEqual([last, 1]);
  database.exec('ALTER TABLE gone RENAME TO rollups');
  while (recount(noonMs));
  expect(shares()).not.toBe(last);
  expect([shares(), errors.length]).toEqual([last, 1]);
});
