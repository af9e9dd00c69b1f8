// The line on one page: in which order a round asks, on what connection, and what becomes of a result.

import { describe, expect, test } from 'vitest';
import { resolutions } from '../src/model/history.ts';
import type { BeatCause, FailureKind, Observation } from '../src/model/round.ts';
import { secret } from '../src/model/secret.ts';
import { examine, settle } from '../src/pipeline.ts';
import { openStore } from '../src/store/sqlite.ts';
import { aBeat, aCheck, aDeployment, anObservation } from './fixtures/model.ts';
import { type Script, scriptedProber, wellAnswer } from './fixtures/prober.ts';

const nowMs = Date.UTC(2026, 0, 1);
const deployment = aDeployment({
  version: 'v2',
  checks: [aCheck('status'), aCheck('regions'), aCheck('incidents')],
});

const failing = (kind: FailureKind, status: number | null = null): Observation =>
  anObservation(nowMs, {
    status,
    body: null,
    failure: { kind, phase: 'connect', code: 'CODE', message: kind },
  });

async function round(script: Script, cause: BeatCause = 'slot', times: readonly number[] = []) {
  const prober = scriptedProber(script);
  const instants = [...times];
  let limited = 0;
  const around = {
    prober,
    limit: <T>(task: () => Promise<T>) => {
      limited += 1;
      return task();
    },
    now: () => instants.shift() ?? nowMs,
    fleetSkewMs: () => 0,
  };
  const beat = aBeat(nowMs, ['status', 'regions', 'incidents'], cause);
  const result = await examine(deployment, beat, around);
  return { result, told: prober.told, limited };
}

describe('a round', () => {
  test('asks status first, one after the other on one connection, each within the limit of runs', async () => {
    const { told, limited, result } = await round(() => wellAnswer(nowMs));
    expect(told).toEqual(
      ['round', 'status', 'regions', 'incidents', 'end'].map((what) => `files-eu ${what}`),
    );
    expect(limited).toBe(3);
    expect(result.checks.map((check) => check.endpoint)).toEqual(['status', 'regions', 'incidents']);
  });

  test.each(['dns', 'connect', 'tls', 'timeout', 'reset', 'protocol'] as const)(
    'after %s the rest is asked at once, each alone',
    async (kind) => {
      const { told } = await round((check) =>
        check.endpoint === 'status' ? failing(kind) : wellAnswer(nowMs),
      );
      expect(told.slice(1, 4)).toEqual([
        'files-eu status',
        'files-eu regions alone',
        'files-eu incidents alone',
      ]);
    },
  );

  test.each(['too_large', 'encoding'] as const)('%s is an answer: the rest goes on in turn', async (kind) => {
    const { told } = await round((check) =>
      check.endpoint === 'status' ? failing(kind, 200) : wellAnswer(nowMs),
    );
    expect(told).not.toContain('files-eu regions alone');
  });

  test.each([
    ['light answers are judged in the pass of the loop after they came', 800, 1],
    ['heavy answers are judged in turns, one a pass', 100_000, 3],
  ])('whose %s', async (_, bodyBytes, passes) => {
    let pass = 0;
    const count = () => {
      pass += 1;
      if (pass < 20) setImmediate(count);
    };
    setImmediate(count);
    const judged = async () => {
      await round(() => ({ ...wellAnswer(nowMs), bodyBytes }));
      return pass;
    };
    expect(new Set(await Promise.all([judged(), judged(), judged()])).size).toBe(passes);
  });

  test('that has lasted as long as one run may asks the rest at once', async () => {
    // Begun, before status, before regions (5 s later), before incidents.
    const { told } = await round(() => wellAnswer(nowMs), 'slot', [0, 0, 5_000]);
    expect(told.slice(1, 4)).toEqual([
      'files-eu status',
      'files-eu regions alone',
      'files-eu incidents alone',
    ]);
  });

  test.each([
    ['slot', 'files-eu round'],
    ['recheck', 'files-eu round fresh'],
    ['asked', 'files-eu round fresh'],
  ] as const)('for a %s is a %s', async (cause, told) => {
    expect((await round(() => wellAnswer(nowMs), cause)).told[0]).toBe(told);
  });

  test('in which we fail rejects, and its connection is ended', async () => {
    const prober = scriptedProber(() => Promise.reject(new Error('EMFILE')));
    const around = {
      prober,
      limit: <T>(task: () => Promise<T>) => task(),
      now: () => nowMs,
      fleetSkewMs: () => 0,
    };
    await expect(examine(deployment, aBeat(nowMs, ['status']), around)).rejects.toThrow('EMFILE');
    expect(prober.told.at(-1)).toBe('files-eu end');
  });

  test('shows no secret that the target sent back', async () => {
    const told = aDeployment({ secrets: [secret('hunter2-token')] });
    const prober = scriptedProber(() => wellAnswer(nowMs, { storage: 'hunter2-token' }));
    const around = {
      prober,
      limit: <T>(task: () => Promise<T>) => task(),
      now: () => nowMs,
      fleetSkewMs: () => 0,
    };
    const result = await examine(told, aBeat(nowMs, ['status']), around);
    expect(JSON.stringify(result)).not.toContain('hunter2');
    expect(JSON.stringify(result)).toContain('[redacted]');
  });
});

describe('settling', () => {
  const open = () =>
    openStore({
      path: ':memory:',
      historyMs: 86_400_000,
      nowMs,
      onCommit: () => undefined,
      onError: (error) => {
        throw error;
      },
    });
  const one = aDeployment();
  async function resultOf(cause: BeatCause, atMs: number) {
    const around = {
      prober: scriptedProber(() => wellAnswer(atMs)),
      limit: <T>(task: () => Promise<T>) => task(),
      now: () => atMs,
      fleetSkewMs: () => 0,
    };
    return examine(one, aBeat(atMs, ['status'], cause), around);
  }

  test('remembers the state, and the run in history', async () => {
    const store = open();
    const settlement = settle(one, await resultOf('slot', nowMs), store, nowMs, new WeakMap());
    expect(settlement?.runs.map(({ endpoint }) => endpoint)).toEqual(['status']);
    expect(store.get(one.id)?.status).toBe('operational');
    expect(store.history(one.id, nowMs - 1, resolutions['5m'].lengthMs).map((rollup) => rollup.runs)).toEqual(
      [1],
    );
  });

  test('a run covers the time since the one before it, the first only a moment', async () => {
    const store = open();
    const memories = new WeakMap();
    const [first, second] = [nowMs, nowMs + 20_000];
    for (const atMs of [first, second]) settle(one, await resultOf('slot', atMs), store, atMs, memories);
    const coveredMs = store
      .history(one.id, first - 1, resolutions['5m'].lengthMs)
      .map((rollup) => rollup.coveredMs);
    expect(coveredMs.reduce((sum, ms) => sum + ms)).toBe(20_001);
  });

  test.each([
    ['recheck', 'operational'],
    ['asked', undefined],
  ] as const)('a %s adds nothing to history', async (cause, status) => {
    const store = open();
    settle(one, await resultOf(cause, nowMs), store, nowMs, new WeakMap());
    expect(store.history(one.id, nowMs - 1, resolutions['5m'].lengthMs)).toEqual([]);
    if (status !== undefined) expect(store.get(one.id)?.status).toBe(status);
    else expect(store.get(one.id)?.checks.status?.fresh ?? false).toBe(false);
  });
});
