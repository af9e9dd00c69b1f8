// For how long nobody looked while an incident was open: what its history surely lacks, and nothing where it does not reach.
import { describe, expect, it } from 'vitest';
import type { Rollup } from '../../src/model/history.ts';
import { timestamp } from '../../src/publish/document.ts';
import { unseenMs } from '../../src/publish/unseen.ts';

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];
const fineMs = 5 * minuteMs;
const nowMs = Date.UTC(2026, 10, 21, 10);
const bucket = (startMs: number, lengthMs: number, coveredMs: number): Rollup => ({
  endpoint: 'status',
  startMs,
  lengthMs,
  runs: 1,
  failures: 1,
  bad: 1,
  worst: 'major_outage',
  answers: 0,
  durationSumMs: 0,
  durationMaxMs: 0,
  phaseSumsMs: {},
  coveredMs,
});
type Parts = readonly (readonly Rollup[])[];

/** What it comes to, what it asked for, and how many parts it read. */
function look(fromMs: number, toMs: number | null, parts: Parts = [], intervalMs = 30_000, atMs = nowMs) {
  let asked: unknown = null;
  let read = 0;
  function* history(...question: unknown[]) {
    asked = question;
    for (const part of parts) {
      read += 1;
      yield part;
    }
  }
  const incident = {
    deployment: 'files-eu',
    created_at: timestamp(fromMs),
    ...(toMs !== null && { resolved_at: timestamp(toMs) }),
  };
  const looking = unseenMs({ history }, incident, intervalMs, atMs);
  let step = looking.next();
  while (!step.done) step = looking.next();
  return { ms: step.value, asked, read };
}

describe('of an incident of an hour', () => {
  const fromMs = nowMs - 2 * hourMs - 4 * minuteMs;
  const toMs = fromMs + hourMs;
  const firstMs = nowMs - 2 * hourMs - fineMs;
  const all = Array.from({ length: 13 }, (_, index) => bucket(firstMs + index * fineMs, fineMs, fineMs));

  it('is nothing where all is covered', () => {
    expect(look(fromMs, toMs, [all]).ms).toBe(0);
  });

  it('is nothing where runs do not fill their buckets', () => {
    const parts = [all.map((each) => ({ ...each, coveredMs: 4 * minuteMs }))];
    expect(look(fromMs, toMs, parts, 4 * minuteMs).ms).toBe(0);
  });

  it('is what buckets lack, and buckets that are not there', () => {
    const [first = all[0], , ...rest] = all.map((each, index) =>
      index === 4 ? { ...each, coveredMs: minuteMs } : each,
    );
    expect(look(fromMs, toMs, [[...(first ? [first] : []), ...rest]]).ms).toBe(fineMs + 4 * minuteMs);
  });

  it('at its ends is only what cannot be covered by what lies beyond them', () => {
    const ends = [bucket(firstMs, fineMs, minuteMs), bucket(firstMs + 12 * fineMs, fineMs, fineMs)];
    expect(look(fromMs, toMs, [ends]).ms).toBe(hourMs - minuteMs - minuteMs);
  });

  it('is all of it where nothing ran, until now where it is open', () => {
    expect(look(fromMs, toMs).ms).toBe(hourMs);
    expect(look(fromMs, null).ms).toBe(2 * hourMs + 4 * minuteMs);
  });

  it('is read until its end', () => {
    const later = [bucket(nowMs - fineMs, fineMs, fineMs)];
    expect(look(fromMs, toMs, [all, later, later])).toMatchObject({ ms: 0, read: 2 });
  });
});

it.each([
  ['5 minutes within a day', 47 * hourMs, 24 * hourMs, 30_000, fineMs],
  ['hours where it was longer', 47 * hourMs, 25 * hourMs, 30_000, hourMs],
  ['hours where it is older', 49 * hourMs, hourMs, 30_000, hourMs],
  ['hours where runs are further apart than 5 minutes', hourMs, hourMs, 10 * minuteMs, hourMs],
  ['days where it was longer still', 89 * dayMs, 20 * dayMs, 30_000, dayMs],
])('is read in %s', (_, agoMs, lastedMs, intervalMs, lengthMs) => {
  const fromMs = nowMs - agoMs;
  expect(look(fromMs, fromMs + lastedMs, [], intervalMs).asked).toEqual([
    'files-eu',
    fromMs,
    lengthMs,
    'status',
  ]);
});

it('is not told where history does not reach back', () => {
  expect(look(nowMs - 91 * dayMs, nowMs - 90 * dayMs)).toEqual({ ms: 0, asked: null, read: 0 });
});
