// What runs count for.
import { describe, expect, test } from 'vitest';
import { sampleOf } from '../../src/judge/availability.ts';
import { judge } from '../../src/judge/judge.ts';
import type { CheckName } from '../../src/model/deployment.ts';
import type { BeatCause, CheckResult } from '../../src/model/round.ts';
import { aBrokenRun, aCheck, aDeployment, anErrorRun, aResult, aRun, saying } from '../fixtures/model.ts';
import { meetings, play } from './play.ts';

const deployment = aDeployment({ checks: [aCheck('status'), aCheck('files')] });

const never = new Map<CheckName, number>();

function samplesOf(
  runs: readonly CheckResult[],
  cause: BeatCause = 'slot',
  rounds = 'ok',
  countedMs: ReadonlyMap<CheckName, number> = never,
) {
  const { state, nowMs } = play(rounds, deployment);
  const result = aResult(nowMs + 1_000, runs, cause);
  return sampleOf(deployment, result, judge(deployment, state, result, nowMs + 1_000), countedMs);
}

describe('samples', () => {
  test('one for each run of a slot', () => {
    const [status, files, ...more] = samplesOf([aRun('status', 31_020), aBrokenRun('files', 31_020)]);
    expect(status).toEqual({
      deployment: 'files-eu',
      endpoint: 'status',
      atMs: 31_000,
      failed: false,
      bad: false,
      status: 'unknown',
      durationMs: 20,
      phases: { connect: 1, first_byte: 15, transfer: 4 },
      coveredMs: 1,
    });
    expect(files).toMatchObject({ endpoint: 'files', failed: true, bad: false, durationMs: null });
    expect(more).toEqual([]);
  });

  test.each(['recheck', 'asked'] as const)('none of a round of cause %s', (cause) => {
    expect(samplesOf([aRun('status', 31_020)], cause)).toEqual([]);
  });

  test('none of a run that came late, one of a run that came twice', () => {
    const { state, nowMs } = play('ok', deployment);
    const late = aResult(nowMs, [aBrokenRun('status', nowMs)]);
    expect(sampleOf(deployment, late, judge(deployment, state, late, nowMs + 1), never)).toEqual([]);
    expect(samplesOf([aRun('status', 31_020), aBrokenRun('status', 31_020)])).toHaveLength(1);
  });
});

describe('a run of a check asked every 30 s, due at 31 s, stands for', () => {
  test.each([
    ['a moment where it is the first', undefined, 1],
    ['the time since the one before it', 11_000, 20_000],
    ['an interval', 1_000, 30_000],
    ['an interval after a gap', -600_000, 30_000],
    ['a moment where the clock was set back', 40_000, 1],
  ])('%s', (_, before, coveredMs) => {
    const counted = new Map<CheckName, number>(before === undefined ? [] : [['status', before]]);
    expect(samplesOf([aRun('status', 31_020)], 'slot', 'ok', counted)).toMatchObject([{ coveredMs }]);
  });
});

describe('bad are runs of the status check that are', () => {
  const claims = saying('major_outage', { API: 'operational' });

  test.each<[string, CheckResult, string, boolean]>([
    ['not reachable', aBrokenRun('status', 31_000), 'ok', true],
    ['a 5xx', anErrorRun('status', 31_000, 503), 'ok', true],
    ['a 404: reached', anErrorRun('status', 31_000, 404), 'ok', false],
    [
      'a 404 while the word held is partial_outage',
      anErrorRun('status', 31_000, 404),
      'overall_partial',
      true,
    ],
    ['partial_outage overall', meetings.overall_partial(31_000), 'ok', true],
    ['well after partial_outage', meetings.ok(31_000), 'overall_partial', false],
    ['major_outage of a component alone', meetings.storage_major(31_000), 'ok', false],
    ['an unknown word', meetings.overall_unknown(31_000), 'ok', false],
    [
      'major_outage overall, failing all the same',
      aRun('status', 31_000, { claims, reason: 'components' }),
      'no_storage',
      true,
    ],
    ['major_outage of another version', aRun('status', 31_000, { claims, reason: 'version' }), 'ok', false],
  ])('%s', (_what, run, before, bad) => {
    expect(samplesOf([run], 'slot', before)[0]?.bad).toBe(bad);
  });
});
