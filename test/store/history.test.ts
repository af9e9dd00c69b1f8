// Which buckets answer a question about the past, and what one deployment's history is made of.
import { expect, it } from 'vitest';
import { add, bucketOf, resolutionsFor } from '../../src/store/buckets.ts';
import { merge, rangeSince } from '../../src/store/history.ts';
import { dayMs, hourMs, minuteMs, noonMs, sample } from './examples.ts';

const resolutions = resolutionsFor(400 * dayMs);
const midnightMs = noonMs - 12 * hourMs;

it.each([
  ['the last minute', minuteMs, 5 * minuteMs, noonMs - 5 * minuteMs, noonMs + 10 * minuteMs],
  ['the future', -hourMs, 5 * minuteMs, noonMs + hourMs, noonMs + 10 * minuteMs],
  ['3 days, of which 2 are kept', 3 * dayMs, 5 * minuteMs, noonMs - 2 * dayMs, noonMs + 10 * minuteMs],
  ['30 days', 30 * dayMs, hourMs, noonMs - 30 * dayMs, noonMs + 2 * hourMs],
  ['all days there are', noonMs, dayMs, midnightMs - 400 * dayMs, midnightMs + 2 * dayMs],
])('reads %s', (_, agoMs, lengthMs, fromMs, toMs) => {
  expect(rangeSince(resolutions, noonMs - agoMs, noonMs, lengthMs)).toEqual({ lengthMs, fromMs, toMs });
});

it('adds what waits to what is written, and drops what is outside or of another length', () => {
  const bucket = (minutes: number, endpoint: 'status' | 'files' = 'status') =>
    bucketOf(sample({ endpoint, atMs: noonMs + minutes * minuteMs }), 5 * minuteMs);
  const range = { lengthMs: 5 * minuteMs, fromMs: noonMs, toMs: noonMs + 10 * minuteMs };
  const written = [bucket(5), bucket(0)];
  const waiting = [bucket(5), bucket(5, 'files'), bucket(10), bucket(-5), bucketOf(sample(), hourMs)];
  expect(merge(written, waiting, range)).toEqual([bucket(0), bucket(5, 'files'), add(bucket(5), bucket(5))]);
});

it('shows no bucket as covered longer than it is', () => {
  const bucket = bucketOf(sample({ coveredMs: 4 * minuteMs }), 5 * minuteMs);
  const range = { lengthMs: 5 * minuteMs, fromMs: noonMs, toMs: noonMs + 5 * minuteMs };
  expect(merge([bucket], [bucket], range)).toMatchObject([{ runs: 2, coveredMs: 5 * minuteMs }]);
});
