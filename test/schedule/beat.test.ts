import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstRunAt, phaseHash, slotAfter, slotsMissed } from '../../src/schedule/beat.ts';

const anyHash = fc.integer({ min: 0, max: 2 ** 48 - 1 });
const anyInterval = fc.integer({ min: 1, max: 86_400 }).map((seconds) => seconds * 1000);
const anyInstant = fc.integer({ min: 1_600_000_000_000, max: 2_000_000_000_000 });

describe('phaseHash', () => {
  test('is the same in every process, and another for each deployment and region', () => {
    expect(phaseHash('files-eu', 'fra1')).toBe(phaseHash('files-eu', 'fra1'));
    expect(phaseHash('files-eu', 'fra1')).not.toBe(phaseHash('files-eu', 'ams3'));
    expect(phaseHash('files-eu', 'fra1')).not.toBe(phaseHash('files-us', 'fra1'));
  });

  test('spreads a thousand deployments over an interval: no tenth of it has twice its share', () => {
    const counts = new Array<number>(10).fill(0);
    for (let index = 0; index < 1000; index += 1) {
      const tenth = Math.floor((phaseHash(`deployment-${index}`, 'fra1') % 30_000) / 3_000);
      counts[tenth] = (counts[tenth] ?? 0) + 1;
    }
    expect(Math.max(...counts)).toBeLessThan(200);
  });
});

describe('slotAfter', () => {
  test.each([
    { hash: 0, interval: 15_000, after: 0, slot: 15_000 },
    { hash: 4_000, interval: 15_000, after: 0, slot: 4_000 },
    { hash: 4_000, interval: 15_000, after: 4_000, slot: 19_000 },
    { hash: 4_000, interval: 15_000, after: 4_001, slot: 19_000 },
    { hash: 34_000, interval: 15_000, after: 3_999, slot: 4_000 },
  ])('hash $hash, every $interval, after $after is $slot', ({ hash, interval, after, slot }) => {
    expect(slotAfter(hash, interval, after)).toBe(slot);
  });

  test('is later, by at most an interval, and always on the same phase', () => {
    fc.assert(
      fc.property(anyHash, anyInterval, anyInstant, (hash, interval, after) => {
        const slot = slotAfter(hash, interval, after);
        expect(slot).toBeGreaterThan(after);
        expect(slot - after).toBeLessThanOrEqual(interval);
        expect(slotAfter(hash, interval, slot) - slot).toBe(interval);
      }),
    );
  });

  test('slots of a long interval are slots of every interval that divides it', () => {
    fc.assert(
      fc.property(anyHash, fc.integer({ min: 1, max: 20 }), anyInstant, (hash, times, after) => {
        const slot = slotAfter(hash, 15_000 * times, after);
        expect(slotAfter(hash, 15_000, slot - 1)).toBe(slot);
      }),
    );
  });
});

describe('firstRunAt', () => {
  test('is soon, or within the shortest interval where that is shorter', () => {
    const anyIntervals = fc.array(anyInterval, { minLength: 1 });
    const anySoon = fc.integer({ min: 1, max: 100 }).map((seconds) => seconds * 1000);
    fc.assert(
      fc.property(anyHash, anyIntervals, anyInstant, anySoon, (hash, intervals, start, soon) => {
        const delay = firstRunAt(hash, intervals, start, soon) - start;
        expect(delay).toBeGreaterThanOrEqual(0);
        expect(delay).toBeLessThan(Math.min(soon, ...intervals));
      }),
    );
  });

  test.each([
    { what: 'a slot that is soon', intervals: [15_000], start: 15_000, first: 19_000 },
    { what: 'the soonest slot of several', intervals: [60_000, 15_000], start: 15_000, first: 19_000 },
    { what: 'by the hash where no slot is soon', intervals: [15_000], start: 5_000, first: 9_000 },
  ])('$what', ({ intervals, start, first }) => {
    expect(firstRunAt(4_000, intervals, start, 10_000)).toBe(first);
  });

  test('a fleet is asked no more at its start than its checks and their slots ask for', () => {
    const hashes = Array.from({ length: 1_000 }, (_, index) => phaseHash(`d${index}`, 'fra1'));
    const early = hashes.filter((hash) => (firstRunAt(hash, [15_000], 0, 10_000) - hash) % 15_000 !== 0);
    expect(early.length).toBeGreaterThan(280);
    expect(early.length).toBeLessThan(390);
  });
});

describe('slotsMissed', () => {
  test.each([
    { from: 4_000, to: 4_000, missed: 0 },
    { from: 4_000, to: 18_999, missed: 0 },
    { from: 4_000, to: 19_000, missed: 1 },
    { from: 4_000, to: 49_500, missed: 3 },
    { from: 4_000, to: 3_000, missed: 0 },
  ])('due at $from and begun at $to missed $missed', ({ from, to, missed }) => {
    expect(slotsMissed(4_000, 15_000, from, to)).toBe(missed);
  });
});
