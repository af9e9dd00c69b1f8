// Every run in a window is counted exactly once, in however many parts, and a bad one shows at once.
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Sample } from '../../src/model/history.ts';
import { resolutionsFor, startOf } from '../../src/store/buckets.ts';
import { migrate, migrations } from '../../src/store/migrations.ts';
import { openRollups } from '../../src/store/rollups.ts';
import { openUptime } from '../../src/store/uptime.ts';
import { collectRollups } from '../../src/store/waiting-rollups.ts';
import { dayMs, hourMs, minuteMs, noonMs, sample } from './examples.ts';

const fine = 5 * minuteMs;
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

describe('between two counts', () => {
  const counted = () => {
    const all = counting(1);
    const record = (over: Partial<Sample>) => {
      const one = sample({ coveredMs: 30_000, ...over });
      all.waiting.record(one);
      all.add(one);
    };
    return { ...all, record };
  };

  it('a bad run shows at once, with the good ones before it, as the next count finds them', () => {
    const { recount, shares, coverage, record } = counted();
    for (let run = 0; run < 8; run += 1) record({ atMs: noonMs - hourMs + run * minuteMs });
    while (recount(noonMs));
    const untouched = shares().get('files-eu');
    record({ atMs: noonMs + 1_000 });
    expect(shares().get('files-eu')).toBe(untouched);
    record({ atMs: noonMs + 30_000, bad: true });
    expect(shares().get('files-eu')).toEqual({ '24h': 0.9, '7d': 0.9, '30d': 0.9, '90d': 0.9 });
    const shown = [shares().get('files-eu'), coverage().get('files-eu')];
    while (recount(noonMs + 30_000));
    expect([shares().get('files-eu'), coverage().get('files-eu')]).toEqual(shown);
  });

  it('a run is counted once by a count under way, whether its part was before it or comes after', () => {
    const { recount, shares, record } = counted();
    for (const deployment of ['a', 'b']) record({ deployment });
    while (recount(noonMs));
    expect(recount(noonMs)).toBe(true);
    for (const deployment of ['a', 'b']) record({ deployment, bad: true });
    while (recount(noonMs));
    expect([...shares()].map(([id, share]) => [id, share['24h']])).toEqual([
      ['a', 0.5],
      ['b', 0.5],
    ]);
  });

  it('the first run of a deployment shows at once, so that nobody waits for a count to see data', () => {
    const { recount, shares, coverage, record } = counted();
    while (recount(noonMs));
    record({ atMs: noonMs + 1_000, coveredMs: 1 });
    const shown = [shares().get('files-eu'), coverage().get('files-eu')];
    expect(shown[0]).toEqual({ '24h': 1, '7d': 1, '30d': 1, '90d': 1 });
    while (recount(noonMs + 1_000));
    expect([shares().get('files-eu'), coverage().get('files-eu')]).toEqual(shown);
    record({ bad: true });
    expect(shares().get('files-eu')).toMatchObject({ '24h': 0.5 });
  });

  it('runs of other checks, and of whom there may be a past that was never counted, change nothing', () => {
    const { recount, shares, record } = counted();
    record({ bad: true });
    expect(shares().size).toBe(0);
    while (recount(noonMs));
    record({ endpoint: 'regions', bad: true });
    expect([...shares()].map(([id, share]) => [id, share['24h']])).toEqual([['files-eu', 0]]);
    record({ bad: false });
    record({ bad: true });
    expect(shares().get('files-eu')).toMatchObject({ '24h': expect.closeTo(1 / 3, 12) });
  });
});
