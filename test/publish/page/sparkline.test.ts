// A day of latencies as one path: from zero, with gaps where there was no answer.
import { describe, expect, it } from 'vitest';
import { sparkline } from '../../../src/publish/page/sparkline.ts';
import { anHour, hourMs } from '../../fixtures/chronicle.ts';
import { nowMs } from '../../fixtures/snapshot.ts';

const hourAgo = (ago: number, meanMs: number, answers = 10) =>
  anHour(Math.floor(nowMs / hourMs - ago) * hourMs, { answers, durationSumMs: answers * meanMs });
const pathOf = (...hours: ReturnType<typeof hourAgo>[]) =>
  /<path d="([^"]*)"/.exec(sparkline({ hours }, nowMs).markup)?.[1];

describe('the line', () => {
  it('ends at the hour under way, and its highest point is the slowest hour', () => {
    expect(pathOf(hourAgo(2, 50), hourAgo(1, 100), hourAgo(0, 75))).toBe('M88 10l4-8 4 4');
  });

  it('has a gap for each hour without an answer', () => {
    expect(pathOf(hourAgo(4, 100), hourAgo(3, 100), hourAgo(2, 0, 0), hourAgo(1, 100), hourAgo(0, 100))).toBe(
      'M80 2l4 0M92 2l4 0',
    );
  });

  it('shows an hour alone, too', () => {
    expect(pathOf(hourAgo(24, 100), hourAgo(0, 100))).toBe('M0 2h1M96 2h1');
  });

  it('leaves out what is older than a day', () => {
    expect(pathOf(hourAgo(25, 900), hourAgo(0, 100))).toBe('M96 2h1');
  });

  it('of answers that took no time lies at the ground', () => {
    expect(pathOf(hourAgo(1, 0), hourAgo(0, 0))).toBe('M92 18l4 0');
  });
});

it('says from how much to how much', () => {
  expect(sparkline({ hours: [hourAgo(1, 8.25), hourAgo(0, 1250)] }, nowMs).markup).toContain(
    'role="img" aria-label="24 h: 8.3 ms to 1.25 s"',
  );
});

it('is nothing without an answer', () => {
  expect(sparkline({ hours: [hourAgo(1, 0, 0)] }, nowMs).markup).toBe('');
  expect(sparkline({ hours: [] }, nowMs).markup).toBe('');
});
