// Label values that come from targets, and what a target of a snapshot is.
import { describe, expect, it } from 'vitest';
import { byLabelValue, labelValue, targetsOf } from '../../src/publish/family.ts';
import { aSnapshot, aView } from '../fixtures/snapshot.ts';

describe('a label value', () => {
  it.each([
    ['a short name', 'API', 'API'],
    ['120 characters', 'x'.repeat(120), 'x'.repeat(120)],
    ['121 characters', 'x'.repeat(121), 'x'.repeat(120)],
    ['characters of two units, counted as one each', '😀'.repeat(130), '😀'.repeat(120)],
    ['half a character', 'a\ud800b', 'a\ufffdb'],
  ])('of %s', (_, text, expected) => {
    expect(labelValue(text)).toBe(expected);
  });

  it('of 100 kB does not cost 100 kB', () => {
    expect(labelValue('"\n'.repeat(50_000))).toHaveLength(120);
  });
});

it('makes one series of names that are alike once cut', () => {
  const long = (end: string, code: number) => ({ name: 'x'.repeat(120) + end, code });
  const merged = byLabelValue(
    [long('a', 1), long('b', 5), long('c', 2)],
    ({ name }) => name,
    (a, b) => (b.code > a.code ? b : a),
  );
  expect([...merged.values()].map(({ code }) => code)).toEqual([5]);
});

it('has targets in the order of the snapshot, with an empty tally where nothing was counted', () => {
  const views = [aView({ deployment: { id: 'b' } }), aView({ deployment: { id: 'a' } })];
  const targets = [...targetsOf(aSnapshot({ deployments: views }), new Map())];
  expect(targets.map(({ shared }) => String(shared))).toEqual(['deployment="b",', 'deployment="a",']);
  expect(targets[0]?.checks.map(({ shared, tally }) => [String(shared), tally.runs])).toEqual([
    ['deployment="b",check="status",vantage="fra1",', 0],
    ['deployment="b",check="files",vantage="fra1",', 0],
  ]);
});
