// Panels stand where Grafana's grid would have them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Panel } from '../page/dashboard-json.ts';
import { bottomPx, layOut } from '../page/layout.ts';

const panel = (
  id: number,
  x: number,
  y: number,
  w: number,
  h: number,
  parts: Partial<Panel> = {},
): Panel => ({
  id,
  type: 'stat',
  gridPos: { x, y, w, h },
  ...parts,
});
// 24 columns of 50 px with 8 px between them.
const widthPx = 24 * 50 + 23 * 8;
const placesOf = (...panels: Panel[]) =>
  layOut({ title: '', panels }, widthPx).map(({ panel: { id }, leftPx, topPx, widthPx, heightPx }) => {
    return [id, leftPx, topPx, widthPx, heightPx];
  });

test('a column is a 24th of the width, a row 30 px, with 8 px between them', () => {
  assert.deepEqual(placesOf(panel(1, 0, 0, 12, 4), panel(2, 12, 0, 12, 4)), [
    [1, 0, 0, 688, 144],
    [2, 696, 0, 688, 144],
  ]);
});

test('what a collapsed row holds comes below it, and moves down what follows', () => {
  const row = panel(1, 0, 0, 24, 1, { type: 'row', collapsed: true, panels: [panel(2, 0, 7, 24, 2)] });
  assert.deepEqual(
    placesOf(row, panel(3, 0, 1, 24, 2)).map(([id, , topPx]) => [id, topPx]),
    [
      [1, 0],
      [2, 38],
      [3, 38 * 3],
    ],
  );
});

test('room that is left above a panel is closed', () => {
  assert.deepEqual(
    placesOf(panel(1, 0, 0, 12, 2), panel(2, 0, 9, 24, 2)).map(([id, , topPx]) => [id, topPx]),
    [
      [1, 0],
      [2, 76],
    ],
  );
});

test('the bottom is that of the lowest panel', () => {
  assert.equal(
    bottomPx(layOut({ title: '', panels: [panel(1, 0, 0, 12, 2), panel(2, 12, 0, 12, 3)] }, widthPx)),
    106,
  );
  assert.equal(bottomPx([]), 0);
});
