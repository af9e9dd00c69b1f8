// What one result does to what is believed of a deployment.
import { describe, expect, test } from 'vitest';
import { initialState, judge, unmoved } from '../../src/judge/judge.ts';
import type { DeploymentState } from '../../src/model/belief.ts';
import { aCheck, aDeployment, anObservation, aResult, aRun, saying } from '../fixtures/model.ts';
import { meetings, play, playRuns, roundMs } from './play.ts';

const deployment = aDeployment();

describe('before the first run', () => {
  const state = initialState(deployment, 1_000);

  test('nothing is known', () => {
    expect(state).toMatchObject({
      deployment: 'files-eu',
      status: 'unknown',
      sinceMs: 1_000,
      cause: 'no fresh answer from the status check',
      incident: null,
      overall: { state: 'unknown', reported: null },
    });
    expect(state.components.map(({ name, state }) => [name, state])).toEqual([
      ['API', 'unknown'],
      ['Storage', 'unknown'],
    ]);
    expect(state.checks.status).toMatchObject({ fresh: false, lastRunMs: null, last: null });
  });

  test('the first result is judged as if that had been the state', () => {
    const result = aResult(2_000, [aRun('status', 2_020)]);
    expect(judge(deployment, null, result, 2_030).state).toEqual(
      judge(deployment, state, result, 2_030).state,
    );
  });
});

describe('an incident left open by a state that was lost', () => {
  const left = play('ok 500 500').state.incident;
  const after = { state: initialState(deployment, 1_000, left), states: [], changes: [], nowMs: 1_000 };
  const steps = (rounds: string) =>
    play(rounds, deployment, after).changes.filter(({ incident }) => incident?.id === left?.id);

  test.each([
    ['500', []],
    ['500 500', []],
    ['ok', ['incident_resolved']],
    ['storage_major storage_major', ['incident_updated']],
  ])('goes on: %s', (rounds, told) => {
    expect(after.state).toMatchObject({ status: 'unknown', incident: left });
    expect(steps(rounds).map(({ kind }) => kind)).toEqual(told);
  });
});

describe('what comes of a result', () => {
  const { state, nowMs } = play('ok ok');
  const at = nowMs + roundMs;

  test('in a steady state: taken in, nothing told, nothing that must be written at once', () => {
    const settlement = judge(deployment, state, aResult(at, [aRun('status', at)]), at);
    expect(settlement).toMatchObject({ changes: [], durable: false, runs: [{ endpoint: 'status' }] });
    expect(settlement.state).toMatchObject({ status: 'operational', sinceMs: roundMs });
    expect(settlement.state.checks.status?.lastRunMs).toBe(at);
  });

  test('a changed streak must be written, though nothing is told', () => {
    const settlement = judge(deployment, state, aResult(at, [meetings.timeout(at)]), at);
    expect(settlement).toMatchObject({ changes: [], durable: true });
  });

  test.each([
    ['late', nowMs - 1, 'slot'],
    ['repeated', nowMs, 'slot'],
    ['asked for', at, 'asked'],
  ] as const)('%s: nothing; the state that comes back is the one that went in', (_what, atMs, cause) => {
    const settlement = judge(deployment, state, aResult(atMs, [meetings.timeout(atMs)], cause), at);
    expect(settlement).toEqual(unmoved(state));
    expect(settlement.state).toBe(state);
  });

  test('a re-check confirms like any run', () => {
    const first = judge(deployment, state, aResult(at, [meetings.timeout(at)]), at).state;
    const again = aResult(at + 5_000, [meetings.timeout(at + 5_000)], 'recheck');
    expect(judge(deployment, first, again, at + 5_000).state.status).toBe('major_outage');
  });
});

describe('what an answer shows beside its words', () => {
  const claims = {
    ...saying('operational', { API: 'operational', Storage: 'operational' }),
    region: 'Frankfurt',
    updatedAtMs: 7,
  };
  const certificate = { notAfterMs: 9, subject: 's', issuer: 'i', error: null };
  const observation = anObservation(roundMs, { certificate });
  const first = playRuns([(atMs) => [aRun('status', atMs, { claims, observation, clockSkewMs: 40 })]]);
  const seen = ({ region, updatedAtMs, clockSkewMs, certificate }: DeploymentState) => ({
    region,
    updatedAtMs,
    clockSkewMs,
    certificate,
  });

  test('is taken over', () => {
    expect(seen(first.state)).toEqual({ region: 'Frankfurt', updatedAtMs: 7, clockSkewMs: 40, certificate });
  });

  test('of several certificates the last stands', () => {
    const later = { ...certificate, subject: 'later' };
    const both = aDeployment({ checks: [aCheck('status'), aCheck('files')] });
    const runs = (atMs: number) => [
      aRun('status', atMs, { observation }),
      aRun('files', atMs, { observation: anObservation(atMs, { certificate: later }) }),
    ];
    expect(playRuns([runs], both).state.certificate).toEqual(later);
  });

  test('stays when the latest run shows none', () => {
    expect(seen(play('timeout', undefined, first).state)).toEqual(seen(first.state));
  });

  test('nor does an answer without it take away what was said last', () => {
    const next = play('ok', undefined, first).state;
    expect(seen(next)).toEqual({ region: 'Frankfurt', updatedAtMs: 7, clockSkewMs: 0, certificate });
  });
});
