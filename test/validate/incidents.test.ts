// What holds of incidents: when a resolved one was resolved, and which are not.
import { describe, expect, test } from 'vitest';
import { isUnresolved } from '../../src/validate/incidents.ts';
import type { DeploymentOver } from '../fixtures/model.ts';
import { answer, fixture } from '../fixtures/observation.ts';
import { deploymentOf, runOf, said } from './round.ts';

const run = (fields: object, over: DeploymentOver = {}) => {
  const { object, data } = JSON.parse(fixture('incidents'));
  const body = JSON.stringify({ object, data: [{ ...data[0], ...fields }] });
  return runOf(deploymentOf('monitoring', over), 'incidents', answer('incidents', body));
};

test('an incident that goes on needs no resolved_at; its word is beyond the values seen', () => {
  const unresolved = answer('incidents', fixture('incidents-unresolved'));
  expect(said(runOf(deploymentOf('monitoring'), 'incidents', unresolved))).toEqual([
    'info drift.unknown_word data[1].status: investigating',
  ]);
});

describe('meaning.resolved_at', () => {
  test.each(['resolved', 'Resolved', ' RESOLVED '])('%j is resolved, and says when', (status) => {
    const result = run({ status, resolved_at: undefined });
    expect(said(result)).toContain('warning meaning.resolved_at data[0].resolved_at: missing');
    expect(result.reason).toBeNull();
    expect(said(run({ status })).filter((line) => line.includes('meaning.'))).toEqual([]);
  });

  test('null is missing, and told once', () => {
    expect(said(run({ resolved_at: null }))).toEqual(['error shape.type data[0].resolved_at: null']);
    const untyped = { rules: { 'shape.type': 'off' } } as const;
    expect(said(run({ resolved_at: null }, untyped))).toEqual([
      'warning meaning.resolved_at data[0].resolved_at: null',
    ]);
  });

  test('of another type, it is there', () => {
    const untyped = { rules: { 'shape.type': 'off' } } as const;
    expect(said(run({ resolved_at: 5 }, untyped))).toEqual([]);
  });
});

describe('meaning.resolved_before_created', () => {
  test.each([
    ['2026-11-01T00:00:00Z', []],
    [
      '2026-10-31T23:59:59Z',
      [
        'info meaning.resolved_before_created data[0].resolved_at: 2026-10-31T23:59:59Z; created_at 2026-11-01T00:00:00Z',
      ],
    ],
  ])('created at midnight, resolved at %s', (resolved, expected) => {
    expect(said(run({ resolved_at: resolved }))).toEqual(expected);
  });

  test.each(['created_at', 'resolved_at'])('a %s in no documented form is no instant', (field) => {
    expect(said(run({ resolved_at: '2000-01-01T00:00:00Z', [field]: '1999-01-01' }))).toEqual([
      `warning shape.format data[0].${field}: string "1999-01-01"`,
    ]);
  });
});

test.each([
  [{ title: 'Slow', status: 'investigating' }, true],
  [{ title: 'Slow', status: 'investigating', resolved_at: null }, true],
  [{ title: 'Slow', status: 'investigating', resolved_at: '2026-11-01T00:00:00Z' }, false],
  [{ title: 'Slow', status: 'Resolved' }, false],
  [{ title: 'Slow' }, false],
  [{ name: 'thumbnailer', status: 'running' }, false],
  [null, false],
  ['investigating', false],
])('%j is an unresolved incident: %s', (item, unresolved) => {
  expect(isUnresolved(item)).toBe(unresolved);
});
