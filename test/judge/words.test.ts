// What is taken from an answer, shown and held.
import { describe, expect, test } from 'vitest';
import { neverRun, takeIn } from '../../src/judge/check.ts';
import { emptyStreak } from '../../src/judge/streak.ts';
import { claimsOf, isDocumented, isHeard, overallAfter, regionsAfter } from '../../src/judge/words.ts';
import type { ClaimedRegion } from '../../src/model/round.ts';
import { reasons, type State } from '../../src/model/states.ts';
import { aDeployment, aResult, aRun, listing, saying } from '../fixtures/model.ts';

const thresholds = { failures: 2, successes: 2 };

describe('which answers are listened to', () => {
  test('those of the documented document, whatever else they fail for', () => {
    expect(reasons.filter(isDocumented)).toEqual(['components', 'contract']);
    expect(isDocumented(null)).toBe(true);
  });

  test('no run and an undocumented one have no words', () => {
    expect(claimsOf(undefined)).toBeNull();
    expect(claimsOf(aRun('status', 0, { reason: 'version' }))).toBeNull();
  });

  test('a documented one says what it says; unreadable, it says nothing', () => {
    const run = aRun('status', 0);
    expect(claimsOf(run)).toBe(run.claims);
    expect(claimsOf({ ...run, claims: null })).toMatchObject({ overall: null, components: [] });
  });
});

test.each([
  ['never run', false, null, null, false],
  ['fresh and up', true, 0, null, true],
  ['a failing run that is not confirmed', true, 0, 'timeout', true],
  ['confirmed failing', true, 1, 'timeout', false],
  ['confirmed failing, with the documented document', true, 1, 'contract', true],
  ['stale', false, 0, null, false],
] as const)('whether a check still speaks for now: %s', (_case, fresh, confirmed, reason, heard) => {
  const { checks } = takeIn(aDeployment(), {}, aResult(1, [aRun('status', 1, { reason })]), 1);
  const check = checks.status && { ...checks.status, fresh, up: { recent: [], confirmed } };
  expect(isHeard(check)).toBe(heard);
  expect(isHeard(undefined)).toBe(false);
});

describe('the overall word', () => {
  const first = overallAfter(
    { state: 'unknown', reported: null, streak: emptyStreak },
    saying('partial_outage', {}),
    true,
    thresholds,
  );

  test('shows at once and is confirmed later', () => {
    expect(first).toEqual({
      state: 'partial_outage',
      reported: 'partial_outage',
      streak: { recent: [4], confirmed: null },
    });
  });

  test('holds without an answer: the same object', () => {
    expect(overallAfter(first, null, true, thresholds)).toBe(first);
  });

  test('shows unknown without trust, and keeps its raw text', () => {
    expect(overallAfter(first, null, false, thresholds)).toEqual({ ...first, state: 'unknown' });
  });

  test('keeps the raw text of a word in no table', () => {
    const claims = {
      ...saying('operational', {}),
      overall: { word: 'Brown\nout', state: 'unknown' } as const,
    };
    const after = overallAfter(first, claims, true, thresholds);
    expect([after.state, after.reported]).toEqual(['unknown', 'Brown\uFFFDout']);
  });

  test('that is not there is unknown', () => {
    const after = overallAfter(first, { ...saying('operational', {}), overall: null }, true, thresholds);
    expect([after.state, after.reported, after.streak.recent]).toEqual(['unknown', null, [4, 2]]);
  });
});

describe('regions', () => {
  const up = { ...neverRun('regions'), fresh: true };
  const down = { ...up, up: { recent: [1, 1], confirmed: 1 } };
  const region = (code: string, state: State = 'operational', name = 'Frankfurt'): ClaimedRegion => ({
    code,
    name,
    zone: 'eu-central',
    country: 'DE',
    reported: { word: state, state },
  });
  const shown = regionsAfter([], listing(2, [region('fra1'), region('ams1', 'partial_outage')]), up);

  test('show their words at once', () => {
    expect(shown.map(({ code, state, reported }) => [code, state, reported])).toEqual([
      ['fra1', 'operational', 'operational'],
      ['ams1', 'partial_outage', 'partial_outage'],
    ]);
  });

  test('hold without an answer, and the same answer again changes nothing: the same array', () => {
    expect(regionsAfter(shown, null, up)).toBe(shown);
    const again = listing(2, [region('fra1'), region('ams1', 'partial_outage')]);
    expect(regionsAfter(shown, again, up)).toBe(shown);
  });

  test('show unknown without trust in their check, and keep their raw text', () => {
    const after = regionsAfter(shown, null, down);
    expect(after.map(({ state }) => state)).toEqual(['unknown', 'unknown']);
    expect(after.map(({ reported }) => reported)).toEqual(['operational', 'partial_outage']);
  });

  test('are none without a regions check', () => {
    expect(regionsAfter(shown, null, undefined)).toEqual([]);
    const none: never[] = [];
    expect(regionsAfter(none, null, undefined)).toBe(none);
  });

  test.each([
    ['another name', region('fra1', 'operational', 'Frankfurt 2')],
    ['another word', region('fra1', 'degraded_performance')],
  ])('%s is taken over', (_what, moved) => {
    const after = regionsAfter(shown, listing(1, [moved]), up);
    expect(after).toMatchObject([{ name: moved.name, state: moved.reported.state }]);
  });

  test.each([
    ['worse last', ['operational', 'major_outage']],
    ['worse first', ['major_outage', 'operational']],
  ] as const)('one listed twice is the worse of the two: %s', (_order, [one, other]) => {
    const after = regionsAfter([], listing(2, [region('fra1', one), region('fra1', other)]), up);
    expect(after.map(({ state }) => state)).toEqual(['major_outage']);
  });

  test('are 64 at most, a name 120 characters', () => {
    const many = Array.from({ length: 10_000 }, (_, index) =>
      region(`r${index}`, 'operational', 'n'.repeat(999)),
    );
    const after = regionsAfter([], listing(10_000, many), up);
    expect(after.length).toBe(64);
    expect(after[0]?.name.length).toBe(120);
  });
});
