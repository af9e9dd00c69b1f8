// What days and hours are made of: no more time than has passed, and days that had incidents alone.
import { expect, it } from 'vitest';
import { bucketOf } from '../../src/store/buckets.ts';
import { bounded, chronicleOf, firstOf, withIncidents } from '../../src/store/chronicle.ts';
import { dayOf, spanOf } from '../../src/store/spans.ts';
import { dayMs, hourMs, minuteMs, noonMs, sample } from './examples.ts';

const midnightMs = noonMs - 12 * hourMs;
const span = (startMs: number, coveredMs: number) =>
  spanOf({ startMs, runs: 1, bad: 0, worst: 'operational', coveredMs, answers: 1, durationSumMs: 10 });

it.each([
  ['what its runs stand for', -2 * hourMs, 1_000, 1_000],
  ['its length at most', -2 * hourMs, 2 * hourMs, hourMs],
  ['what has passed of it at most', -60_000, hourMs, 60_000],
  ['nothing where none of it has passed', 60_000, hourMs, 0],
])('covers %s', (_, startMs, coveredMs, expected) => {
  expect(bounded([span(noonMs + startMs, coveredMs)], hourMs, noonMs)).toMatchObject([
    { coveredMs: expected },
  ]);
});

it('begins so many before the one under way ends', () => {
  expect([firstOf(noonMs, dayMs, 1), firstOf(noonMs, dayMs, 90)]).toEqual([
    midnightMs,
    midnightMs - 89 * dayMs,
  ]);
  expect(firstOf(midnightMs - 1, dayMs, 1)).toBe(midnightMs - dayMs);
});

it('puts days with incidents alone where they belong', () => {
  const days = [-4, -2].map((ago) => dayOf(span(midnightMs + ago * dayMs, dayMs)));
  const counts = new Map([-5, -3, -2, 0].map((ago) => [midnightMs + ago * dayMs, 10 + ago]));
  expect(
    withIncidents(days, counts).map((day) => [(day.startMs - midnightMs) / dayMs, day.runs, day.incidents]),
  ).toEqual([
    [-5, 0, 5],
    [-4, 1, 0],
    [-3, 0, 7],
    [-2, 1, 8],
    [0, 0, 10],
  ]);
});

it('of one deployment ends with now, whatever was counted after it', () => {
  const of = (_: string, __: number, lengthMs = dayMs) =>
    [noonMs, noonMs + lengthMs, noonMs + 2 * dayMs].map((atMs) =>
      bucketOf(sample({ atMs, coveredMs: minuteMs }), lengthMs),
    );
  const { days, hours } = chronicleOf('files-eu', noonMs + minuteMs, { of }, { of: () => new Map() });
  expect(days.map(({ startMs }) => startMs)).toEqual([midnightMs]);
  expect(hours.map(({ startMs, coveredMs }) => [startMs, coveredMs])).toEqual([[noonMs, minuteMs]]);
});
