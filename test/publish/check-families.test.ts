// The series of a check, state by state: fresh, failing, stale, never run.
import { describe, expect, it } from 'vitest';
import type { CheckState } from '../../src/model/belief.ts';
import { checkFamilies } from '../../src/publish/check-families.ts';
import { targetsOf } from '../../src/publish/family.ts';
import { walkFamilies } from '../../src/publish/walk-families.ts';
import { aWalk } from '../fixtures/deviations.ts';
import { writtenBy } from '../fixtures/exposition.ts';
import {
  aCheck,
  aCheckState,
  aFinding,
  aRun,
  aSnapshot,
  aView,
  confirmed,
  nowMs,
} from '../fixtures/snapshot.ts';

/** `name{own labels}` to value, without what the tallies give. */
function gauges(state: CheckState | null): Record<string, number> {
  const view = aView({
    deployment: { checks: [aCheck('files-eu', 'status')] },
    state: { checks: state === null ? {} : { status: state } },
  });
  const [target] = targetsOf(aSnapshot({ deployments: [view] }), new Map());
  if (target === undefined) throw new Error('no target');
  return writtenBy(
    [...checkFamilies, ...walkFamilies].filter(({ type }) => type === 'gauge'),
    target,
  );
}

const timestamps = {
  check_last_run_timestamp_seconds: (nowMs - 10_000) / 1000,
  check_last_success_timestamp_seconds: (nowMs - 10_000) / 1000,
  check_interval_seconds: 30,
};

describe('the gauges of a check', () => {
  it('of a healthy run: no tls phase, because none happened', () => {
    expect(gauges(aCheckState('status'))).toEqual({
      ...timestamps,
      check_success: 1,
      check_up: 1,
      check_reachable: 1,
      'check_phase_seconds{dns}': 0.001,
      'check_phase_seconds{connect}': 0.002,
      'check_phase_seconds{first_byte}': 0.03,
      'check_phase_seconds{transfer}': 0.004,
      check_http_status_code: 200,
      check_response_bytes: 321,
      'contract_findings{error}': 0,
      'contract_findings{warning}': 0,
      'contract_findings{info}': 0,
    });
  });

  it('of one failure that is not confirmed: raw 0, confirmed 1', () => {
    const last = aRun({
      reason: 'version',
      findings: [aFinding({ rule: 'meaning.version', severity: 'error' }), aFinding(), aFinding()],
    });
    expect(gauges(aCheckState('status', { last }))).toMatchObject({
      check_success: 0,
      check_up: 1,
      'contract_findings{error}': 1,
      'contract_findings{warning}': 2,
      'contract_findings{info}': 0,
    });
  });

  it('of a confirmed refusal: no status, no size, no phases that did not happen', () => {
    const last = aRun({ reason: 'connect', httpStatus: null, bodyBytes: 0, phases: { dns: 1 } });
    const seen = gauges(aCheckState('status', { last, up: confirmed(1), reachable: confirmed(1) }));
    expect(seen).toMatchObject({ check_success: 0, check_up: 0, check_reachable: 0 });
    expect(Object.keys(seen).filter((name) => /phase|http|bytes/.test(name))).toEqual([
      'check_phase_seconds{dns}',
    ]);
  });

  it('leaves out what is not confirmed yet', () => {
    expect(
      gauges(aCheckState('status', { up: confirmed(null), reachable: confirmed(null) })),
    ).not.toHaveProperty('check_up');
  });

  it('of a stale check: its timestamps alone', () => {
    expect(gauges(aCheckState('status', { fresh: false }))).toEqual(timestamps);
  });

  it.each([
    ['last_page', 1],
    ['max_pages', 0],
    ['loop', 0],
    ['failed', 0],
  ] as const)('of a walk that ended with %s', (end, complete) => {
    const seen = gauges(aCheckState('status', { walk: aWalk({ end }) }));
    expect(Object.entries(seen).filter(([name]) => name.startsWith('check_walk'))).toEqual([
      ['check_walk_items', 52],
      ['check_walk_pages', 3],
      ['check_walk_complete', complete],
      ['check_walk_timestamp_seconds', (nowMs - 900_000) / 1000],
    ]);
  });

  it('of a stale check with a walk: the instant of the walk too', () => {
    expect(gauges(aCheckState('status', { fresh: false, walk: aWalk() }))).toEqual({
      ...timestamps,
      check_walk_timestamp_seconds: (nowMs - 900_000) / 1000,
    });
  });

  it.each([
    ['never run', aCheckState('status', { fresh: false, last: null, lastRunMs: null, lastSuccessMs: null })],
    ['not even settled', null],
  ])('of a check that was %s: its interval', (_, state) => {
    expect(gauges(state)).toEqual({ check_interval_seconds: 30 });
  });
});
