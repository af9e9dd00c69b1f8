// What holds of every list: its length, and each item once.
import { describe, expect, test } from 'vitest';
import { answer, fixture } from '../fixtures/observation.ts';
import { checkOf, deploymentOf, runOf, said } from './round.ts';

describe('meaning.limit', () => {
  const files = (limit: number | null, count: number) => {
    const { data } = JSON.parse(fixture('files'));
    const body = {
      object: 'list',
      data: Array.from({ length: count }, (_, index) => ({ ...data[0], id: `fil_${index}` })),
    };
    const deployment = deploymentOf('file-storage', { checks: [{ ...checkOf('files'), limit }] });
    return runOf(deployment, 'files', answer('files', JSON.stringify(body)));
  };

  test.each([
    [null, 2_000, []],
    [20, 0, []],
    [20, 20, []],
    [20, 21, ['warning meaning.limit data: 21 items']],
    [1_000, 2_000, ['warning meaning.limit data: 2000 items']],
  ])('asked for %j, answered with %i', (limit, count, expected) => {
    expect(said(files(limit, count))).toEqual(expected);
  });

  test('says what was asked for, and fails no run', () => {
    const { findings, reason } = files(1, 2);
    expect([findings[0]?.expected, reason]).toEqual(['at most 1 items', null]);
  });
});

describe('meaning.ids_duplicate', () => {
  test('ids are compared as they are', () => {
    const { data } = JSON.parse(fixture('services'));
    const ids = ['svc_a', 'svc_A', 'svc_b', 'svc_a', 'svc_b', 'svc_a'];
    const body = { object: 'list', data: ids.map((id) => ({ ...data[0], id })) };
    const result = runOf(deploymentOf('compute'), 'services', answer('services', JSON.stringify(body)));
    expect(said(result)).toEqual([
      'info meaning.ids_duplicate data[3].id: svc_a',
      'info meaning.ids_duplicate data[4].id: svc_b',
    ]);
  });

  test('a code that is listed three times is told once, at its second place', () => {
    const result = runOf(
      deploymentOf('monitoring'),
      'regions',
      answer('regions', fixture('regions-wrong-formats')),
    );
    expect(said(result).filter((line) => line.includes('ids_duplicate'))).toEqual([
      'info meaning.ids_duplicate data[2].code: fra1',
    ]);
  });
});
