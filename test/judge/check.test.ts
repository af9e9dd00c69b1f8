// Which runs are news, and how long they are.
import { describe, expect, test } from 'vitest';
import {
  cut,
  expire,
  forgotten,
  isReachable,
  isTrusted,
  neverRun,
  staleFromMs,
  takeIn,
} from '../../src/judge/check.ts';
import type { CheckResult } from '../../src/model/round.ts';
import { type Reason, reasons } from '../../src/model/states.ts';
import {
  aBrokenRun,
  aCheck,
  aDeployment,
  anErrorRun,
  anObservation,
  aResult,
  aRun,
  listing,
} from '../fixtures/model.ts';

describe('reachable', () => {
  const never: readonly Reason[] = ['dns', 'connect', 'tls', 'timeout', 'reset', 'protocol'];

  test.each(reasons)('%s', (reason) => {
    expect(isReachable(reason, 200)).toBe(!never.includes(reason));
  });

  test.each([
    [404, true],
    [499, true],
    [500, false],
    [503, false],
    [599, false],
    [999, true],
  ])('http_status %i: %s', (status, reachable) => {
    expect(isReachable('http_status', status)).toBe(reachable);
  });

  test('a run that did not fail', () => expect(isReachable(null, 200)).toBe(true));
});

describe('taking runs in', () => {
  const deployment = aDeployment({ checks: [aCheck('status'), aCheck('files')] });
  const first = takeIn(deployment, {}, aResult(1_000, [aRun('files', 1_020, { claims: listing(7) })]), 1_030);

  test('what the run showed stands in the state of its check', () => {
    expect(first.checks.files).toEqual({
      endpoint: 'files',
      fresh: true,
      up: { recent: [0], confirmed: 0 },
      reachable: { recent: [0], confirmed: 0 },
      slow: { recent: [], confirmed: null },
      lastBeatMs: 1_000,
      lastRunMs: 1_020,
      lastSuccessMs: 1_020,
      last: {
        reason: null,
        failure: null,
        httpStatus: 200,
        phases: { connect: 1, first_byte: 15, transfer: 4 },
        durationMs: 20,
        bodyBytes: 2,
        remoteAddress: '127.0.0.1',
        items: 7,
        findings: [],
      },
      listed: 7,
      walk: null,
    });
  });

  test('a check without a run is there, and not fresh', () => {
    expect(first.checks.status).toEqual(neverRun('status'));
  });

  test.each([
    ['a timeout', aBrokenRun('files', 2_020), [0, 1], [0, 1]],
    ['a 404', anErrorRun('files', 2_020, 404), [0, 1], [0, 0]],
  ])('%s keeps the instant of the last success', (_name, run, up, reachable) => {
    const { files } = takeIn(deployment, first.checks, aResult(2_000, [run]), 2_030).checks;
    expect(files?.lastSuccessMs).toBe(1_020);
    expect([files?.up.recent, files?.reachable.recent]).toEqual([up, reachable]);
  });

  test.each([
    ['the same beat again', 1_000, 'slot', false],
    ['an older beat', 999, 'slot', false],
    ['a newer beat', 1_001, 'slot', true],
    ['a re-check', 1_001, 'recheck', true],
    ['one somebody asked for', 1_001, 'asked', false],
  ] as const)('%s: %s', (_name, atMs, cause, news) => {
    const result = aResult(atMs, [aBrokenRun('files', 1_040)], cause);
    expect(takeIn(deployment, first.checks, result, 1_050).runs.length).toBe(news ? 1 : 0);
  });

  test('each check has its own last beat', () => {
    const round = aResult(1_000, [aRun('status', 1_040), aRun('files', 1_040)]);
    expect(takeIn(deployment, first.checks, round, 1_050).runs.map((run) => run.endpoint)).toEqual([
      'status',
    ]);
  });

  test.each([
    ['status', 2_000, 1],
    ['status', 1_000, 0],
    ['files', 2_000, 0],
  ] as const)(
    'comparisons stand or fall with the run of the status check: %s at %i',
    (endpoint, atMs, count) => {
      const before = takeIn(deployment, {}, aResult(1_000, [aRun('status', 1_000)]), 1_000).checks;
      const comparison = { rule: 'contradiction.overall_vs_components', finding: null } as const;
      const result = { ...aResult(atMs, [aRun(endpoint, atMs)]), comparisons: [comparison] };
      expect(takeIn(deployment, before, result, 2_000).comparisons.length).toBe(count);
    },
  );

  test('a walk stays from run to run, as long as there are to be any', () => {
    const walk = {
      endpoint: 'files',
      startedMs: 1,
      endedMs: 2,
      pages: 3,
      items: 4,
      end: 'last_page',
      findings: [],
    };
    const before = { files: { ...neverRun('files'), walk } } as const;
    const pagination = { cursorField: 'next_cursor', maxPages: 20, everyMs: 3_600_000 };
    const walkAfter = (of: typeof deployment) =>
      takeIn(of, before as never, aResult(1_000, [aRun('files', 1_000)]), 1_000).checks.files?.walk;
    expect(walkAfter({ ...deployment, pagination })).toBe(walk);
    expect(walkAfter({ ...deployment, pagination: null })).toBeNull();
  });

  test('a run of a check the deployment does not have is no news, nor is the second of two', () => {
    const round = aResult(2_000, [aRun('media', 2_020), aRun('files', 2_020), aBrokenRun('files', 2_020)]);
    const { runs, checks } = takeIn(deployment, first.checks, round, 2_030);
    expect(runs.map((run) => run.reason)).toEqual([null]);
    expect(Object.keys(checks)).toEqual(['status', 'files']);
  });
});

describe('a check is slow', () => {
  const limited = aDeployment({ degradedAboveMs: 500, checks: [aCheck('status'), aCheck('files')] });
  const took = (phases: CheckResult['observation']['phases'], over: Partial<CheckResult> = {}) =>
    aRun('status', 1_000, { observation: anObservation(1_000, { phases }), ...over });
  const slow = (runs: readonly CheckResult[], of = limited, before = {}) => {
    const { status, files } = takeIn(of, before, aResult(1_000, runs), 1_000).checks;
    return [status?.slow.recent, files?.slow.recent];
  };

  test.each<[string, CheckResult, readonly number[]]>([
    ['when first_byte and transfer together are above', took({ first_byte: 400, transfer: 101 }), [1]],
    ['not at the limit', took({ first_byte: 400, transfer: 100 }), [0]],
    ['not by connecting', took({ dns: 900, connect: 900, tls: 900, first_byte: 9 }), [0]],
    ['an error had in full counts', took({ first_byte: 501 }, { reason: 'http_status' }), [1]],
    ['what was not had in full says nothing', aBrokenRun('status', 1_000), []],
  ])('%s', (_rule, run, recent) => {
    expect(slow([run])).toEqual([recent, []]);
  });

  test('each by its own answers', () => {
    expect(slow([took({ first_byte: 501 }), aRun('files', 1_000)])).toEqual([[1], [0]]);
  });

  test('off: empty, whatever was read before', () => {
    const { checks } = takeIn(limited, {}, aResult(500, [took({ first_byte: 501 })]), 500);
    expect(slow([took({ first_byte: 501 })], aDeployment(), checks)[0]).toEqual([]);
  });
});

describe('freshness', () => {
  const deployment = aDeployment({ checks: [aCheck('status', { staleAfterMs: 90_000 })] });
  const { checks } = takeIn(deployment, {}, aResult(1_000_000, [aRun('status', 1_000_000)]), 1_000_000);

  test.each([
    ['within stale_after', 1_090_000, true],
    ['past it', 1_090_001, false],
    ['the clock went back a little', 999_000, true],
    ['the clock went back by more', 909_999, false],
  ])('%s', (_case, nowMs, fresh) => {
    expect(expire(deployment, checks, nowMs).status?.fresh).toBe(fresh);
  });

  test('is lost once: the same object where nothing changed', () => {
    expect(expire(deployment, checks, 1_090_000)).toBe(checks);
    const stale = expire(deployment, checks, 1_100_000);
    expect(expire(deployment, stale, 1_200_000)).toBe(stale);
  });

  test('goes for a check that had no run in this round, too', () => {
    const both = aDeployment({ checks: [aCheck('status'), aCheck('files', { staleAfterMs: 10_000 })] });
    const round = (atMs: number) => aResult(atMs, [aRun('status', atMs)]);
    const seen = takeIn(both, {}, aResult(1_000, [aRun('files', 1_000)]), 1_000);
    expect(takeIn(both, seen.checks, round(11_000), 11_000).checks.files?.fresh).toBe(true);
    expect(takeIn(both, seen.checks, round(11_001), 11_001).checks.files?.fresh).toBe(false);
  });

  test.each([
    [500_000, 1],
    [990_000, 1],
    [998_999, 1],
    [999_000, 0],
  ])('after the clock went back to %i, runs taken in: %i', (atMs, count) => {
    const after = takeIn(deployment, checks, aResult(atMs, [aRun('status', atMs)]), atMs);
    expect(after.runs.length).toBe(count);
    expect(after.checks.status).toMatchObject({ fresh: true, lastBeatMs: count === 1 ? atMs : 1_000_000 });
  });
});

test.each([
  ['never run', undefined, null, false],
  ['fresh and up', true, 0, true],
  ['fresh, nothing confirmed', true, null, true],
  ['fresh, confirmed failing', true, 1, false],
  ['stale', false, 0, false],
] as const)('what a check said may be shown: %s', (_case, fresh, confirmed, trusted) => {
  const check =
    fresh === undefined ? undefined : { ...neverRun('status'), fresh, up: { recent: [], confirmed } };
  expect(isTrusted(check)).toBe(trusted);
});

describe('our own network cut', () => {
  const deployment = aDeployment({ checks: [aCheck('status'), aCheck('files')] });
  const { checks } = takeIn(deployment, {}, aResult(1_000, [aRun('status', 1_020)]), 1_030);
  const lost = cut(checks);

  test('leaves no check fresh, whether it ever ran or not, and else all as it was', () => {
    expect(lost).toEqual({
      status: { ...checks.status, fresh: false, cut: true },
      files: { ...neverRun('files'), cut: true },
    });
  });

  test('twice is the same object, and so is what grows old in it', () => {
    expect(cut(lost)).toBe(lost);
    expect(expire(deployment, lost, 1_000_000_000)).toBe(lost);
  });

  test('is over for a check by its next run, and for all by a restart', () => {
    const after = takeIn(deployment, lost, aResult(2_000, [aRun('status', 2_020)]), 2_030).checks;
    expect(after.status).toMatchObject({ fresh: true, lastRunMs: 2_020 });
    expect(after.status).not.toHaveProperty('cut');
    expect(after.files).toBe(lost.files);
    expect(forgotten(after.files ?? neverRun('files'))).toEqual(neverRun('files'));
    expect(forgotten(after.status ?? neverRun('status'))).toEqual({ ...after.status, fresh: false });
  });
});

describe('before that instant nothing goes stale', () => {
  const deployment = aDeployment({
    checks: [aCheck('status', { staleAfterMs: 45_000 }), aCheck('files', { staleAfterMs: 90_000 })],
  });
  const checked = (over: Partial<ReturnType<typeof neverRun>>) => ({
    ...neverRun('status'),
    fresh: true,
    lastRunMs: 100_000,
    ...over,
  });

  test.each([
    ['the check that is the first to, of those that ran', checked({}), 145_001],
    ['at a run from now on, where none is fresh', checked({ fresh: false }), 165_001],
    ['at once, where something is overdue', checked({ lastRunMs: 60_000 }), 120_001],
  ])('%s', (_which, status, atMs) => {
    expect(staleFromMs(deployment, { status }, 120_000)).toBe(atMs);
    const files = { ...neverRun('files'), fresh: true, lastRunMs: 119_000 };
    expect(staleFromMs(deployment, { status, files }, 120_000)).toBe(atMs);
  });

  test('it is when expire takes the freshness away, and not a moment earlier', () => {
    const checks = { status: checked({}) };
    const atMs = staleFromMs(deployment, checks, 110_000);
    expect(expire(deployment, checks, atMs - 1)).toBe(checks);
    expect(expire(deployment, checks, atMs)).not.toBe(checks);
  });
});
