// The chronicles of a fleet: what is over is read once, what is under way anew; once for all who ask; let go in the end.
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Chronicle, Sample } from '../../src/model/history.ts';
import { bucketOf, resolutionsFor, startOf } from '../../src/store/buckets.ts';
import { openChronicles } from '../../src/store/chronicles.ts';
import { openIncidentDays } from '../../src/store/incident-days.ts';
import { openIncidents } from '../../src/store/incidents.ts';
import { migrate, migrations } from '../../src/store/migrations.ts';
import { openRollups } from '../../src/store/rollups.ts';
import { openSpans, type Spans } from '../../src/store/spans.ts';
import { collectRollups } from '../../src/store/waiting-rollups.ts';
import { dayMs, hourMs, incident, minuteMs, noonMs, resolved, sample } from './examples.ts';

const resolutions = resolutionsFor(400 * dayMs);
const midnightMs = noonMs - 12 * hourMs;

function reading(most = 1_000) {
  const database = new DatabaseSync(':memory:');
  migrate(database, 'x', migrations);
  const rollups = openRollups(database, resolutions);
  const waiting = collectRollups(resolutions, 1_000);
  const incidents = openIncidents(database, () => {});
  const errors: unknown[] = [];
  /** Buckets that were read, and how many deployments in each step. */
  const reads: [string, number][] = [];
  const { read } = openSpans(database);
  const spans: Spans = {
    read: (bucket, stretch) => {
      const found = read(bucket, stretch);
      reads.push([`${bucket.lengthMs === dayMs ? 'day' : 'hour'} ${bucket.startMs}`, found.spans.length]);
      return found;
    },
  };
  const flush = (deployments: readonly string[]) => {
    for (const deployment of deployments) {
      for (const bucket of waiting.of(deployment)) rollups.write(deployment, bucket);
    }
    waiting.clear(deployments);
  };
  const means = { rollups, spans, waiting, most };
  const onError = (error: unknown) => {
    errors.push(error);
  };
  const chronicles = openChronicles(means, openIncidentDays(database, incidents, onError), onError);
  const record = (...samples: readonly Sample[]) => samples.forEach(waiting.record);
  const write = (...samples: readonly Sample[]) => {
    record(...samples);
    flush(waiting.deployments());
  };
  return { database, incidents, errors, reads, record, write, flush, ...chronicles };
}

const of = async (all: Promise<ReadonlyMap<string, Chronicle>>, id = 'files-eu') => (await all).get(id);
const daysAgo = (days: number) => sample({ atMs: noonMs - days * dayMs });

describe('a chronicle', () => {
  it('adds up what is written and what waits', async () => {
    const { write, record, all } = reading();
    write(sample({ atMs: noonMs + minuteMs, durationMs: 10 }));
    record(sample({ atMs: noonMs + 2 * minuteMs, bad: true, status: 'major_outage', durationMs: null }));
    record(sample({ endpoint: 'files', atMs: noonMs + 2 * minuteMs }));
    const span = { runs: 2, bad: 1, worst: 'major_outage', coveredMs: 60_000, answers: 1, durationSumMs: 10 };
    expect(await of(all(noonMs + 3 * minuteMs))).toEqual({
      days: [{ startMs: midnightMs, ...span, incidents: 0 }],
      hours: [{ startMs: noonMs, ...span }],
    });
  });

  it('has the last 90 days and the last 24 hours, those under way too, and no gap filled', async () => {
    const { write, all } = reading();
    write(daysAgo(90), daysAgo(89), daysAgo(1), daysAgo(0));
    write(sample({ atMs: noonMs - 23 * hourMs }), sample({ atMs: noonMs - 23 * hourMs - 1 }));
    const told = await of(all(noonMs + minuteMs));
    expect(told?.days.map(({ startMs }) => (startMs - midnightMs) / dayMs)).toEqual([-89, -1, 0]);
    expect(told?.hours.map(({ startMs }) => (startMs - noonMs) / hourMs)).toEqual([-23, 0]);
  });

  it('ends with now: what waits from before the clock was set back is to come', async () => {
    const { record, all } = reading();
    record(sample({ atMs: noonMs }), sample({ atMs: noonMs + hourMs }), sample({ atMs: noonMs + dayMs }));
    const told = await of(all(noonMs + minuteMs));
    expect(told?.days.map(({ startMs, runs }) => [startMs, runs])).toEqual([[midnightMs, 2]]);
    expect(told?.hours.map(({ startMs, runs }) => [startMs, runs])).toEqual([[noonMs, 1]]);
  });

  it('parts days at midnight UTC', async () => {
    const { write, all } = reading();
    write(sample({ atMs: midnightMs - 1 }), sample({ atMs: midnightMs }));
    const told = await of(all(midnightMs + minuteMs));
    expect(told?.days.map(({ startMs, runs }) => [startMs, runs])).toEqual([
      [midnightMs - dayMs, 1],
      [midnightMs, 1],
    ]);
  });

  it('is covered no longer than a day is, nor than has passed of it', async () => {
    const { write, all } = reading();
    const over = { coveredMs: dayMs };
    write(sample({ ...over, atMs: noonMs - dayMs }), sample({ ...over, atMs: noonMs - dayMs + 1 }));
    write(sample({ ...over, atMs: noonMs }));
    const told = await of(all(noonMs + minuteMs));
    expect(told?.days.map(({ coveredMs }) => coveredMs)).toEqual([dayMs, 12 * hourMs + minuteMs]);
    expect(told?.hours.at(-1)?.coveredMs).toBe(minuteMs);
  });

  it('tells the incidents of each day, also of one without runs, long or open still', async () => {
    const { write, incidents, all } = reading();
    write(daysAgo(2), daysAgo(0));
    incidents.put(resolved(incident('inc_1', { createdMs: noonMs - 3 * dayMs }), noonMs - dayMs));
    incidents.put(incident('inc_2', { createdMs: noonMs - 2 * dayMs }));
    incidents.write(incidents.waiting());
    incidents.written(incidents.waiting());
    const told = await of(all(noonMs));
    expect(
      told?.days.map((day) => [(day.startMs - midnightMs) / dayMs, day.runs, day.incidents, day.worst]),
    ).toEqual([
      [-3, 0, 1, 'unknown'],
      [-2, 1, 2, 'operational'],
      [-1, 0, 2, 'unknown'],
      [0, 1, 1, 'operational'],
    ]);
  });

  it('stays of a deployment that was removed, until its last day is too long ago', async () => {
    const { write, all } = reading();
    write(daysAgo(89));
    expect((await of(all(noonMs)))?.days).toHaveLength(1);
    expect([...(await all(noonMs + dayMs)).keys()]).toEqual([]);
  });
});

describe('what is over', () => {
  it('is read once; today and this hour are read again', async () => {
    const { write, reads, all } = reading();
    write(daysAgo(1), daysAgo(0));
    await all(noonMs + 10 * minuteMs);
    expect(reads.splice(0)).toHaveLength(90 + 24);
    write(sample({ atMs: noonMs + 10 * minuteMs }));
    const told = await of(all(noonMs + 11 * minuteMs));
    expect(reads.map(([bucket]) => bucket)).toEqual([`day ${midnightMs}`, `hour ${noonMs}`]);
    expect(told?.days.map(({ runs }) => runs)).toEqual([1, 2]);
  });

  it('is read again for ten minutes, as rounds end late', async () => {
    const { write, all } = reading();
    write(sample({ atMs: midnightMs - minuteMs }));
    await all(midnightMs + 10 * minuteMs - 1);
    write(sample({ atMs: midnightMs - 1 }));
    const told = await of(all(midnightMs + 15 * minuteMs));
    expect([told?.days, told?.hours].map((spans) => spans?.[0]?.runs)).toEqual([2, 2]);
  });

  it('is not over while runs of it wait for a disk that fails', async () => {
    const { record, flush, all } = reading();
    record(sample({ atMs: midnightMs - minuteMs }), sample({ atMs: midnightMs + hourMs }));
    const first = await of(all(midnightMs + 2 * hourMs));
    flush(['files-eu']);
    record(sample({ atMs: midnightMs - minuteMs }));
    for (const told of [first, await of(all(midnightMs + 3 * hourMs))]) {
      expect(told?.days.map(({ startMs }) => startMs)).toEqual([midnightMs - dayMs, midnightMs]);
    }
    flush(['files-eu']);
    expect((await of(all(midnightMs + 4 * hourMs)))?.days.map(({ runs }) => runs)).toEqual([2, 1]);
  });

  it('moves on at midnight: a new day comes, the oldest goes', async () => {
    const { write, all } = reading();
    write(daysAgo(89), daysAgo(0));
    await all(noonMs);
    write(sample({ atMs: midnightMs + dayMs }));
    const told = await of(all(midnightMs + dayMs + minuteMs));
    expect(told?.days.map(({ startMs }) => (startMs - midnightMs) / dayMs)).toEqual([0, 1]);
  });

  it('is read anew when the clock was set back', async () => {
    const { write, reads, all } = reading();
    write(daysAgo(0));
    await all(noonMs + 3 * dayMs);
    reads.splice(0);
    write(sample({ atMs: noonMs + minuteMs }));
    expect((await of(all(noonMs + 2 * minuteMs)))?.days.map(({ runs }) => runs)).toEqual([2]);
    expect(reads).toHaveLength(90 + 24);
  });
});

describe('who asks', () => {
  it('is told what was read 5 s ago at most, and shares the reading with who asks meanwhile', async () => {
    const { write, reads, all } = reading();
    write(sample());
    const [first, second] = await Promise.all([all(noonMs), all(noonMs + 1)]);
    expect(second).toBe(first);
    expect(await all(noonMs + 5_000)).toBe(first);
    reads.splice(0);
    expect(await all(noonMs + 5_001)).not.toBe(first);
    expect(reads.length).toBeGreaterThan(0);
  });

  it('finds nothing kept when nobody asked for ten minutes', async () => {
    const { write, reads, all, letGo } = reading();
    write(sample());
    await all(noonMs);
    letGo(noonMs + 10 * minuteMs);
    await all(noonMs + 10 * minuteMs);
    expect(reads.splice(0).length).toBeLessThan(2 * (90 + 24));
    letGo(noonMs + 20 * minuteMs + 1);
    await all(noonMs + 20 * minuteMs + 1);
    expect(reads.length).toBeGreaterThanOrEqual(90 + 24);
  });

  it('is read anew once it was let go, wherever the clock was set', async () => {
    const { write, all, letGo } = reading();
    write(sample());
    const first = await all(noonMs);
    letGo(noonMs + 20 * minuteMs);
    expect(await all(noonMs)).toEqual(first);
    const before = await all(noonMs);
    letGo(noonMs - 11 * minuteMs);
    expect(await all(noonMs)).not.toBe(before);
  });

  it('is told what is known while the file cannot be read, and that only every 5 s', async () => {
    const { database, write, errors, all } = reading();
    write(sample());
    const first = await all(noonMs + minuteMs);
    database.exec('ALTER TABLE rollups RENAME TO gone');
    expect(await all(noonMs + 2 * minuteMs)).toBe(first);
    expect(await all(noonMs + 2 * minuteMs + 5_000)).toBe(first);
    expect(errors).toHaveLength(1);
    database.exec('ALTER TABLE gone RENAME TO rollups');
    expect(await all(noonMs + 2 * minuteMs + 5_001)).toEqual(first);
    expect(errors).toHaveLength(1);
  });

  it('gives everybody else a turn between the steps', async () => {
    const { write, all } = reading();
    write(...Array.from({ length: 500 }, (_, index) => sample({ deployment: `d-${index}` })));
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await all(noonMs);
    isOver = true;
    expect(turns).toBeGreaterThan(3);
  });
});

it('reads a large fleet in parts, each deployment once', async () => {
  const { write, record, reads, all } = reading(4);
  const ids = ['a', 'b', 'c', 'd', 'e'];
  write(...ids.map((deployment) => sample({ deployment, atMs: noonMs - dayMs })));
  write(...ids.map((deployment) => sample({ deployment })));
  record(sample({ deployment: 'c' }), sample({ deployment: 'f' }));
  const told = await all(noonMs + 11 * minuteMs);
  expect([...told].map(([id, { days }]) => [id, days.map(({ runs }) => runs)])).toEqual([
    ['a', [1, 1]],
    ['b', [1, 1]],
    ['c', [1, 2]],
    ['d', [1, 1]],
    ['e', [1, 1]],
    ['f', [1]],
  ]);
  // Two deployments, each with today and this hour.
  expect(reads.filter(([bucket]) => bucket === `day ${midnightMs}`).map(([, count]) => count)).toEqual([
    2, 2, 1,
  ]);
});

it('tells what the runs tell, asked at any time, whatever is written between', async () => {
  const ids = ['a', 'b', 'c'];
  const aRun = fc.record({
    deployment: fc.constantFrom(...ids),
    afterMs: fc.oneof(fc.nat(20 * minuteMs), fc.nat(3 * hourMs), fc.nat(2 * dayMs)),
    bad: fc.boolean(),
    next: fc.constantFrom('wait', 'flush', 'ask'),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.nat(2 * dayMs),
      fc.array(aRun, { maxLength: 25 }),
      fc.integer({ min: 1, max: 9 }),
      async (begin, runs, most) => {
        const { record, flush, errors, all } = reading(most);
        let nowMs = noonMs + begin;
        const samples: Sample[] = [];
        for (const { deployment, afterMs, bad, next } of runs) {
          nowMs += afterMs;
          const one = sample({ deployment, bad, atMs: nowMs, coveredMs: 1_000 });
          samples.push(one);
          record(one);
          if (next === 'flush') flush([deployment]);
          if (next === 'ask') await all(nowMs);
        }
        nowMs += 5_001;
        const told = await all(nowMs);
        const counted = (id: string, name: 'days' | 'hours') =>
          told.get(id)?.[name].map(({ startMs, runs, bad }) => [startMs, runs, bad]) ?? [];
        for (const id of ids) {
          expect(counted(id, 'days')).toEqual(byHand(samples, id, dayMs, 90, nowMs));
          expect(counted(id, 'hours')).toEqual(byHand(samples, id, hourMs, 24, nowMs));
        }
        expect(errors).toEqual([]);
      },
    ),
    { numRuns: 60 },
  );
});

function byHand(samples: readonly Sample[], id: string, lengthMs: number, count: number, nowMs: number) {
  const spans = new Map<number, [number, number, number]>();
  for (const one of samples) {
    const { startMs } = bucketOf(one, lengthMs);
    if (one.deployment !== id || startMs <= startOf(nowMs, lengthMs) - count * lengthMs) continue;
    const [, runs, bad] = spans.get(startMs) ?? [startMs, 0, 0];
    spans.set(startMs, [startMs, runs + 1, bad + (one.bad ? 1 : 0)]);
  }
  return [...spans.values()].sort(([a], [b]) => a - b);
}
