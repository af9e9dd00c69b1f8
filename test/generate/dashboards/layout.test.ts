// Where panels come to stand, and that their numbers stay theirs.
import { expect, test } from 'vitest';
import { laidOut, type Section } from '../../../src/generate/dashboards/layout.ts';
import { stat } from '../../../src/generate/dashboards/panels.ts';
import { now } from '../../../src/generate/dashboards/targets.ts';

const draft = (title: string, w: number) =>
  stat({ title, description: title, query: now('up'), unit: 'none', w });
const section = (title: string, widths: readonly number[], collapsed = false): Section => ({
  title,
  collapsed,
  panels: widths.map((w, index) => draft(`${title} ${index}`, w)),
});
const placesOf = (sections: readonly Section[]) =>
  laidOut(sections).map(({ id, title, gridPos: { x, y, w, h } }) => [id, title, x, y, w, h]);

test('panels stand from left to right, and begin anew where they do not fit', () => {
  expect(placesOf([section('Now', [12, 8, 12])])).toEqual([
    [100, 'Now', 0, 0, 24, 1],
    [101, 'Now 0', 0, 1, 12, 4],
    [102, 'Now 1', 12, 1, 8, 4],
    [103, 'Now 2', 0, 5, 12, 4],
  ]);
});

test('the next row begins below the last panel', () => {
  expect(placesOf([section('Now', [12, 12]), section('State', [24])]).slice(-2)).toEqual([
    [200, 'State', 0, 5, 24, 1],
    [201, 'State 0', 0, 6, 24, 4],
  ]);
});

test('a collapsed row keeps its panels to itself', () => {
  const [row, next, ...rest] = laidOut([section('Now', [12, 12], true), section('State', [])]);
  expect(row).toMatchObject({ type: 'row', collapsed: true, panels: [{ id: 101 }, { id: 102 }] });
  expect([next?.id, rest]).toEqual([200, []]);
});

test('a panel that is added changes no number in other rows', () => {
  const idsOfState = (now: readonly number[]) =>
    laidOut([section('Now', now), section('State', [12, 12])])
      .map(({ id }) => id)
      .filter((id) => id >= 200);
  expect(idsOfState([3, 3, 3])).toEqual(idsOfState([3]));
});
