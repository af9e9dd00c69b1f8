// Findings that hold an answer against what was believed before it.
import { describe, expect, test } from 'vitest';
import type { Setting } from '../../src/contract/rules.ts';
import { judge } from '../../src/judge/judge.ts';
import { recall } from '../../src/judge/memory.ts';
import type { Deployment } from '../../src/model/deployment.ts';
import type { CheckResult, Claims } from '../../src/model/round.ts';
import {
  aBrokenRun,
  aCheck,
  aDeployment,
  aFinding,
  anErrorRun,
  aResult,
  aRun,
  listing,
  saying,
} from '../fixtures/model.ts';
import { playRuns, roundMs } from './play.ts';

const both = { checks: [aCheck('status'), aCheck('files')] };
const deployment = aDeployment(both);
const tenMs = Date.UTC(2026, 10, 21, 10);

const status = (over: Partial<Claims>) => (atMs: number) =>
  aRun('status', atMs, {
    claims: { ...saying('operational', { API: 'operational', Storage: 'operational' }), ...over },
  });
const files = (items: number) => (atMs: number) => aRun('files', atMs, { claims: listing(items) });
const told = (run: CheckResult | undefined) => run?.findings.map(({ rule }) => rule);

/** Fra1 said at ten that all is well, and a list of seven. */
const known = playRuns(
  [
    (atMs) => [status({ region: 'fra1', updatedAtMs: tenMs })(atMs), files(7)(atMs)],
    (atMs) => [status({})(atMs), anErrorRun('files', atMs, 503)],
  ],
  deployment,
);

const next = (run: CheckResult, of: Deployment = deployment, cause: 'slot' | 'asked' = 'slot') =>
  judge(of, known.state, aResult(known.nowMs + roundMs, [run], cause), known.nowMs + roundMs);

describe('what a run is held against: the last value known', () => {
  test.each<[string, (atMs: number) => CheckResult, readonly string[]]>([
    ['a later updated_at', status({ updatedAtMs: tenMs + 1_000 }), []],
    ['the same', status({ updatedAtMs: tenMs }), []],
    ['none', status({}), []],
    ['an earlier one', status({ updatedAtMs: tenMs - 1_000 }), ['freshness.updated_at_backwards']],
    ['the region before', status({ region: 'fra1' }), []],
    ['another', status({ region: 'ams1' }), ['drift.region_changed']],
    [
      'both',
      status({ region: 'ams1', updatedAtMs: 0 }),
      ['freshness.updated_at_backwards', 'drift.region_changed'],
    ],
    ['a shorter list', files(1), []],
    ['no items', files(0), ['drift.list_emptied']],
    ['an answer that cannot be read', (atMs) => aRun('files', atMs, { claims: null }), []],
    ['no answer', (atMs) => aBrokenRun('files', atMs), []],
    [
      'an answer whose words are not taken',
      (atMs) => ({ ...status({ region: 'ams1', updatedAtMs: 0 })(atMs), reason: 'schema' }),
      [],
    ],
    [
      'one that fails for its components',
      (atMs) => ({ ...status({ region: 'ams1' })(atMs), reason: 'components' }),
      ['drift.region_changed'],
    ],
  ])('%s', (_what, run, rules) => {
    const { runs, state } = next(run(known.nowMs + roundMs));
    expect(told(runs[0])).toEqual(rules);
    expect(state.checks[runs[0]?.endpoint ?? 'status']?.last?.findings).toEqual(runs[0]?.findings);
  });

  test('is what the latest answer said, so that each change is found once', () => {
    const again = playRuns(
      [(atMs) => [status({ region: 'ams1', updatedAtMs: 0 })(atMs), files(0)(atMs)]],
      deployment,
      playRuns(
        [(atMs) => [status({ region: 'ams1', updatedAtMs: 0 })(atMs), files(0)(atMs)]],
        deployment,
        known,
      ),
    ).state;
    expect(again.checks.status?.last?.findings).toEqual([]);
    expect(again.checks.files?.last?.findings).toEqual([]);
  });

  test('is nothing at first', () => {
    const run = status({ region: 'ams1', updatedAtMs: 0 })(1_000);
    const { runs } = judge(deployment, null, aResult(1_000, [run, files(0)(1_000)]), 1_000);
    expect(runs.map(told)).toEqual([[], []]);
  });

  test('is not asked for what was only asked', () => {
    expect(next(files(0)(known.nowMs + roundMs), deployment, 'asked').runs).toEqual([]);
  });
});

test('both sides are shown, without what could forge a line', () => {
  const run = status({ region: `x\n${'y'.repeat(500)}`, updatedAtMs: tenMs - 1_000 })(1);
  const shown = recall(deployment, known.state, aResult(1, [run, files(0)(1)]));
  expect(shown.checks.flatMap(({ findings }) => findings)).toEqual([
    {
      rule: 'freshness.updated_at_backwards',
      severity: 'info',
      check: 'status',
      path: 'updated_at',
      message: 'updated_at is earlier than in the answer before',
      expected: 'at least 2026-11-21T10:00:00.000Z',
      observed: '2026-11-21T09:59:59.000Z',
    },
    {
      rule: 'drift.region_changed',
      severity: 'info',
      check: 'status',
      path: 'region',
      message: 'another region answers than before',
      expected: 'fra1',
      observed: `x\uFFFD${'y'.repeat(118)}`,
    },
    {
      rule: 'drift.list_emptied',
      severity: 'info',
      check: 'files',
      path: 'data',
      message: 'the list had items, and has none',
      expected: 'at least 1 item',
      observed: '0 items, 7 before',
    },
  ]);
});

test('an instant that is no date is shown as it is', () => {
  const before = { ...known.state, updatedAtMs: 1e300 };
  const [run] = recall(deployment, before, aResult(1, [status({ updatedAtMs: 0 })(1)])).checks;
  expect(run?.findings[0]).toMatchObject({
    expected: 'at least 1e+300',
    observed: '1970-01-01T00:00:00.000Z',
  });
});

describe('severity', () => {
  const set = (setting: Setting) => aDeployment({ ...both, rules: { 'drift.list_emptied': setting } });
  const emptied = files(0)(known.nowMs + roundMs);

  test.each<[Setting, CheckResult['reason'], readonly string[]]>([
    ['off', null, []],
    ['info', null, ['info']],
    ['warning', null, ['warning']],
    ['error', 'contract', ['error']],
  ])('%s: the reason is %s', (setting, reason, severities) => {
    const [run] = next(emptied, set(setting)).runs;
    expect(run?.reason).toBe(reason);
    expect(run?.findings.map(({ severity }) => severity)).toEqual(severities);
  });

  test('an error fails the run like any other: its streak takes it in', () => {
    const { state } = next(emptied, set('error'));
    expect(state.checks.files?.up.recent).toEqual([1, 1]);
    expect(state.checks.files).toMatchObject({ reachable: { recent: [1, 0] }, last: { reason: 'contract' } });
  });

  test('and leaves a reason that is there', () => {
    const rules = { 'drift.region_changed': 'error' } as const;
    const run = { ...status({ region: 'ams1' })(known.nowMs + roundMs), reason: 'components' } as const;
    expect(next(run, aDeployment({ ...both, rules })).runs[0]?.reason).toBe('components');
  });
});

describe('the bound of 50 findings a run', () => {
  const infos = Array.from({ length: 49 }, (_none, index) =>
    aFinding({ rule: 'drift.unknown_field', severity: 'info', check: 'files', path: `x${index}` }),
  );
  const warning = aFinding({ rule: 'meaning.limit', severity: 'warning', check: 'files' });
  const crowded = { ...files(0)(known.nowMs + roundMs), findings: [warning, ...infos] };

  test.each<[Setting, readonly string[]]>([
    ['error', ['drift.list_emptied', 'meaning.limit', 'drift.unknown_field']],
    ['warning', ['meaning.limit', 'drift.list_emptied', 'drift.unknown_field']],
    ['info', ['meaning.limit', 'drift.unknown_field', 'drift.unknown_field']],
  ])('holds, graver ones first: %s', (setting, first) => {
    const [run] = next(crowded, aDeployment({ ...both, rules: { 'drift.list_emptied': setting } })).runs;
    expect(run?.findings.length).toBe(50);
    expect(told(run)?.slice(0, 3)).toEqual(first);
  });
});
