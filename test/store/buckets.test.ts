// How long buckets are and are kept, and how runs add up in them.
import { describe, expect, it } from 'vitest';
import type { Rollup } from '../../src/model/history.ts';
import {
  add,
  bucketOf,
  ceilTo,
  countIn,
  isWithin,
  resolutionsFor,
  startOf,
} from '../../src/store/buckets.ts';
import { dayMs, hourMs, minuteMs, noonMs, sample } from './examples.ts';

it.each([
  ['a year', 400 * dayMs, 400 * dayMs],
  ['less than the uptime windows need', 30 * dayMs, 90 * dayMs],
])('keeps days for %s, but never less than hours', (_, historyMs, keptMs) => {
  expect(resolutionsFor(historyMs)).toEqual([
    { lengthMs: 5 * minuteMs, keptMs: 48 * hourMs },
    { lengthMs: hourMs, keptMs: 90 * dayMs },
    { lengthMs: dayMs, keptMs },
  ]);
});

it.each([
  [noonMs, noonMs, noonMs],
  [noonMs + 1, noonMs, noonMs + hourMs],
  [noonMs - 0.5, noonMs - hourMs, noonMs],
])('%d lies between its edges', (atMs, startMs, endMs) => {
  expect([startOf(atMs, hourMs), ceilTo(atMs, hourMs)]).toEqual([startMs, endMs]);
});

it.each([
  ['at its start', 0, true],
  ['before its end', hourMs, true],
  ['at its end', 2 * hourMs, false],
  ['before its start', -hourMs, false],
])('a bucket %s of a range', (_, offsetMs, inside) => {
  const range = { lengthMs: hourMs, fromMs: noonMs, toMs: noonMs + 2 * hourMs };
  const bucket = bucketOf(sample({ atMs: noonMs + offsetMs }), hourMs);
  expect(isWithin(range, bucket)).toBe(inside);
  expect(isWithin({ ...range, lengthMs: dayMs }, bucket)).toBe(false);
});

const one: Rollup = {
  endpoint: 'status',
  startMs: noonMs,
  lengthMs: hourMs,
  runs: 1,
  failures: 0,
  bad: 0,
  worst: 'operational',
  answers: 1,
  durationSumMs: 10,
  durationMaxMs: 10,
  phaseSumsMs: { connect: 2, first_byte: 8 },
  coveredMs: 30_000,
};

describe('a run is', () => {
  it.each<[string, Parameters<typeof sample>[0], Partial<Rollup>]>([
    ['an answer', { atMs: noonMs + 1 }, {}],
    ['a failure that answered', { failed: true, status: 'unknown' }, { failures: 1, worst: 'unknown' }],
    [
      'no answer, so no durations and no phases',
      { failed: true, bad: true, durationMs: null, phases: { dns: 3 } },
      { failures: 1, bad: 1, answers: 0, durationSumMs: 0, durationMaxMs: 0, phaseSumsMs: {} },
    ],
  ])('%s', (_, over, expected) => {
    expect(bucketOf(sample(over), hourMs)).toEqual({ ...one, ...expected });
  });
});

it('sums counts, times and phases, and keeps the worst and the longest', () => {
  const other: Rollup = {
    ...one,
    runs: 2,
    failures: 1,
    bad: 1,
    worst: 'partial_outage',
    answers: 2,
    durationSumMs: 30,
    durationMaxMs: 25,
    phaseSumsMs: { connect: 1, tls: 5 },
    coveredMs: 60_000,
  };
  const both = {
    ...one,
    runs: 3,
    failures: 1,
    bad: 1,
    worst: 'partial_outage',
    answers: 3,
    durationSumMs: 40,
    durationMaxMs: 25,
    phaseSumsMs: { connect: 3, tls: 5, first_byte: 8 },
    coveredMs: 90_000,
  };
  expect(add(one, other)).toEqual(both);
  expect(add(other, one)).toEqual(both);
});

it.each<[string, Parameters<typeof sample>[0]]>([
  ['an answer', { durationMs: 30, phases: { connect: 1, tls: 4 } }],
  ['one that is better', { status: 'operational', durationMs: 1 }],
  ['a failure that answered', { failed: true, status: 'unknown' }],
  ['no answer', { failed: true, bad: true, status: 'major_outage', durationMs: null, phases: { dns: 3 } }],
])('one more run in place is as a bucket of it added: %s', (_, over) => {
  const first = sample({ status: 'degraded_performance', durationMs: 10, phases: { connect: 2 } });
  const more = sample(over);
  const bucket = bucketOf(first, hourMs);
  countIn(bucket, more);
  expect(bucket).toEqual(add(bucketOf(first, hourMs), bucketOf(more, hourMs)));
  expect([first.phases, more.phases]).toEqual([{ connect: 2 }, sample(over).phases]);
});
