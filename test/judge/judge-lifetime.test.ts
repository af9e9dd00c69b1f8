// What time, restarts and reloads do to what is believed of a deployment.
import { describe, expect, test } from 'vitest';
import { cutOff, resume, retire, sweep, unmoved } from '../../src/judge/judge.ts';
import type { ClaimedRegion } from '../../src/model/round.ts';
import type { State } from '../../src/model/states.ts';
import { aBrokenRun, aCheck, aDeployment, aRun, listing, saying } from '../fixtures/model.ts';
import { play, playRuns, roundMs } from './play.ts';

const deployment = aDeployment();
const staleMs = 90_000;

describe('the passing of time', () => {
  const { state, nowMs } = play('ok ok');
  const stale = sweep(deployment, state, nowMs + staleMs + 1);

  test('within stale_after is nothing', () => {
    expect(sweep(deployment, state, nowMs + staleMs)).toBeNull();
  });

  test('beyond it nothing is known any more', () => {
    expect(stale?.state).toMatchObject({
      status: 'unknown',
      cause: 'no fresh answer from the status check',
      sinceMs: nowMs + staleMs + 1,
      overall: { state: 'unknown', reported: 'operational' },
    });
    expect(stale?.state.components.map(({ state }) => state)).toEqual(['unknown', 'unknown']);
    expect(stale).toMatchObject({ durable: false, runs: [] });
    expect(stale?.changes.map(({ kind }) => kind)).toContain('state_changed');
  });

  test('opens no incident, and is told once', () => {
    expect(stale?.state.incident).toBeNull();
    expect(sweep(deployment, stale?.state ?? state, nowMs + 10 * staleMs)).toBeNull();
  });

  test.each([
    ['a word', 'storage_major storage_major'],
    ['slowness', 'slow slow'],
    ['a failing status check', '500 500'],
  ])('%s, confirmed, says nothing of now', (_what, rounds) => {
    const limited = aDeployment({ degradedAboveMs: 500 });
    const bad = play(rounds, limited);
    expect(bad.state.status).not.toBe('unknown');
    expect(sweep(limited, bad.state, bad.nowMs + staleMs + 1)?.state.status).toBe('unknown');
  });

  test('that moves an incident must be written: another check that was worse says nothing of now', () => {
    const checks = [aCheck('status'), aCheck('files', { staleAfterMs: roundMs })];
    const both = aDeployment({ checks });
    const failing = (atMs: number) => [
      aRun('status', atMs, {
        claims: saying('operational', { API: 'operational', Storage: 'degraded_performance' }),
      }),
      aBrokenRun('files', atMs),
    ];
    const { state, nowMs } = playRuns([failing, failing], both);
    const files = { ...state, incident: state.incident && { ...state.incident, updates: [] } };
    expect(sweep(both, files, nowMs + roundMs + 1)).toMatchObject({ durable: true });
    expect(sweep(both, state, nowMs + roundMs + 1)).toMatchObject({ durable: false });
  });

  test('neither updates nor ends an open one', () => {
    const down = play('500 500');
    const later = sweep(deployment, down.state, down.nowMs + staleMs + 1);
    expect(later?.state.status).toBe('unknown');
    expect(later?.state.incident).toBe(down.state.incident);
  });

  test.each([
    ['an answer makes it green again', 'ok', ['operational']],
    ['a failing run does not', 'timeout timeout', ['unknown', 'major_outage']],
    ['nor does a bad word', 'storage_major storage_major', ['unknown', 'major_outage']],
  ] as const)('after it %s', (_what, rounds, states) => {
    const after = { state: stale?.state ?? state, states: [], changes: [], nowMs: nowMs + 2 * staleMs };
    expect(play(rounds, deployment, after).states).toEqual(states);
  });

  test('another check that went stale is not knowing, too', () => {
    const both = aDeployment({ checks: [aCheck('status'), aCheck('files', { staleAfterMs: roundMs })] });
    const files = (atMs: number) => [aRun('status', atMs), aRun('files', atMs)];
    const { state, nowMs } = playRuns([files], both);
    const settled = sweep(both, state, nowMs + roundMs + 1)?.state;
    expect([settled?.status, settled?.cause]).toEqual(['unknown', 'no fresh answer from the files check']);
    expect(settled?.components[0]?.state).toBe('operational');
  });
});

describe('our own network cut', () => {
  const both = aDeployment({ checks: [aCheck('status'), aCheck('files')] });
  const wellRound = (atMs: number) => [aRun('status', atMs), aRun('files', atMs)];
  const { state, nowMs } = playRuns([wellRound, wellRound], both);
  const lost = cutOff(both, state, nowMs + 1_000);

  test('nothing is known any more, and that is why', () => {
    expect(lost?.state).toMatchObject({
      status: 'unknown',
      cause: "the agent's own network is cut",
      sinceMs: nowMs + 1_000,
      overall: { state: 'unknown', reported: 'operational' },
      incident: null,
    });
    expect(lost?.state.components.map(({ state }) => state)).toEqual(['unknown', 'unknown']);
    expect(lost).toMatchObject({ durable: false, runs: [], evidence: [] });
  });

  test('is told once', () => {
    const after = lost?.state ?? state;
    expect(cutOff(both, after, nowMs + 2_000)).toBeNull();
    expect(sweep(both, after, nowMs + 10 * staleMs)).toBeNull();
  });

  test('of what was stale already it is only the cause that is another', () => {
    const stale = sweep(both, state, nowMs + staleMs + 1)?.state ?? state;
    const after = cutOff(both, stale, nowMs + staleMs + 2);
    expect(after?.changes).toEqual([]);
    expect(after?.state).toMatchObject({ cause: "the agent's own network is cut", sinceMs: stale.sinceMs });
  });

  test('leaves streaks and an open incident as they were, whichever check it rests on', () => {
    const failing = (atMs: number) => [aBrokenRun('status', atMs), aBrokenRun('files', atMs)];
    const down = playRuns([failing, failing], both);
    const after = cutOff(both, down.state, down.nowMs + 1_000);
    expect(down.state.incident?.status).toBe('investigating');
    expect(after?.state).toMatchObject({ status: 'unknown', incident: down.state.incident });
    expect(after?.state.incident).toBe(down.state.incident);
    expect(after?.changes.map(({ kind }) => kind)).toEqual(['state_changed']);
    for (const name of ['status', 'files'] as const) {
      expect(after?.state.checks[name]?.up).toBe(down.state.checks[name]?.up);
    }
  });

  test('an answer ends it: of the checks it is of', () => {
    const after = { state: lost?.state ?? state, states: [], changes: [], nowMs: nowMs + 5_000 };
    const only = playRuns([(atMs) => [aRun('status', atMs)]], both, after);
    expect(only.state).toMatchObject({ status: 'unknown', cause: "the agent's own network is cut" });
    expect(playRuns([wellRound], both, only).state).toMatchObject({ status: 'operational', cause: null });
  });

  test('a restart forgets it', () => {
    const resumed = resume(lost?.state ?? state, nowMs + 2_000);
    expect(resumed.cause).toBe('no fresh answer from the status check');
    expect(Object.values(resumed.checks).filter((check) => 'cut' in check)).toEqual([]);
  });
});

describe('after a restart', () => {
  const down = play('ok storage_major storage_major');
  const resumed = resume(down.state, 500_000);
  const again = (rounds: string) => play(rounds, deployment, { ...down, state: resumed, changes: [] });

  test('nothing is known until probed, while streaks, raw words and the open incident are kept', () => {
    expect(resumed).toMatchObject({ status: 'unknown', cause: 'no fresh answer from the status check' });
    expect(resumed.checks.status?.fresh).toBe(false);
    expect(resumed.overall).toEqual({ ...down.state.overall, state: 'unknown' });
    expect(resumed.components.map(({ state, reported }) => [state, reported])).toEqual([
      ['unknown', 'operational'],
      ['unknown', 'major_outage'],
    ]);
    expect(resumed.components.map(({ streak }) => streak)).toEqual(
      down.state.components.map(({ streak }) => streak),
    );
    expect(resumed.incident).toEqual(down.state.incident);
  });

  test('that is so since now, and what was unknown before since then', () => {
    expect(resumed.sinceMs).toBe(500_000);
    expect(resumed.components.map(({ sinceMs }) => sinceMs)).toEqual([500_000, 500_000]);
    expect(resume(resumed, 600_000)).toEqual(resumed);
  });

  test('what is confirmed stands with the first run, and the incident goes on untold', () => {
    const { state, changes } = again('storage_major');
    expect(state.status).toBe('major_outage');
    expect(state.incident).toEqual(down.state.incident);
    expect(changes.filter(({ kind }) => kind.startsWith('incident'))).toEqual([]);
  });

  test('it ends by confirmation, as ever', () => {
    expect(again('ok ok').states).toEqual(['major_outage', 'operational']);
  });

  test.each([
    ['ok', ['operational']],
    ['timeout ok', ['unknown', 'operational']],
    ['timeout timeout', ['unknown', 'major_outage']],
    ['storage_partial ok', ['unknown', 'operational']],
  ] as const)('of a well deployment: %s', (rounds, states) => {
    const well = play('ok ok');
    expect(play(rounds, deployment, { ...well, state: resume(well.state, well.nowMs) }).states).toEqual(
      states,
    );
  });
});

describe('after a reload', () => {
  test('a check the deployment no longer has is gone with what it said', () => {
    const place = { code: 'fra1', name: 'Frankfurt', zone: 'eu-central', country: 'DE' };
    const region: ClaimedRegion = { ...place, reported: { word: 'operational', state: 'operational' } };
    const both = aDeployment({ checks: [aCheck('status'), aCheck('regions')] });
    const claims = listing(1, [region]);
    const before = playRuns([(atMs) => [aRun('status', atMs), aRun('regions', atMs, { claims })]], both);
    expect(before.state.regions.map(({ code, state }) => [code, state])).toEqual([['fra1', 'operational']]);
    const { state } = play('ok', deployment, { ...before, state: resume(before.state, before.nowMs) });
    expect(Object.keys(state.checks)).toEqual(['status']);
    expect(state.regions).toEqual([]);
    expect(state.status).toBe('operational');
  });

  test('a component newly expected holds green back until it is seen', () => {
    const more = aDeployment({ components: { expected: ['API', 'Storage', 'Queue'], exact: false } });
    const before = play('ok ok');
    const words: Record<string, State> = { API: 'operational', Storage: 'operational', Queue: 'operational' };
    const queue = (atMs: number) => [aRun('status', atMs, { claims: saying('operational', words) })];
    const resumed = { ...before, state: resume(before.state, before.nowMs) };
    expect(playRuns([(atMs) => [aRun('status', atMs)], queue], more, resumed).states).toEqual([
      'unknown',
      'operational',
    ]);
  });
});

describe('no longer configured', () => {
  test('an open incident ends and says why', () => {
    const down = play('500 500');
    const { state, changes, durable } = retire(down.state, 999_000);
    expect(state.incident).toBeNull();
    expect(durable).toBe(true);
    expect(changes.map(({ kind }) => kind)).toEqual(['incident_resolved']);
    expect(changes[0]?.incident).toMatchObject({ status: 'resolved', resolvedMs: 999_000 });
    expect(changes[0]?.incident?.updates.at(-1)?.text).toBe(
      'resolved: removed from the configuration, no longer watched',
    );
  });

  test('without one there is nothing to tell', () => {
    const { state } = play('ok');
    expect(retire(state, 999_000)).toEqual(unmoved(state));
  });
});
