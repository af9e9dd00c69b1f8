// When incidents open, move and resolve.
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { countOpened, incidentStep, resolved } from '../../src/judge/incident.ts';
import type { Verdict } from '../../src/judge/rollup.ts';
import type { Impact, Incident } from '../../src/model/belief.ts';
import type { State } from '../../src/model/states.ts';
import { play } from './play.ts';

const files = { id: 'files-eu', name: 'Files EU' };
const verdict = (state: State, lead = 'Storage', blamesTarget = true, detail = ''): Verdict => ({
  state,
  check: 'status',
  lead,
  cause: lead === '' ? null : `${lead}${detail}`,
  blamesTarget,
});
const well = verdict('operational', '', false);

function opened(state: State, nowMs = 1_000, lead = 'Storage'): Incident {
  const step = incidentStep(files, null, verdict(state, lead), nowMs);
  if (step === null) throw new Error('no incident');
  return step.incident;
}

describe('opens', () => {
  test.each<[State, Impact | null]>([
    ['operational', null],
    ['under_maintenance', null],
    ['unknown', 'minor'],
    ['degraded_performance', 'minor'],
    ['partial_outage', 'major'],
    ['major_outage', 'critical'],
  ])('by the target, %s: %s', (state, impact) => {
    expect(incidentStep(files, null, verdict(state), 1_000)?.incident.impact ?? null).toBe(impact);
  });

  test('not from what we do not know', () => {
    expect(incidentStep(files, null, verdict('unknown', 'no fresh answer', false), 1_000)).toBeNull();
  });

  test('with everything a person needs', () => {
    const digest = createHash('sha256').update('files-eu@1000').digest('hex');
    expect(opened('partial_outage', 1_000, 'Storage reports partial_outage')).toEqual({
      id: `inc_${digest.slice(0, 24)}`,
      deployment: 'files-eu',
      title: 'Files EU: Storage reports partial_outage',
      status: 'investigating',
      impact: 'major',
      createdMs: 1_000,
      resolvedMs: null,
      updates: [{ atMs: 1_000, state: 'partial_outage', text: 'Storage reports partial_outage' }],
    });
  });
});

describe('while it is open', () => {
  const open = opened('partial_outage');
  const next = (then: Verdict, of = open) => incidentStep(files, of, then, 2_000);

  test.each<[string, Verdict, boolean]>([
    ['the same again', verdict('partial_outage'), false],
    ['the same in other detail', verdict('partial_outage', 'Storage', true, ' (reset: ECONNRESET)'), false],
    ['another cause', verdict('partial_outage', 'API'), true],
    ['another state', verdict('major_outage'), true],
    ['a milder state', verdict('degraded_performance'), true],
    ['a state unknown by the target', verdict('unknown', 'status check fails'), true],
    ['a state unknown to us', verdict('unknown', 'no fresh answer', false), false],
  ])('%s: an update %s', (_what, then, told) => {
    expect(next(then)?.kind ?? null).toBe(told ? 'incident_updated' : null);
  });

  test.each<[State, Impact]>([
    ['degraded_performance', 'major'],
    ['unknown', 'major'],
    ['major_outage', 'critical'],
  ])('impact only rises: %s leaves it %s', (state, impact) => {
    expect(next(verdict(state, 'API'))?.incident.impact).toBe(impact);
  });

  test('id, title and beginning stay', () => {
    const { id, title, createdMs } = open;
    expect(next(verdict('major_outage', 'API'))?.incident).toMatchObject({ id, title, createdMs });
  });

  test('keeps the first update and the newest, 100 in all', () => {
    let incident = open;
    for (let round = 1; round <= 250; round += 1) {
      incident = next(verdict('partial_outage', `cause ${round}`), incident)?.incident ?? incident;
    }
    expect(incident.updates.length).toBe(100);
    expect(incident.updates.map(({ text }) => text).slice(0, 2)).toEqual(['Storage', 'cause 152']);
    expect(incident.updates.at(-1)?.text).toBe('cause 250');
  });
});

describe('resolves', () => {
  const open = opened('major_outage');

  test.each<[State, Verdict, string]>([
    ['operational', well, 'resolved: operational again'],
    ['under_maintenance', verdict('under_maintenance', 'API is worked on'), 'resolved: API is worked on'],
  ])('when %s, with a last update', (state, then, text) => {
    const step = incidentStep(files, open, then, 5_000);
    expect(step?.kind).toBe('incident_resolved');
    expect(step?.incident).toMatchObject({ status: 'resolved', resolvedMs: 5_000, impact: 'critical' });
    expect(step?.incident.updates.at(-1)).toEqual({ atMs: 5_000, state, text });
  });

  test('there is nothing to resolve without one', () => {
    expect(incidentStep(files, null, well, 5_000)).toBeNull();
  });
});

describe('where the clock was set back', () => {
  const open = opened('major_outage', 9_000);
  const moved = incidentStep(files, open, verdict('partial_outage'), 2_000)?.incident;

  test('an update comes after the one before it', () => {
    expect(moved?.updates.map(({ atMs }) => atMs)).toEqual([9_000, 9_001]);
  });

  test.each([
    ['before it began', open, 5_000, 9_001],
    ['before its last update', { ...open, createdMs: 1_000 }, 5_000, 9_001],
    ['later than the clock says, once it is right again', open, 9_002, 9_002],
  ])('it is not over %s', (_when, of, nowMs, endMs) => {
    const incident = incidentStep(files, of, well, nowMs)?.incident;
    expect(incident?.resolvedMs).toBe(endMs);
    expect(incident?.updates.at(-1)?.atMs).toBe(endMs);
  });
});

test('incidents are counted by their impact at opening', () => {
  const none = { minor: 0, major: 0, critical: 0 };
  const step = incidentStep(files, null, verdict('major_outage'), 1_000);
  expect(countOpened(none, step)).toEqual({ minor: 0, major: 0, critical: 1 });
  expect(countOpened(none, null)).toBe(none);
  const end = resolved(opened('major_outage'), { atMs: 2_000, state: 'operational', text: 'over' });
  expect(countOpened(none, end)).toBe(none);
});

describe('over the rounds of a deployment', () => {
  test.each([
    ['ok timeout ok', []],
    ['ok timeout timeout', ['opened critical']],
    ['ok timeout timeout timeout', ['opened critical']],
    ['ok timeout timeout timeout dns 500', ['opened critical']],
    ['ok timeout timeout ok ok', ['opened critical', 'resolved critical']],
    ['ok timeout timeout 404 404 ok ok', ['opened critical', 'updated critical', 'resolved critical']],
    [
      'ok storage_degraded storage_degraded storage_major storage_major',
      ['opened minor', 'updated critical'],
    ],
    [
      'ok storage_major storage_major overall_partial overall_partial',
      ['opened critical', 'updated critical'],
    ],
    ['ok storage_unknown storage_unknown', ['opened minor']],
    ['ok overall_unknown overall_unknown overall_unknown', []],
    [
      'ok overall_partial overall_partial overall_unknown overall_unknown ok ok',
      ['opened major', 'resolved major'],
    ],
    ['ok wrong_version wrong_version', ['opened minor']],
    ['ok overall_maintenance overall_maintenance', []],
    ['timeout', []],
    ['ok 500 500 ok ok 500 500', ['opened critical', 'resolved critical', 'opened critical']],
  ])('%s: %j', (rounds, told) => {
    const steps = play(rounds).changes.filter(({ kind }) => kind.startsWith('incident_'));
    const said = steps.map(({ kind, incident }) => `${kind.replace('incident_', '')} ${incident?.impact}`);
    expect(said).toEqual(told);
  });

  test('an incident that is resolved is open no more, and the next is another', () => {
    const played = play('ok 500 500 ok ok');
    expect(played.state.incident).toBeNull();
    const ids = play('500 500', undefined, played).changes.map(({ incident }) => incident?.id);
    expect(ids).not.toContain(played.changes.at(-1)?.incident?.id);
  });
});
