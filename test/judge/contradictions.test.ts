// Claims of the status document that its own rounds contradict: confirmed, shown while both sides speak, ended.
import { describe, expect, test } from 'vitest';
import { judge, resume, sweep } from '../../src/judge/judge.ts';
import type { Change, DeploymentState } from '../../src/model/belief.ts';
import type { Deployment } from '../../src/model/deployment.ts';
import {
  type CheckResult,
  type Comparison,
  type ContradictionRule,
  type Finding,
  noClaims,
} from '../../src/model/round.ts';
import {
  aBrokenRun,
  aCheck,
  aDeployment,
  aFinding,
  anErrorRun,
  aResult,
  aRun,
  saying,
} from '../fixtures/model.ts';
import { roundMs } from './play.ts';

const deployment = aDeployment({ checks: [aCheck('status'), aCheck('files')] });
const rule = 'contradiction.status_vs_checks';

const aContradiction = (over: Partial<Finding> = {}) =>
  aFinding({
    rule,
    severity: 'warning',
    path: 'status',
    message: 'the status document says operational while a check fails',
    expected: 'all checks answer',
    observed: 'files: http_status 500',
    ...over,
  });

/** `x`: contradicted; `o`: agrees; `-`: not decided. `?`: the status check does not answer. */
type Word = 'x' | 'o' | '-' | '?';
const comparisonsOf = (word: Word, of: ContradictionRule): Comparison[] => {
  if (word === '-' || word === '?') return [];
  return [{ rule: of, finding: word === 'x' ? aContradiction({ rule: of }) : null }];
};

interface Played {
  readonly state: DeploymentState | null;
  readonly nowMs: number;
  readonly changes: readonly Change[];
  readonly durable: readonly boolean[];
}
const nothing: Played = { state: null, nowMs: 0, changes: [], durable: [] };

function play(
  words: string,
  after: Played = nothing,
  of: Deployment = deployment,
  by: ContradictionRule = rule,
): Played {
  return (words.split(' ') as Word[]).reduce<Played>(({ state, nowMs, changes, durable }, word) => {
    const atMs = nowMs + roundMs;
    const status = word === '?' ? aBrokenRun('status', atMs) : aRun('status', atMs);
    const others = of.checks.slice(1).map(({ endpoint }): CheckResult => aRun(endpoint, atMs));
    const result = { ...aResult(atMs, [status, ...others]), comparisons: comparisonsOf(word, by) };
    const settlement = judge(of, state, result, atMs);
    return {
      state: settlement.state,
      nowMs: atMs,
      changes: [...changes, ...settlement.changes],
      durable: [...durable, settlement.durable],
    };
  }, after);
}
const entries = ({ state }: Pick<Played, 'state'>) =>
  state?.contradictions.map(({ rule, streak, sinceMs }) => [rule, streak.confirmed, sinceMs]);
const told = ({ changes }: Played) =>
  changes
    .filter(({ kind }) => kind.startsWith('contradiction'))
    .map(({ kind, atMs }) => [kind, atMs / roundMs]);

describe('confirmation', () => {
  test.each<[string, readonly unknown[], readonly unknown[]]>([
    ['o o', [], []],
    ['x', [[rule, null, null]], []],
    ['x o', [], []],
    ['x o x o x', [[rule, null, null]], []],
    ['x - x', [[rule, 1, 3 * roundMs]], [['contradiction_confirmed', 3]]],
    ['x x', [[rule, 1, 2 * roundMs]], [['contradiction_confirmed', 2]]],
    ['x x x x', [[rule, 1, 2 * roundMs]], [['contradiction_confirmed', 2]]],
    ['x x o', [[rule, 1, 2 * roundMs]], [['contradiction_confirmed', 2]]],
    ['x x o - - x o', [[rule, 1, 2 * roundMs]], [['contradiction_confirmed', 2]]],
    [
      'x x o o',
      [],
      [
        ['contradiction_confirmed', 2],
        ['contradiction_ended', 4],
      ],
    ],
  ])('%s', (words, left, changes) => {
    const played = play(words);
    expect(entries(played)).toEqual(left);
    expect(told(played)).toEqual(changes);
  });

  test('with one reading, where that is enough', () => {
    const hasty = { ...deployment, confirm: { failures: 1, successes: 1, recheckAfterMs: 5_000 } };
    expect(told(play('x o', nothing, hasty))).toEqual([
      ['contradiction_confirmed', 1],
      ['contradiction_ended', 2],
    ]);
  });

  test('a changed streak must be written, a steady one not', () => {
    expect(play('o o o x x x x o o o').durable.slice(2)).toEqual([
      ...[false, true, true],
      ...[false, false, true],
      ...[true, false],
    ]);
  });

  test('by a re-check like by any run; not by one that was asked for, nor by one without the status check', () => {
    const { state, nowMs } = play('x');
    const atMs = nowMs + 5_000;
    const comparisons = comparisonsOf('x', rule);
    const settled = (cause: 'recheck' | 'asked', endpoint: 'status' | 'files') =>
      judge(deployment, state, { ...aResult(atMs, [aRun(endpoint, atMs)], cause), comparisons }, atMs);
    expect(entries(settled('recheck', 'status'))).toEqual([[rule, 1, atMs]]);
    expect(entries(settled('asked', 'status'))).toEqual([[rule, null, null]]);
    expect(entries(settled('recheck', 'files'))).toEqual([[rule, null, null]]);
  });

  test('moves the state of the deployment in no way', () => {
    expect(play('x x x').state).toMatchObject({ status: 'operational', incident: null });
  });
});

test('is told with both sides, and ends by its name', () => {
  const changes = play('x x o o').changes.filter(({ kind }) => kind.startsWith('contradiction'));
  expect(changes.map(({ subject, text }) => [subject, text])).toEqual([
    [rule, `${rule}: status expected all checks answer, got files: http_status 500`],
    [rule, `${rule} has ended`],
  ]);
});

test('both sides are those seen last', () => {
  const { state, nowMs } = play('x x');
  const atMs = nowMs + roundMs;
  const later = aContradiction({ observed: 'files: timeout' });
  const round = (finding: Finding | null) => ({
    ...aResult(atMs, [aRun('status', atMs)]),
    comparisons: [{ rule, finding } as const],
  });
  const after = judge(deployment, state, round(later), atMs);
  expect(after.state.contradictions[0]?.finding).toEqual(later);
  expect(after).toMatchObject({ durable: false, changes: [] });
  expect(judge(deployment, state, round(aContradiction()), atMs).state.contradictions).toBe(
    state?.contradictions,
  );
  expect(judge(deployment, state, round(null), atMs).state.contradictions[0]?.finding).toEqual(
    aContradiction(),
  );
});

describe('nobody can tell any more: it is not shown as confirmed, and nothing is told', () => {
  const confirmed = play('x x');
  const hidden = [[rule, 1, null]];

  test('while the status check is confirmed failing, until it is seen again', () => {
    expect(entries(play('?', confirmed))).toEqual([[rule, 1, 2 * roundMs]]);
    const failing = play('? ?', confirmed);
    expect(entries(failing)).toEqual(hidden);
    expect(entries(play('- -', failing))).toEqual(hidden);
    expect(entries(play('o', failing))).toEqual(hidden);
    expect(entries(play('- x', failing))).toEqual([[rule, 1, 6 * roundMs]]);
    expect(told(play('x', failing))).toEqual(told(confirmed));
    expect(told(play('o o', failing)).at(-1)).toEqual(['contradiction_ended', 6]);
  });

  test('not while it fails for this very contradiction', () => {
    const contract = (atMs: number) => aRun('status', atMs, { reason: 'contract' });
    const after = [1, 2].reduce<DeploymentState | null>((state, index) => {
      const atMs = index * roundMs;
      const result = aResult(atMs, [contract(atMs), anErrorRun('files', atMs, 500)]);
      return judge(deployment, state, { ...result, comparisons: comparisonsOf('x', rule) }, atMs).state;
    }, null);
    expect(after?.checks.status?.up.confirmed).toBe(1);
    expect(entries({ state: after })).toEqual([[rule, 1, 2 * roundMs]]);
  });

  test('once the status check went stale', () => {
    if (confirmed.state === null) throw new Error('nothing played');
    const swept = sweep(deployment, confirmed.state, confirmed.nowMs + 90_001);
    expect(swept?.state.contradictions).toMatchObject([{ streak: { confirmed: 1 }, sinceMs: null }]);
    expect(swept).toMatchObject({ durable: false });
    expect(swept?.changes.map(({ kind }) => kind)).not.toContain('contradiction_ended');
  });

  test('after a restart, until the first run that decides it', () => {
    if (confirmed.state === null) throw new Error('nothing played');
    const resumed = { ...confirmed, state: resume(confirmed.state, 1) };
    expect(entries(resumed)).toEqual(hidden);
    expect(entries(play('x', resumed))).toEqual([[rule, 1, 3 * roundMs]]);
    expect(told(play('x', resumed))).toEqual(told(confirmed));
  });

  test.each([
    ['contradiction.overall_vs_components', 'files', 2 * roundMs],
    ['contradiction.status_vs_checks', 'files', null],
    ['contradiction.status_vs_checks', 'incidents', null],
    ['contradiction.incidents_vs_status', 'incidents', null],
  ] as const)('of %s when the %s check alone went stale: since %s', (by, other, sinceMs) => {
    const of = aDeployment({ checks: [aCheck('status'), aCheck(other, { staleAfterMs: roundMs })] });
    const { state, nowMs } = play('x x', nothing, of, by);
    if (state === null) throw new Error('nothing played');
    expect(entries({ state })).toEqual([[by, 1, 2 * roundMs]]);
    expect(entries({ state: sweep(of, state, nowMs + roundMs + 1)?.state ?? null })).toEqual([
      [by, 1, sinceMs],
    ]);
  });

  test('of the incidents list, while its check is confirmed failing; of checks, their failing is the contradiction', () => {
    const of = aDeployment({ checks: [aCheck('status'), aCheck('incidents')] });
    for (const [by, sinceMs] of [
      ['contradiction.incidents_vs_status', null],
      ['contradiction.status_vs_checks', 2 * roundMs],
    ] as const) {
      let { state, nowMs } = play('x x', nothing, of, by);
      for (const _round of [1, 2]) {
        nowMs += roundMs;
        const runs = [aRun('status', nowMs), anErrorRun('incidents', nowMs, 500)];
        state = judge(of, state, aResult(nowMs, runs), nowMs).state;
      }
      expect(entries({ state })).toEqual([[by, 1, sinceMs]]);
    }
  });
});

describe('a check that is asked less often than status', () => {
  const slow = aDeployment({ checks: [aCheck('status'), aCheck('regions'), aCheck('services')] });
  /** What the services meet in each round: `x` fails, `o` is well, `-` is not asked; `d`: not asked, status is degraded. */
  const meet = (words: string, of: Deployment = slow) => {
    let state: DeploymentState | null = null;
    const up: (number | null | undefined)[] = [];
    for (const [index, word] of words.split(' ').entries()) {
      const atMs = (index + 1) * roundMs;
      const claims = saying(word === 'd' ? 'degraded_performance' : 'operational', {
        API: 'operational',
        Storage: 'operational',
      });
      const findings = word === 'x' && of !== slow ? [aContradiction({ severity: 'error' })] : [];
      const reason = findings.length > 0 ? 'contract' : null;
      const runs = [aRun('status', atMs, { claims, findings, reason }), aRun('regions', atMs)];
      if (word === 'x') runs.push(anErrorRun('services', atMs, 500));
      if (word === 'o') runs.push(aRun('services', atMs));
      const comparisons = comparisonsOf(word === 'x' ? 'x' : 'o', rule);
      state = judge(of, state, { ...aResult(atMs, runs), comparisons }, atMs).state;
      up.push(state.checks.status?.up.confirmed);
    }
    return { state, up };
  };

  test.each<[string, readonly unknown[]]>([
    ['x - x', [[rule, 1, 3 * roundMs]]],
    ['x - - x - -', [[rule, 1, 4 * roundMs]]],
    ['x - x - o', [[rule, 1, 3 * roundMs]]],
    ['x - x - o -', []],
    ['x - x d', [[rule, 1, 3 * roundMs]]],
    ['x - x d d', []],
    // Once it went stale its failure says nothing of now.
    ['x - x - - - -', [[rule, 1, 3 * roundMs]]],
    ['x - x - - - - - -', []],
  ])('%s: rounds without it do not say that it is well', (words, left) => {
    expect(entries(meet(words))).toEqual(left);
  });

  test.each<[string, readonly (number | null)[]]>([
    ['x - x - x', [null, 0, 0, 1, 1]],
    ['x - x - o -', [null, 0, 0, 1, 1, 0]],
    ['x - x d d', [null, 0, 0, 0, 0]],
  ])('as an error it fails the status check until a round agrees: %s', (words, up) => {
    expect(meet(words, aDeployment({ ...slow, rules: { [rule]: 'error' } })).up).toEqual(up);
  });

  test('as an error: the finding stands with the others, and not after a restart', () => {
    const strict = aDeployment({ ...slow, rules: { [rule]: 'error' } });
    const { state } = meet('x - x', strict);
    if (state === null) throw new Error('nothing played');
    const next = (of: DeploymentState) =>
      judge(strict, of, aResult(4 * roundMs, [aRun('status', 4 * roundMs)]), 4 * roundMs).runs[0];
    expect(next(state)).toMatchObject({
      reason: 'contract',
      findings: [{ rule, observed: 'files: http_status 500' }],
    });
    expect(next(resume(state, 1))).toMatchObject({ reason: null, findings: [] });
    const silent = aRun('status', 4 * roundMs, { claims: { ...noClaims } });
    expect(judge(strict, state, aResult(4 * roundMs, [silent]), 4 * roundMs).runs[0]?.findings).toEqual([]);
  });
});

describe('what the configuration compares no more goes, and has ended', () => {
  const incidents = 'contradiction.incidents_vs_status';
  const all = aDeployment({ checks: [aCheck('status'), aCheck('files'), aCheck('incidents')] });
  const off = { ...all, rules: { ...all.rules, [rule]: 'off', [incidents]: 'off' } } as const;

  test.each<[string, ContradictionRule, Deployment, number]>([
    ['the rule is off', rule, off, 0],
    ['the rule is in the table no more', rule, { ...all, rules: {} as Deployment['rules'] }, 0],
    ['the incidents check is gone', incidents, { ...all, checks: all.checks.slice(0, 2) }, 0],
    ['another check is gone', rule, { ...all, checks: all.checks.slice(0, 2) }, 1],
    ['the status check is', rule, { ...all, checks: all.checks.slice(1) }, 0],
    ['all others are', rule, { ...all, checks: all.checks.slice(0, 1) }, 0],
    ['those beside the document itself are', 'contradiction.overall_vs_components', aDeployment(), 1],
  ])('%s', (_what, by, configured, left) => {
    const before = play('x x', nothing, all, by);
    const after = play('-', before, configured, by);
    expect(after.state?.contradictions.length).toBe(left);
    expect(told(after).length).toBe(left === 1 ? 1 : 2);
  });

  test('a rule no table knows, left by another release, is let go', () => {
    const { state, nowMs } = play('x x');
    const contradictions = state?.contradictions.map((entry) => ({
      ...entry,
      rule: 'contradiction.gone' as typeof rule,
    }));
    const after = play('-', { ...nothing, nowMs, state: { ...state, contradictions } as DeploymentState });
    expect(entries(after)).toEqual([]);
  });

  test('nor does one that is off begin', () => {
    expect(entries(play('x x', nothing, off))).toEqual([]);
  });
});
