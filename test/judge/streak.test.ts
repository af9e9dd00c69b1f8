// Which readings confirm what.
import { describe, expect, test } from 'vitest';
import { advanceStreak, emptyStreak, isPending, sameItems } from '../../src/judge/streak.ts';

const confirmedAfterEach = (severities: readonly number[], failures: number, successes: number) => {
  let streak = emptyStreak;
  return severities.map((severity) => {
    streak = advanceStreak(streak, severity, { failures, successes });
    return streak.confirmed;
  });
};

describe('what a sequence of severities confirms', () => {
  test.each([
    ['a first good reading counts at once', 2, 2, [0], [0]],
    ['a first bad one waits for company', 2, 2, [5, 5], [null, 5]],
    ['planned work waits as well', 2, 2, [1, 1], [null, 1]],
    ['of different bad ones the mildest is sure', 2, 2, [5, 3], [null, 3]],
    ['a good one among the first bad ones counts at once', 3, 2, [5, 5, 0], [null, null, 0]],
    ['one bad reading changes nothing', 2, 2, [0, 5, 0, 5, 0], [0, 0, 0, 0, 0]],
    ['two in a row do', 2, 2, [0, 5, 5], [0, 0, 5]],
    ['it gets worse by the same rule', 2, 2, [0, 3, 3, 5, 5], [0, 0, 3, 3, 5]],
    ['bad and worse in turn is bad', 2, 2, [0, 3, 5, 3, 5], [0, 0, 3, 3, 3]],
    ['one good reading ends nothing', 2, 2, [5, 5, 0, 5, 0], [null, 5, 5, 5, 5]],
    ['two in a row do', 2, 2, [5, 5, 0, 0], [null, 5, 5, 0]],
    ['it gets better as far as the worst of them', 2, 2, [5, 5, 3, 0, 0], [null, 5, 5, 3, 0]],
    ['recovery may need more than failure', 1, 3, [0, 5, 0, 0, 0], [0, 5, 5, 5, 0]],
    ['failure may need more than recovery', 3, 1, [0, 5, 5, 5, 0], [0, 0, 0, 5, 0]],
    ['with thresholds of one everything counts at once', 1, 1, [4, 0, 2, 1], [4, 0, 2, 1]],
    ['a window shorter than needed confirms nothing', 5, 1, [4, 4, 4, 4], [null, null, null, null]],
  ] as const)('%s (failures %i, successes %i)', (_rule, failures, successes, severities, confirmed) => {
    expect(confirmedAfterEach(severities, failures, successes)).toEqual(confirmed);
  });
});

describe('a streak stops counting at its thresholds', () => {
  const thresholds = { failures: 2, successes: 3 };

  test('keeps the latest readings, oldest first, and no more than needed', () => {
    const severities = [1, 2, 3, 4, 5];
    const streak = severities.reduce(
      (held, severity) => advanceStreak(held, severity, thresholds),
      emptyStreak,
    );
    expect(streak.recent).toEqual([3, 4, 5]);
  });

  test('is the same object when a reading changes nothing', () => {
    const steady = { recent: [0, 0, 0], confirmed: 0 };
    expect(advanceStreak(steady, 0, thresholds)).toBe(steady);
    expect(advanceStreak(steady, 1, thresholds)).not.toBe(steady);
  });

  test('forgets what smaller thresholds no longer need', () => {
    const streak = advanceStreak({ recent: [5, 5, 5], confirmed: 5 }, 5, { failures: 1, successes: 1 });
    expect(streak.recent).toEqual([5]);
  });
});

describe('what is pending', () => {
  test.each([
    ['nothing read yet', [], null, true],
    ['nothing confirmed yet', [3], null, true],
    ['just read worse than confirmed', [0, 3], 0, true],
    ['just read what is confirmed', [3, 3], 3, false],
    ['just read better than confirmed', [3, 0], 3, false],
  ] as const)('%s', (_case, recent, confirmed, pending) => {
    expect(isPending({ recent, confirmed })).toBe(pending);
  });
});

test.each([
  [[], [], true],
  [[1, 2], [1, 2], true],
  [[1, 2], [2, 1], false],
  [[1], [1, 2], false],
])('%j and %j hold the same items: %s', (left, right, same) => {
  expect(sameItems(left, right)).toBe(same);
});
