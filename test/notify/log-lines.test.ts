import { describe, expect, test } from 'vitest';
import { createLog } from '../../src/log.ts';
import type { Change, Incident } from '../../src/model/belief.ts';
import { logChanges } from '../../src/notify/log-lines.ts';

const incident: Incident = {
  id: 'inc_1',
  deployment: 'files-eu',
  title: 'Files EU: Storage reports major_outage',
  status: 'investigating',
  impact: 'critical',
  createdMs: 0,
  resolvedMs: null,
  updates: [],
};

const change: Change = {
  kind: 'state_changed',
  deployment: 'files-eu',
  atMs: 0,
  subject: null,
  from: 'operational',
  to: 'major_outage',
  text: 'major_outage: Storage reports major_outage',
  incident: null,
};

function linesOf(...changes: Change[]): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = [];
  logChanges(
    createLog('info', (line) => {
      const { time, ...rest } = JSON.parse(line);
      lines.push(rest);
    }),
    'Files EU',
    changes,
  );
  return lines;
}

test('a transition is one line: a stable event, ids for machines, a sentence for people', () => {
  expect(linesOf(change)).toEqual([
    {
      level: 'info',
      event: 'state_changed',
      deployment: 'files-eu',
      subject: null,
      from: 'operational',
      to: 'major_outage',
      msg: 'Files EU: major_outage: Storage reports major_outage',
    },
  ]);
});

test.each([
  ['incident_opened', 'warn', 'incident opened: '],
  ['incident_updated', 'warn', 'incident updated: '],
  ['incident_resolved', 'info', 'incident resolved: '],
] as const)('%s is told at %s, with the incident', (kind, level, lead) => {
  const [line] = linesOf({ ...change, kind, incident, text: incident.title });
  expect(line).toMatchObject({ level, event: kind, incident: 'inc_1', impact: 'critical' });
  expect(line?.msg).toBe(`${lead}${incident.title}`);
});

test.each([
  ['contradiction_confirmed', 'warn'],
  ['contradiction_ended', 'info'],
  ['drifted', 'info'],
] as const)('%s is told at %s, with its rule', (kind, level) => {
  const subject = 'drift.unknown_field';
  const [line] = linesOf({ ...change, kind, subject, from: null, to: null, text: 'a (string)' });
  expect(line).toMatchObject({ level, event: kind, subject, msg: 'Files EU: a (string)' });
});

describe('of one kind', () => {
  const many = (kind: Change['kind'], count: number): Change[] =>
    Array.from({ length: count }, (_none, index) => ({
      ...change,
      kind,
      subject: `C${index}`,
      text: `C${index}`,
    }));

  test('three are told, and how many more there were', () => {
    const lines = linesOf(...many('component_appeared', 31), ...many('component_disappeared', 5), change);
    expect(lines.map(({ msg }) => msg)).toEqual([
      'Files EU: C0',
      'Files EU: C1',
      'Files EU: C2',
      'Files EU: … and 28 more component_appeared',
      'Files EU: C0',
      'Files EU: C1',
      'Files EU: C2',
      'Files EU: … and 2 more component_disappeared',
      'Files EU: major_outage: Storage reports major_outage',
    ]);
    expect(lines[3]).toMatchObject({
      level: 'info',
      event: 'component_appeared',
      deployment: 'files-eu',
      count: 28,
    });
  });

  test('four are all there is to tell', () => {
    expect(linesOf(...many('check_changed', 4)).map(({ msg }) => msg)).toEqual(
      ['C0', 'C1', 'C2', 'C3'].map((subject) => `Files EU: ${subject}`),
    );
  });

  test.each(['state_changed', 'incident_opened', 'incident_updated', 'incident_resolved'] as const)(
    '%s is told each time',
    (kind) => {
      expect(linesOf(...many(kind, 5))).toHaveLength(5);
    },
  );
});
