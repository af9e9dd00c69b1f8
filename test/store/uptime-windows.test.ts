// A window is covered by few buckets, and every run in it by exactly one of them.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bucketOf, isWithin, lengths, startOf } from '../../src/store/buckets.ts';
import { cover } from '../../src/store/uptime-windows.ts';
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
