// Which answers are good, and which are kept of an incident's transitions.
import { describe, expect, test } from 'vitest';
import { albumAfter } from '../../src/judge/evidence.ts';
import { judge, retire, sweep } from '../../src/judge/judge.ts';
import type { DeploymentState } from '../../src/model/belief.ts';
import type { Deployment } from '../../src/model/deployment.ts';
import type { Album, Evidence } from '../../src/model/evidence.ts';
import type { CheckResult } from '../../src/model/round.ts';
import { secret } from '../../src/model/secret.ts';
import {
  aCheck,
  aDeployment,
  anErrorRun,
  anObservation,
  aResult,
  aRun,
  listing,
  saying,
} from '../fixtures/model.ts';
import { type Meeting, meetings, roundMs } from './play.ts';

type Runs = (atMs: number) => readonly CheckResult[];

const meeting =
  (word: Meeting): Runs =>
  (atMs) => [meetings[word](atMs)];
const words = (rounds: string) => rounds.split(' ').map((word) => meeting(word as Meeting));

/** Rounds 30 s apart, each judged with the album of those before it. */
function playEvidence(rounds: readonly Runs[], deployment: Deployment = aDeployment()) {
  let state: DeploymentState | null = null;
  let album: Album = {};
  let nowMs = 0;
  const evidence: Evidence[] = [];
  for (const round of rounds) {
    nowMs += roundMs;
    const settlement = judge(deployment, state, aResult(nowMs, round(nowMs)), nowMs, album);
    state = settlement.state;
    album = albumAfter(album, deployment, settlement);
    evidence.push(...settlement.evidence);
  }
  if (state === null) throw new Error('nothing to play');
  return { state, album, evidence, nowMs };
}

/** `transition check: good at round / failing at round`. */
const gist = ({ transition, check, good, failing }: Evidence) => {
  const round = (exhibit: Evidence['good']) => (exhibit === null ? '-' : exhibit.atMs / roundMs);
  return `${transition.replace('incident_', '')} ${check}: ${round(good)}/${round(failing)}`;
};

describe('the last good answer of the status check', () => {
  test.each<[string, number | null]>([
    ['ok ok', 2],
    ['ok timeout', 1],
    ['ok 500', 1],
    ['ok wrong_version', 1],
    ['ok storage_major', 1],
    ['ok storage_degraded', 1],
    ['ok storage_unknown', 1],
    ['ok overall_partial', 1],
    ['ok overall_unknown', 1],
    ['ok unreadable', 1],
    ['ok no_storage', 1],
    ['ok storage_maintenance', 2],
    ['ok overall_maintenance', 2],
    ['timeout timeout', null],
  ])('after %s: of round %s', (rounds, round) => {
    const { album } = playEvidence(words(rounds));
    expect(album.status?.endedMs ?? null).toBe(round === null ? null : round * roundMs);
  });

  test('is none that lacks a component that is expected, whatever the rules make of that', () => {
    const silent: Runs = (atMs) => [
      aRun('status', atMs, { claims: saying('operational', { API: 'operational' }) }),
    ];
    expect(playEvidence([silent]).album).toEqual({});
  });

  test.each([
    [500, 1],
    [600, 2],
    [null, 2],
  ])('with degraded_above %s and an answer of 600 ms: of round %i', (degradedAboveMs, round) => {
    const { album } = playEvidence(words('ok slow'), aDeployment({ degradedAboveMs }));
    expect(album.status?.endedMs).toBe(round * roundMs);
  });
});

describe('the album', () => {
  const both = aDeployment({ checks: [aCheck('status'), aCheck('files')] });

  test('holds each check on its own', () => {
    const rounds: Runs[] = [
      (atMs) => [aRun('status', atMs), aRun('files', atMs)],
      (atMs) => [aRun('status', atMs), anErrorRun('files', atMs, 404)],
      (atMs) => [meetings.timeout(atMs)],
    ];
    const { album } = playEvidence(rounds, both);
    expect([album.status?.endedMs, album.files?.endedMs]).toEqual([2 * roundMs, roundMs]);
  });

  test('is the same one where nothing was good', () => {
    const settlement = judge(both, null, aResult(1_000, [meetings.timeout(1_000)]), 1_000);
    const album: Album = { files: anObservation(1) };
    expect(albumAfter(album, both, settlement)).toBe(album);
  });

  test.each([
    [32_768, 32_768],
    [32_769, 4_096],
  ])('of a body of %i bytes holds %i', (bodyBytes, length) => {
    const observation = anObservation(roundMs, { body: 'x'.repeat(bodyBytes), bodyBytes });
    const { album } = playEvidence([(atMs) => [aRun('status', atMs, { observation })]]);
    expect(album.status?.body).toHaveLength(length);
    expect(album.status?.bodyBytes).toBe(bodyBytes);
  });
});

describe('evidence of', () => {
  test.each([
    ['an outage by the wire', 'ok timeout timeout', ['opened status: 1/3']],
    ['an outage by an answer', 'ok 500 500', ['opened status: 1/3']],
    ['an outage by words', 'ok storage_major storage_major', ['opened status: 1/3']],
    ['one there from the start', '500 500', ['opened status: -/2']],
    ['another cause', 'ok 500 500 404 404', ['opened status: 1/3', 'updated status: 1/5']],
    ['a resolution', 'ok 500 500 ok ok', ['opened status: 1/3', 'resolved status: 5/-']],
    ['nothing, while all is as it was', 'ok ok timeout ok', []],
    ['nothing more, while the cause is the same', 'ok 500 500 500 500', ['opened status: 1/3']],
  ])('%s: %s', (_what, rounds, told) => {
    expect(playEvidence(words(rounds)).evidence.map(gist)).toEqual(told);
  });

  test('slowness', () => {
    const slow = playEvidence(words('ok slow slow ok ok'), aDeployment({ degradedAboveMs: 500 }));
    expect(slow.evidence.map(gist)).toEqual(['opened status: 1/3', 'resolved status: 5/-']);
  });

  test('the check that it is about, though others ran too', () => {
    const both = aDeployment({ checks: [aCheck('status'), aCheck('files')] });
    const round =
      (files: (atMs: number) => CheckResult): Runs =>
      (atMs) => [aRun('status', atMs), files(atMs)];
    const ok = round((atMs) => aRun('files', atMs));
    const missing = round((atMs) => anErrorRun('files', atMs, 404));
    expect(playEvidence([ok, missing, missing, ok, ok], both).evidence.map(gist)).toEqual([
      'opened files: 1/3',
      'resolved files: 5/-',
    ]);
  });

  test('a slow check that is not the status check', () => {
    const both = aDeployment({ checks: [aCheck('status'), aCheck('files')], degradedAboveMs: 500 });
    const ok: Runs = (atMs) => [aRun('status', atMs), aRun('files', atMs)];
    const slow: Runs = (atMs) => [
      aRun('status', atMs),
      aRun('files', atMs, { observation: meetings.slow(atMs).observation }),
    ];
    expect(playEvidence([ok, slow, slow, ok, ok], both).evidence.map(gist)).toEqual([
      'opened files: 1/3',
      'resolved files: 5/-',
    ]);
  });

  test('a resolution that waited for a check to be settled: of that one', () => {
    const both = aDeployment({ checks: [aCheck('status'), aCheck('files')] });
    const round =
      (word: Meeting, files: (atMs: number) => CheckResult): Runs =>
      (atMs) => [meetings[word](atMs), files(atMs)];
    const ok = (atMs: number) => aRun('files', atMs);
    const missing = (atMs: number) => anErrorRun('files', atMs, 404);
    const rounds = [
      round('timeout', ok),
      round('timeout', ok),
      round('ok', ok),
      round('ok', missing),
      round('ok', ok),
    ];
    expect(playEvidence(rounds, both).evidence.map(gist)).toEqual([
      'opened status: -/2',
      'resolved files: 5/-',
    ]);
  });

  test('a transition that no answer made: none', () => {
    const files = aDeployment({
      checks: [aCheck('status', { staleAfterMs: 60_000 }), aCheck('files', { staleAfterMs: 900_000 })],
    });
    const out: Runs = (atMs) => [meetings.timeout(atMs), anErrorRun('files', atMs, 404)];
    const { state, nowMs } = playEvidence([out, out], files);
    const stale = sweep(files, state, nowMs + 61_000);
    expect(stale?.changes.map(({ kind }) => kind)).toContain('incident_updated');
    expect(stale?.evidence).toEqual([]);
    const gone = retire(state, nowMs);
    expect(gone.changes.map(({ kind }) => kind)).toEqual(['incident_resolved']);
    expect(gone.evidence).toEqual([]);
  });

  test('a transition to a cause whose check did not run in the round: none', () => {
    const files = aDeployment({ checks: [aCheck('status'), aCheck('files', { staleAfterMs: 900_000 })] });
    const out: Runs = (atMs) => [meetings.timeout(atMs), anErrorRun('files', atMs, 404)];
    const { state, evidence } = playEvidence([out, out, meeting('ok'), meeting('ok')], files);
    expect(state.cause).toBe('files check fails (http_status 404)');
    expect(evidence.map(gist)).toEqual(['opened status: -/2']);
  });
});

test('a transition to a cause that the round itself no longer shows has no evidence', () => {
  const files = aDeployment({ checks: [aCheck('status'), aCheck('files')] });
  const out: Runs = (atMs) => [meetings.timeout(atMs), anErrorRun('files', atMs, 404)];
  const mixed: Runs = (atMs) => [aRun('status', atMs), anErrorRun('files', atMs, 404)];
  const ok: Runs = (atMs) => [aRun('status', atMs), aRun('files', atMs)];
  const { state, evidence } = playEvidence([out, out, mixed, ok], files);
  expect(state.cause).toBe('files check fails');
  expect(evidence.map(gist)).toEqual(['opened status: -/2']);
});

describe('a piece of evidence', () => {
  const document = (storage: string) =>
    JSON.stringify({ status: 'operational', components: [{ name: 'Storage', status: storage }] });
  const says =
    (body: string, storage: 'operational' | 'major_outage', bodyBytes = body.length): Runs =>
    (atMs) => [
      aRun('status', atMs, {
        claims: saying('operational', { API: 'operational', Storage: storage }),
        observation: anObservation(atMs, { body, bodyBytes }),
      }),
    ];
  const well = says(document('operational'), 'operational');
  const out = says(document('major_outage'), 'major_outage');

  test('names its incident, and shows both answers and where they differ', () => {
    const { evidence, state, nowMs } = playEvidence([well, out, out]);
    expect(evidence).toHaveLength(1);
    expect(evidence[0]).toMatchObject({
      incident: state.incident?.id,
      deployment: 'files-eu',
      atMs: nowMs,
      good: { body: document('operational'), reason: null },
      failing: { body: document('major_outage'), reason: null },
      difference: [{ path: 'components[0].status', good: '"operational"', failing: '"major_outage"' }],
    });
  });

  test('of a resolution shows the answer that ended it, and compares nothing', () => {
    const end = playEvidence([well, out, out, well, well]).evidence.at(-1);
    expect(end).toMatchObject({ failing: null, difference: [], good: { body: document('operational') } });
  });

  test('compares no body that is too large', () => {
    const large = (storage: 'operational' | 'major_outage') => says(document(storage), storage, 40_000);
    for (const [good, bad] of [
      [large('operational'), out],
      [well, large('major_outage')],
    ] as const) {
      expect(playEvidence([good, bad, bad]).evidence[0]?.difference).toEqual([]);
    }
  });

  test('shows no secret that JSON escapes hid in an answer, nor in the difference', () => {
    const guarded = aDeployment({ secrets: [secret('tok/en')] });
    const leak = says(String.raw`{"echo":"tok\/en"}`, 'major_outage');
    const [piece] = playEvidence([well, leak, leak], guarded).evidence;
    expect(piece).toMatchObject({ failing: { body: '[redacted]' }, difference: [] });
  });

  test('is of lists as well', () => {
    const both = aDeployment({ checks: [aCheck('status'), aCheck('files')] });
    const list = (body: string, reason: CheckResult['reason']): Runs => {
      return (atMs) => {
        const observation = anObservation(atMs, { body, bodyBytes: body.length });
        return [aRun('status', atMs), aRun('files', atMs, { observation, reason, claims: listing(1) })];
      };
    };
    const [good, bad] = [list('{"data":[{"id":"file_1"}]}', null), list('{"data":{}}', 'schema')];
    expect(playEvidence([good, bad, bad], both).evidence[0]?.difference).toEqual([
      { path: 'data', good: '[{"id":"file_1"}]', failing: '{}' },
    ]);
  });
});

test('is of the instant of its update, though the clock was set back', () => {
  const played = playEvidence(words('ok timeout timeout'));
  let { state } = played;
  const evidence = [...played.evidence];
  for (const [index, meets] of words('404 404 404').entries()) {
    const nowMs = index * roundMs - 86_400_000;
    const settlement = judge(aDeployment(), state, aResult(nowMs, meets(nowMs)), nowMs);
    state = settlement.state;
    evidence.push(...settlement.evidence);
  }
  const instants = evidence.map(({ atMs }) => atMs);
  expect(instants).toEqual([3 * roundMs, 3 * roundMs + 1]);
  expect(state.incident?.updates.map(({ atMs }) => atMs)).toEqual(instants);
});
