// The state of a deployment and of a fleet, as a table.
import { describe, expect, test } from 'vitest';
import { fleetState, isGreen } from '../../src/judge/rollup.ts';
import type { CheckResult } from '../../src/model/round.ts';
import type { State } from '../../src/model/states.ts';
import { states } from '../../src/model/states.ts';
import { aBrokenRun, aCheck, aDeployment, anErrorRun, aRun, saying } from '../fixtures/model.ts';
import { type Meeting, meetings, play, playRuns } from './play.ts';

const short: Record<string, State> = {
  op: 'operational',
  mnt: 'under_maintenance',
  unk: 'unknown',
  deg: 'degraded_performance',
  part: 'partial_outage',
  maj: 'major_outage',
};
const long = (row: string) => row.split(/ +/).map((word) => short[word]);

describe('the state of a deployment after each round', () => {
  test.each([
    ['well', 'ok ok', 'op op'],
    ['one timeout is not an outage', 'ok timeout ok', 'op op op'],
    ['two are', 'ok timeout timeout', 'op op maj'],
    ['and it takes two answers to end it', 'ok timeout timeout ok ok', 'op op maj maj op'],
    ['a 5xx is not reachable', 'ok 500 timeout', 'op op maj'],
    ['any other failure is not knowing', 'ok 404 wrong_version', 'op op unk'],
    ['timeout and 404 in turn: fails, and is reached', 'ok timeout 404 timeout 404', 'op op unk unk unk'],
    ['first runs that fail', 'timeout timeout', 'unk maj'],
    ['first runs that fail and then do not', 'timeout ok', 'unk op'],
    ['back in reach, still wrong', 'timeout timeout 404 404', 'unk maj maj unk'],
    ['a word of a component', 'ok storage_partial storage_partial', 'op op part'],
    ['a word once is not believed', 'ok storage_major ok storage_major', 'op op op op'],
    ['degraded and worse in turn', 'ok storage_degraded storage_major', 'op op deg'],
    ['maintenance', 'ok storage_maintenance overall_maintenance', 'op op op'],
    ['maintenance, confirmed', 'ok overall_maintenance overall_maintenance ok ok', 'op op mnt mnt op'],
    ['a word never seen is not green', 'ok storage_unknown storage_unknown', 'op op unk'],
    ['of the whole likewise', 'ok overall_unknown overall_unknown', 'op op unk'],
    ['the overall word', 'ok overall_partial overall_partial', 'op op part'],
    ['a bad word at first: no green until it is settled', 'storage_major storage_major', 'unk maj'],
    ['a bad word at first that goes', 'storage_major ok', 'unk op'],
    ['a missing component', 'ok no_storage no_storage ok ok', 'op op unk unk op'],
    ['an answer that cannot be read', 'ok unreadable unreadable ok ok', 'op op unk unk op'],
    [
      'words hold while the check is not confirmed failing',
      'storage_partial storage_partial 404',
      'unk part part',
    ],
    ['and say nothing once it is', 'storage_partial storage_partial 404 404', 'unk part part unk'],
    [
      'leaving one outage on a bad reading is not green',
      'timeout timeout ok storage_major',
      'unk maj maj unk',
    ],
  ])('%s: %s', (_rule, rounds, expected) => {
    expect(play(rounds).states).toEqual(long(expected));
  });

  test('bad news of a failing status check counts where the document is the documented one', () => {
    const claims = saying('operational', { API: 'major_outage' });
    const round = (atMs: number) => [{ ...meetings.no_storage(atMs), claims }];
    expect(playRuns([round, round]).states).toEqual(long('unk maj'));
  });
});

describe('what makes it so, for people', () => {
  test.each([
    ['ok', null],
    ['timeout', 'status check is not confirmed yet'],
    ['timeout timeout', 'status check is unreachable (timeout: DEADLINE)'],
    ['timeout dns', 'status check is unreachable (dns: ENOTFOUND)'],
    ['500 500', 'status check is unreachable (http_status 500)'],
    ['timeout timeout ok', 'status check is unreachable (timeout: DEADLINE)'],
    ['404 404', 'status check fails (http_status 404)'],
    ['wrong_version wrong_version', 'status check fails (version: expected v1, got v2)'],
    ['no_storage no_storage', 'status check fails (components: expected Storage, got nothing)'],
    ['storage_major storage_major', 'Storage reports major_outage'],
    ['ok storage_maintenance storage_maintenance', 'Storage reports under_maintenance'],
    ['storage_unknown storage_unknown', 'Storage reports no known status'],
    ['storage_unknown storage_unknown 404', 'Storage reports no known status'],
    ['overall_partial overall_partial', 'overall status is partial_outage'],
    ['overall_unknown overall_unknown', 'overall status is not a known word'],
  ])('%s: %s', (rounds, cause) => {
    expect(play(rounds).state.cause).toBe(cause);
  });
});

describe('the other checks', () => {
  const both = aDeployment({ checks: [aCheck('status'), aCheck('files', { staleAfterMs: 900_000 })] });
  const ok = (atMs: number) => aRun('files', atMs);
  const broken = (atMs: number) => aBrokenRun('files', atMs);
  const missing = (atMs: number) => anErrorRun('files', atMs, 404);
  const rounds = (files: readonly (((atMs: number) => CheckResult) | null)[], status: Meeting = 'ok') =>
    files.map((file) => (atMs: number) => [meetings[status](atMs), ...(file === null ? [] : [file(atMs)])]);

  test.each([
    ['failing is degraded, reachable or not', [ok, broken, missing, ok, ok], 'op op deg deg op'],
    ['not run yet: no green', [null, null, ok], 'unk unk op'],
    ['not due in this round: what is known holds', [ok, null, null], 'op op op'],
    ['failing at first: no green', [missing, missing], 'unk deg'],
  ])('%s', (_rule, files, expected) => {
    expect(playRuns(rounds(files), both).states).toEqual(long(expected));
  });

  test('name themselves', () => {
    expect(playRuns(rounds([missing, missing]), both).state.cause).toBe(
      'files check fails (http_status 404)',
    );
  });

  test('give way to worse causes', () => {
    expect(playRuns(rounds([missing, missing], 'storage_major'), both).states.at(-1)).toBe('major_outage');
  });
});

describe('slower than degraded_above', () => {
  test.each([
    [500, 'ok slow slow ok ok', 'op op deg deg op'],
    [500, 'slow slow', 'unk deg'],
    [600, 'slow slow', 'op op'],
    [null, 'slow slow', 'op op'],
    [500, 'slow slow timeout timeout', 'unk deg deg maj'],
  ])('%s ms: %s', (degradedAboveMs, rounds, expected) => {
    expect(play(rounds, aDeployment({ degradedAboveMs })).states).toEqual(long(expected));
  });

  test('says how slow', () => {
    expect(play('slow slow', aDeployment({ degradedAboveMs: 500 })).state.cause).toBe(
      'status check is slower than 500 ms',
    );
  });

  const both = aDeployment({
    degradedAboveMs: 500,
    checks: [aCheck('status'), aCheck('files', { staleAfterMs: 900_000 })],
  });
  const slowFiles = (atMs: number) => [
    meetings.ok(atMs),
    { ...meetings.slow(atMs), endpoint: 'files' as const },
  ];
  const statusOnly = (atMs: number) => [meetings.ok(atMs)];

  test('a rare slow check is confirmed, however many quick answers of others lie between', () => {
    const rounds = [slowFiles, statusOnly, statusOnly, slowFiles, statusOnly];
    const { states, state } = playRuns(rounds, both);
    expect(states).toEqual(long('unk unk unk deg deg'));
    expect(state.cause).toBe('files check is slower than 500 ms');
  });

  test('a slow check that is stale says nothing of now', () => {
    const brief = { ...both, checks: [aCheck('status'), aCheck('files', { staleAfterMs: 40_000 })] };
    expect(playRuns([slowFiles, slowFiles, statusOnly, statusOnly], brief).states).toEqual(
      long('unk deg deg unk'),
    );
  });
});

describe('the state of a fleet', () => {
  test.each([
    ['no critical deployments', '', 'unk'],
    ['all well', 'op op', 'op'],
    ['the worst of them', 'op mnt', 'mnt'],
    ['one unknown', 'op unk', 'unk'],
    ['one degraded', 'op unk deg', 'deg'],
    ['any in partial outage', 'op deg part', 'part'],
    ['any in major outage', 'op op maj', 'part'],
    ['half in major outage', 'op maj', 'maj'],
    ['all in major outage', 'maj', 'maj'],
  ])('%s: %s is %s', (_rule, statuses, expected) => {
    const views =
      statuses === '' ? [] : long(statuses).map((status = 'unknown') => ({ critical: true, status }));
    const aside = { critical: false, status: 'major_outage' } as const;
    expect(fleetState([...views, aside, aside])).toBe(short[expected]);
  });
});

test('only operational and planned work are nothing to be told of', () => {
  expect(states.filter(isGreen)).toEqual(['operational', 'under_maintenance']);
});
