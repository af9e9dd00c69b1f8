// What a chart draws of rollups: buckets with their gaps, stacks of phases, and what of incidents lies in the window.
import { describe, expect, it } from 'vitest';
import {
  alignedOf,
  bucketAt,
  bucketsOf,
  frameAt,
  roundTop,
  stackOf,
  within,
  zoomed,
} from '../../src/browser/series.js';

const minuteMs = 60_000;
const fine = 5 * minuteMs;
const tenMs = Date.UTC(2026, 10, 21, 10);
const phases = ['connect', 'first_byte'];

const item = (start: string, means: Record<string, number> | null = { connect: 2, first_byte: 30 }) => ({
  start,
  length_seconds: 300,
  latency_ms: means && { mean: 32, max: 40 },
  phases: means ?? {},
});

describe('the frame', () => {
  it('ends with the bucket that is under way, and is as long as the window', () => {
    const frame = frameAt(tenMs + minuteMs, 60 * minuteMs, fine);
    expect(frame).toEqual({ fromMs: tenMs - 55 * minuteMs, toMs: tenMs + fine, lengthMs: fine });
  });

  it('begins a bucket on its edge', () => {
    expect(frameAt(tenMs, 60 * minuteMs, fine).toMs).toBe(tenMs + fine);
  });
});

describe('buckets', () => {
  const frame = { fromMs: tenMs, toMs: tenMs + 4 * fine, lengthMs: fine };

  it('are all of the frame, with gaps, and none beyond it', () => {
    const [before, first, last, after] = [
      '2026-11-21T09:55:00Z',
      '2026-11-21T10:00:00Z',
      '2026-11-21T10:15:00Z',
      '2026-11-21T10:20:00Z',
    ].map((start) => item(start));
    expect(
      bucketsOf(
        [before, first, last, after].filter((one) => one !== undefined),
        frame,
        minuteMs,
      ),
    ).toEqual([first, null, null, last]);
  });

  it('hold until the next run is due, where runs are far apart', () => {
    const first = item('2026-11-21T10:00:00Z');
    expect(bucketsOf([first], frame, fine)).toEqual([first, null, null, null]);
    expect(bucketsOf([first], frame, 12 * minuteMs)).toEqual([first, first, first, null]);
    const before = item('2026-11-21T09:55:00Z');
    expect(bucketsOf([before], frame, 12 * minuteMs)).toEqual([before, before, null, null]);
  });

  it('become two points each, the upper edges of phases on top of each other', () => {
    const buckets = [item('2026-11-21T10:00:00Z'), null, item('2026-11-21T10:10:00Z', null), null];
    const [times = [], connect, firstByte] = alignedOf(buckets, frame, phases);
    const startS = tenMs / 1000;
    expect(times.slice(0, 3)).toEqual([startS, startS + 300 - 0.001, startS + 300]);
    expect(times).toHaveLength(8);
    expect(times.every((time, index) => index === 0 || Number(time) > Number(times[index - 1]))).toBe(true);
    expect(connect).toEqual([2, 2, null, null, null, null, null, null]);
    expect(firstByte).toEqual([32, 32, null, null, null, null, null, null]);
  });

  it('are found again by their points', () => {
    expect([0, 1, 2, 7].map(bucketAt)).toEqual([0, 0, 1, 3]);
  });
});

describe('a stack', () => {
  it('is as high without a phase that did not happen', () => {
    expect(stackOf(item('2026-11-21T10:00:00Z', { first_byte: 30 }), phases)).toEqual([0, 30]);
  });

  it.each([
    ['nothing', null],
    ['no answer', item('2026-11-21T10:00:00Z', null)],
  ])('of %s is a gap', (_, one) => {
    expect(stackOf(one, phases)).toBeNull();
  });
});

it.each([
  [0, 1],
  [Number.NaN, 1],
  [0.3, 0.5],
  [1, 1],
  [2.1, 2.5],
  [83, 100],
  [100, 100],
  [101, 200],
  [5_001, 10_000],
])('the top of a scale for %d is %d', (most, top) => {
  expect(roundTop(most)).toBeCloseTo(top);
});

describe('stretches within a frame', () => {
  const frame = { fromMs: 100, toMs: 200 };

  it.each([
    ['one inside', { fromMs: 120, toMs: 130 }, [{ fromMs: 120, toMs: 130 }]],
    ['one that began before', { fromMs: 0, toMs: 130 }, [{ fromMs: 100, toMs: 130 }]],
    ['one that is not over', { fromMs: 120, toMs: null }, [{ fromMs: 120, toMs: 200 }]],
    ['one before it', { fromMs: 0, toMs: 100 }, []],
    ['one after it', { fromMs: 200, toMs: null }, []],
    ['one of nonsense', { fromMs: Number.NaN, toMs: 130 }, []],
  ])('%s', (_, stretch, expected) => {
    expect(within([stretch], frame)).toEqual(expected);
  });
});

describe('zooming', () => {
  const whole = { min: 0, max: 100 };
  it.each([
    ['in, about an instant', whole, { about: 40, by: 0.5, least: 10 }, { min: 15, max: 65 }],
    ['in at the edge, without leaving it', whole, { about: 98, by: 0.5, least: 10 }, { min: 50, max: 100 }],
    [
      'in no further than the least',
      { min: 45, max: 56 },
      { about: 50, by: 0.5, least: 10 },
      { min: 45, max: 55 },
    ],
    ['out', { min: 40, max: 60 }, { about: 50, by: 2, least: 10 }, { min: 30, max: 70 }],
    ['out no further than there is data', { min: 10, max: 90 }, { about: 80, by: 2, least: 10 }, whole],
    ['out to all of it', { min: 40, max: 60 }, { about: 50, by: Number.POSITIVE_INFINITY, least: 10 }, whole],
    ['not, where all is less than the least', whole, { about: 50, by: 0.5, least: 400 }, whole],
  ])('%s', (_, shown, how, expected) => {
    expect(zoomed(shown, whole, how)).toEqual(expected);
  });
});
