// What is remembered of drift, and what of it is told.
import { describe, expect, test } from 'vitest';
import { driftAfter, driftNews } from '../../src/judge/drift.ts';
import { judge } from '../../src/judge/judge.ts';
import type { Drift } from '../../src/model/belief.ts';
import type { Finding } from '../../src/model/round.ts';
import { aCheck, aDeployment, aFinding, aResult, aRun } from '../fixtures/model.ts';
import { playRuns } from './play.ts';

const deployment = aDeployment({ checks: [aCheck('status'), aCheck('files')] });
const dayMs = 86_400_000;

const unknownField = (path: string, over: Partial<Finding> = {}) =>
  aFinding({
    rule: 'drift.unknown_field',
    severity: 'info',
    path,
    message: 'the document does not show this field',
    expected: 'no such field',
    observed: 'string "x"',
    ...over,
  });
const unknownWord = (path: string, observed: string) =>
  unknownField(path, { rule: 'drift.unknown_word', observed });

/** Rounds of the status check at 1, 2, 3…, each by the findings it shows. */
const remember = (...rounds: readonly (readonly Finding[])[]) =>
  rounds.reduce<readonly Drift[]>(
    (before, findings, index) => driftAfter(deployment, before, [aRun('status', 0, { findings })], index + 1),
    [],
  );
const brief = (drift: readonly Drift[]) =>
  drift.map(({ path, observed, firstSeenMs, lastSeenMs, count }) => [
    path,
    observed,
    ...[firstSeenMs, lastSeenMs, count],
  ]);

describe('an entry', () => {
  test('says what was seen, since when and how often', () => {
    expect(remember([unknownField('tags')], [], [unknownField('tags', { observed: 'number 7' })])).toEqual([
      {
        rule: 'drift.unknown_field',
        check: 'status',
        path: 'tags',
        message: 'the document does not show this field',
        expected: 'no such field',
        observed: 'number 7',
        firstSeenMs: 1,
        lastSeenMs: 3,
        count: 2,
      },
    ]);
  });

  test('is one for all items of a list, counted once a run', () => {
    const items = [unknownField('components[0].tags'), unknownField('components[12].tags')];
    expect(brief(remember(items, items))).toEqual([['components[].tags', 'string "x"', 1, 2, 2]]);
  });

  test('is one a word, where the word is what is unknown', () => {
    const words = ['brownout', 'blackout', 'brownout'].map((word, index) =>
      unknownWord(`components[${index}].status`, word),
    );
    expect(brief(remember(words))).toEqual([
      ['components[].status', 'brownout', 1, 1, 1],
      ['components[].status', 'blackout', 1, 1, 1],
    ]);
  });

  test('is one a check and rule', () => {
    const runs = [
      aRun('status', 0, { findings: [unknownField('a')] }),
      aRun('files', 0, {
        findings: [
          unknownField('a', { check: 'files' }),
          unknownField('a', { check: 'files', rule: 'drift.expected' }),
        ],
      }),
    ];
    expect(driftAfter(deployment, [], runs, 1).map(({ check, rule }) => [check, rule])).toEqual([
      ['status', 'drift.unknown_field'],
      ['files', 'drift.unknown_field'],
      ['files', 'drift.expected'],
    ]);
  });

  test('comes of no other rule', () => {
    expect(remember([aFinding(), aFinding({ rule: 'transport.age_on_no_store' })])).toEqual([]);
  });

  test('stays while it is not seen: the same array', () => {
    const before = remember([unknownField('a')]);
    expect(driftAfter(deployment, before, [aRun('status', 0)], 9)).toBe(before);
    expect(driftAfter(deployment, before, [], 9)).toBe(before);
  });

  test.each([
    ['its check is gone', aDeployment({ checks: [aCheck('status')] }), ['status']],
    ['its rule is off', { ...deployment, rules: { ...deployment.rules, 'drift.unknown_field': 'off' } }, []],
    ['its rule is in the table no more', { ...deployment, rules: {} }, []],
  ] as const)('goes where %s', (_why, configured, left) => {
    const runs = [
      aRun('status', 0, { findings: [unknownField('a')] }),
      aRun('files', 0, { findings: [unknownField('a', { check: 'files' })] }),
    ];
    const before = driftAfter(deployment, [], runs, 1);
    const after = driftAfter(configured as typeof deployment, before, [], 2);
    expect(after.map(({ check }) => check)).toEqual(left);
  });

  test('goes when it was not seen for 30 days', () => {
    const before = remember([unknownField('a')]);
    expect(driftAfter(deployment, before, [], 30 * dayMs)).toBe(before);
    expect(driftAfter(deployment, before, [], 30 * dayMs + 1)).toEqual([]);
    const again = [aRun('status', 0, { findings: [unknownField('a')] })];
    expect(brief(driftAfter(deployment, before, again, 31 * dayMs))).toEqual([
      ['a', 'string "x"', 1, 31 * dayMs, 2],
    ]);
  });

  test('seen after the clock was set back was not first seen after that', () => {
    const before = driftAfter(deployment, [], [aRun('status', 0, { findings: [unknownField('a')] })], 9);
    const after = driftAfter(deployment, before, [aRun('status', 0, { findings: [unknownField('a')] })], 4);
    expect(brief(after)).toEqual([['a', 'string "x"', 4, 4, 2]]);
  });
});

const fields = (from: number, count: number) =>
  Array.from({ length: count }, (_none, index) => unknownField(`field${from + index}`));
const paths = (drift: readonly Drift[]) => drift.map(({ path }) => path);

describe('the memory is bounded', () => {
  test('at 50, where what was seen longest ago gives way', () => {
    const drift = remember([unknownField('old')], [unknownField('new')], fields(0, 48), fields(48, 1));
    expect(drift.length).toBe(50);
    expect(paths(drift).slice(0, 2)).toEqual(['new', 'field0']);
    expect(paths(drift).at(-1)).toBe('field48');
  });

  test('what is seen again does not count as old', () => {
    const drift = remember(
      ...[[unknownField('old')], fields(0, 1), fields(1, 48)],
      ...[[unknownField('old')], fields(49, 1)],
    );
    expect(paths(drift)).toContain('old');
    expect(paths(drift)).not.toContain('field0');
  });

  test('a round with more than there is room for keeps those known longer', () => {
    const first = remember(fields(0, 70));
    expect(paths(first)).toEqual(fields(0, 50).map(({ path }) => path));
    const again = driftAfter(deployment, first, [aRun('status', 0, { findings: fields(0, 70) })], 2);
    expect(again.map(({ count }) => count)).toEqual(Array(50).fill(2));
  });
});

describe('what is told', () => {
  const news = (before: readonly Drift[], after: readonly Drift[], nowMs = 2) =>
    driftNews(before, after, nowMs).map(({ rule, text }) => `${rule}: ${text}`);

  test('new entries, once a rule', () => {
    const before = remember([unknownField('known')]);
    const findings = [
      unknownField('known'),
      unknownField('components[1].tags'),
      unknownWord('status', 'brownout'),
      ...fields(0, 3),
    ];
    const after = driftAfter(deployment, before, [aRun('status', 0, { findings })], 2);
    expect(news(before, after)).toEqual([
      'drift.unknown_field: components[].tags (string "x") and 3 more',
      'drift.unknown_word: status (brownout)',
    ]);
  });

  test('the whole answer has no path', () => {
    const after = remember([unknownField('', { rule: 'drift.expected', observed: '404' })]);
    expect(news([], after)).toEqual(['drift.expected: the answer (404)']);
  });

  test('nothing of what is known, or gone', () => {
    const before = remember(fields(0, 2));
    expect(
      news(before, driftAfter(deployment, before, [aRun('status', 0, { findings: fields(0, 1) })], 2)),
    ).toEqual([]);
    expect(news(before, [])).toEqual([]);
  });

  test('nothing while the memory is full of what was seen within a day', () => {
    const full = remember(fields(0, 50));
    const refilled = (nowMs: number) =>
      driftAfter(deployment, full, [aRun('status', 0, { findings: fields(90, 1) })], nowMs);
    expect(news(full, refilled(dayMs), dayMs)).toEqual([]);
    expect(news(full, refilled(dayMs + 1), dayMs + 1)).toEqual(['drift.unknown_field: field90 (string "x")']);
    const almost = remember(fields(0, 49));
    expect(
      news(almost, driftAfter(deployment, almost, [aRun('status', 0, { findings: fields(49, 9) })], 2)),
    ).toEqual(['drift.unknown_field: field49 (string "x") and 8 more']);
  });
});

describe('in the judge', () => {
  const shows =
    (...findings: Finding[]) =>
    (atMs: number) => [aRun('status', atMs, { findings })];
  const settle = (before: ReturnType<typeof playRuns>, findings: Finding[]) => {
    const atMs = before.nowMs + 30_000;
    return judge(
      deployment,
      before.state,
      aResult(atMs, [...shows(...findings)(atMs), aRun('files', atMs)]),
      atMs,
    );
  };
  const files = (atMs: number) => [aRun('status', atMs), aRun('files', atMs)];
  const steady = playRuns([files, files], deployment);

  test('the first answer ever may drift too', () => {
    expect(playRuns([shows(unknownField('a'))], deployment).changes).toContainEqual({
      kind: 'drifted',
      deployment: 'files-eu',
      atMs: 30_000,
      subject: 'drift.unknown_field',
      from: null,
      to: null,
      text: 'drift.unknown_field: a (string "x")',
      incident: null,
    });
  });

  test('a new entry is told and must be written; that it was seen again can wait', () => {
    const first = settle(steady, [unknownField('a')]);
    expect(first.changes.map(({ kind, subject }) => [kind, subject])).toEqual([
      ['drifted', 'drift.unknown_field'],
    ]);
    expect(first).toMatchObject({ durable: true, state: { status: 'operational' } });
    const again = settle({ ...steady, state: first.state, nowMs: steady.nowMs + 30_000 }, [
      unknownField('a'),
    ]);
    expect(again).toMatchObject({ changes: [], durable: false, state: { drift: [{ count: 2 }] } });
  });

  test('a target that makes up fields in every round writes and tells no more once the memory is full', () => {
    let state = steady.state;
    const loud: boolean[] = [];
    for (let index = 0; index < 4; index += 1) {
      const before = { ...steady, state, nowMs: steady.nowMs + index * 30_000 };
      const settlement = settle(before, fields(index * 50, 50));
      state = settlement.state;
      loud.push(settlement.durable || settlement.changes.length > 0);
      expect(state.drift.length).toBe(50);
    }
    expect(loud).toEqual([true, false, false, false]);
  });

  test('what memory finds is remembered like the rest', () => {
    const region = (name: string) => (atMs: number) => [
      aRun('status', atMs, { claims: { ...aRun('status', 0).claims, region: name } as never }),
    ];
    const { state } = playRuns([region('fra1'), region('ams1'), region('fra1')], deployment);
    expect(state.drift).toMatchObject([
      { rule: 'drift.region_changed', path: 'region', observed: 'fra1', count: 2 },
    ]);
  });
});
