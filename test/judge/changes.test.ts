// What a round tells, and what must be written at once.
import { describe, expect, test } from 'vitest';
import { changesBetween, isRemembered } from '../../src/judge/changes.ts';
import type { Change, DeploymentState } from '../../src/model/belief.ts';
import { aCheck, aDeployment, aFinding, aRun, saying } from '../fixtures/model.ts';
import { play, playRuns, roundMs } from './play.ts';

const told = (changes: readonly Change[]) =>
  changes.map(({ kind, subject, from, to }) =>
    [kind, subject, from, to].filter((part) => part !== null).join(' '),
  );

/** What the last of some rounds tells. */
const lastTold = (rounds: string) => {
  const { changes, nowMs } = play(rounds);
  return told(changes.filter(({ atMs }) => atMs === nowMs));
};

describe('what a round tells, causes first', () => {
  test.each([
    [
      'ok',
      [
        'component_changed API unknown operational',
        'component_changed Storage unknown operational',
        'state_changed unknown operational',
      ],
    ],
    ['ok ok', []],
    ['ok timeout', []],
    [
      'ok timeout timeout',
      [
        'check_changed status',
        'component_changed API operational unknown',
        'component_changed Storage operational unknown',
        'state_changed operational major_outage',
        'incident_opened operational major_outage',
      ],
    ],
    ['ok timeout timeout timeout', []],
    [
      'timeout timeout 404 404',
      ['check_changed status', 'state_changed major_outage unknown', 'incident_updated major_outage unknown'],
    ],
    [
      'timeout timeout ok ok',
      [
        'check_changed status',
        'component_changed API unknown operational',
        'component_changed Storage unknown operational',
        'state_changed major_outage operational',
        'incident_resolved major_outage operational',
      ],
    ],
    ['ok storage_partial', ['component_changed Storage operational partial_outage']],
    [
      'ok storage_partial storage_partial',
      ['state_changed operational partial_outage', 'incident_opened operational partial_outage'],
    ],
  ])('%s: %j', (rounds, expected) => {
    expect(lastTold(rounds)).toEqual(expected);
  });

  test('each in words, with its instant and deployment', () => {
    const { changes } = play('ok timeout timeout');
    const last = changes.filter(({ atMs }) => atMs === 3 * roundMs);
    expect(last.map(({ text }) => text)).toEqual([
      'status check is unreachable (timeout: DEADLINE)',
      'API is unknown, reported "operational"',
      'Storage is unknown, reported "operational"',
      'major_outage: status check is unreachable (timeout: DEADLINE)',
      'Files EU: status check is unreachable (timeout: DEADLINE)',
    ]);
    expect(new Set(last.map(({ deployment }) => deployment))).toEqual(new Set(['files-eu']));
    expect(last.map(({ incident }) => incident?.status)).toEqual([...Array(4), 'investigating']);
  });

  test.each([
    ['ok 404 404', 'status check fails (http_status 404)'],
    ['404 404 ok ok', 'status check is up'],
  ])('%s: %s', (rounds, text) => {
    expect(play(rounds).changes.findLast(({ kind }) => kind === 'check_changed')?.text).toBe(text);
  });

  test('an incident goes by its title and latest update', () => {
    const { changes } = play('ok storage_major storage_major ok ok');
    expect(changes.at(-1)?.text).toBe('Files EU: Storage reports major_outage: resolved: operational again');
  });
});

describe('components that come and go', () => {
  const listed = (...names: readonly string[]) => {
    const words = Object.fromEntries(
      ['API', 'Storage', ...names].map((name) => [name, 'operational' as const]),
    );
    return (atMs: number) => [aRun('status', atMs, { claims: saying('operational', words) })];
  };
  const comings = (changes: readonly Change[]) =>
    changes.filter(({ kind }) => kind.endsWith('appeared')).map(({ kind, text }) => [kind, text]);

  test('what the first answer lists has not appeared', () => {
    expect(comings(playRuns([listed('Cache')]).changes)).toEqual([]);
  });

  test('later ones have, and disappear', () => {
    const { changes } = playRuns([listed(), listed('Cache'), listed()]);
    expect(comings(changes)).toEqual([
      ['component_appeared', 'Cache appeared: operational, reported "operational"'],
      ['component_disappeared', 'Cache disappeared'],
    ]);
  });

  test('an appearance in major outage takes no green away before it is confirmed', () => {
    const claims = saying('operational', {
      API: 'operational',
      Storage: 'operational',
      Cache: 'major_outage',
    });
    const cache = (atMs: number) => [aRun('status', atMs, { claims })];
    expect(playRuns([listed(), cache, cache]).states).toEqual(['operational', 'operational', 'major_outage']);
  });

  test('what the configuration brings or takes tells nothing', () => {
    const one = aDeployment({ components: { expected: ['API'], exact: false } });
    const two = aDeployment({ components: { expected: ['API', 'Storage'], exact: false } });
    const only = (atMs: number) => [
      aRun('status', atMs, { claims: saying('operational', { API: 'operational' }) }),
    ];
    expect(comings(playRuns([only], two, playRuns([only], one)).changes)).toEqual([]);
    expect(comings(playRuns([only], one, playRuns([listed()], two)).changes)).toEqual([]);
  });
});

describe('what must be remembered at once', () => {
  const { state, nowMs } = play('ok ok ok');
  const later = { ...state, sinceMs: 1, updatedAtMs: 2, clockSkewMs: 3, region: 'x' };

  test.each<[string, Partial<DeploymentState>, boolean]>([
    ['instants', {}, false],
    ['the overall word', { overall: { ...state.overall, reported: 'x' } }, true],
    ['a component', { components: [...state.components] }, true],
    ['a region', { regions: [...state.regions] }, true],
    ['a check that is no more', { checks: {} }, true],
    ['what is remembered of drift, untold', { drift: [...state.drift] }, false],
    [
      'the streak of a contradiction',
      {
        contradictions: [
          {
            rule: 'contradiction.status_vs_checks',
            streak: { recent: [1], confirmed: null },
            sinceMs: null,
            finding: aFinding(),
          },
        ],
      },
      true,
    ],
    ['the incident', { incident: play('500 500').state.incident }, true],
  ])('%s: %s', (_what, over, remembered) => {
    expect(isRemembered(state, { ...later, ...over })).toBe(remembered);
  });

  test('a streak of a check, not its last run', () => {
    const { status } = state.checks;
    if (status === undefined) throw new Error('no status check');
    const ran = { ...status, fresh: false, lastRunMs: nowMs + 1, last: null };
    expect(isRemembered(state, { ...state, checks: { status: ran } })).toBe(false);
    const streak = { recent: [0, 0], confirmed: 0 };
    for (const name of ['up', 'reachable', 'slow'] as const) {
      expect(isRemembered(state, { ...state, checks: { status: { ...ran, [name]: streak } } })).toBe(true);
    }
  });
});

test('nothing lies between a state and itself', () => {
  const { state } = play('ok', aDeployment({ checks: [aCheck('status'), aCheck('files')] }));
  expect(changesBetween(state, state, null, 0)).toEqual([]);
});
