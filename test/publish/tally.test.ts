// What one settled round adds to the counts of a deployment.
import { describe, expect, it } from 'vitest';
import type { CheckResult, Failure } from '../../src/model/round.ts';
import { countRun, countWalk, latencyMs, type Tally } from '../../src/publish/tally.ts';
import { aCheckResult, aFinding, anObservation } from '../fixtures/snapshot.ts';

const failure = (kind: Failure['kind']): Failure => ({ kind, phase: 'connect', code: 'X', message: 'x' });

const tallied = (...runs: CheckResult[]) => {
  const tally: Tally = new Map();
  for (const run of runs) countRun(tally, run);
  return tally.get('status');
};

describe('a latency', () => {
  it.each([
    ['an answer had in full', null, 37],
    ['a timeout, at its deadline', failure('timeout'), 37],
    ['nothing else: refused', failure('connect'), null],
    ['nothing else: cut off', failure('too_large'), null],
  ])('is of %s', (_, failed, expected) => {
    expect(latencyMs({ failure: failed, durationMs: 37 })).toBe(expected);
  });
});

describe('counting a run', () => {
  it('starts failures at 0 and has no reasons or rules before they occur', () => {
    expect(tallied(aCheckResult('status'))).toMatchObject({
      runs: 1,
      failures: 0,
      reasons: new Map(),
      findings: new Map(),
      durations: 1,
      durationSumSeconds: 0.037,
    });
  });

  it('counts a failure once, and each of its findings by rule', () => {
    const run = aCheckResult('status', {
      reason: 'version',
      findings: [aFinding(), aFinding(), aFinding({ rule: 'meaning.version', severity: 'error' })],
    });
    expect(tallied(run, run)).toMatchObject({
      runs: 2,
      failures: 2,
      reasons: new Map([['version', 2]]),
      findings: new Map([
        ['transport.cache_control', 4],
        ['meaning.version', 2],
      ]),
    });
  });

  it.each([
    [0, [1, 0, 0, 0, 0, 0, 0, 0]],
    [50, [1, 0, 0, 0, 0, 0, 0, 0]],
    [50.1, [0, 1, 0, 0, 0, 0, 0, 0]],
    [10_000, [0, 0, 0, 0, 0, 0, 0, 1]],
    [10_001, [0, 0, 0, 0, 0, 0, 0, 0]],
  ])('puts %d ms into the bucket whose bound holds it', (durationMs, buckets) => {
    const counts = tallied(aCheckResult('status', { observation: anObservation({ durationMs }) }));
    expect(counts).toMatchObject({ buckets, durations: 1 });
  });

  it('leaves a run without an answer out of the histogram, not out of the failures', () => {
    const observation = anObservation({ failure: failure('connect'), status: null });
    expect(tallied(aCheckResult('status', { observation, reason: 'connect' }))).toMatchObject({
      failures: 1,
      durations: 0,
    });
  });
});

it('a walk counts in what was found, and in nothing else', () => {
  const tally: Tally = new Map();
  countRun(tally, aCheckResult('files', { findings: [aFinding()] }));
  const findings = [aFinding(), aFinding({ rule: 'meaning.pagination' })];
  countWalk(tally, {
    endpoint: 'files',
    startedMs: 0,
    endedMs: 1,
    pages: 2,
    items: 3,
    end: 'loop',
    findings,
  });
  expect(tally.get('files')).toMatchObject({
    runs: 1,
    failures: 0,
    durations: 1,
    findings: new Map([
      ['transport.cache_control', 2],
      ['meaning.pagination', 1],
    ]),
  });
});
