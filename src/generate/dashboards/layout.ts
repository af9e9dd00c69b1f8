// Where panels stand and what they are numbered: from the order they are written in, so that it never depends on chance.
import type { Panel, Row } from './format.ts';
import type { Draft } from './panel.ts';
import { datasource } from './targets.ts';

export interface Section {
  readonly title: string;
  readonly collapsed?: boolean;
  readonly panels: readonly Draft[];
}

const columns = 24;
/** Ids of a row's panels follow its own, so that another row's keep theirs when one is added. */
const idsPerRow = 100;

/** Rows below each other, and the panels of each from left to right, wrapped where they do not fit. */
export function laidOut(sections: readonly Section[]): readonly (Panel | Row)[] {
  const all: (Panel | Row)[] = [];
  let y = 0;
  for (const [index, { title, collapsed = false, panels }] of sections.entries()) {
    const id = (index + 1) * idsPerRow;
    const placed = placedFrom(y + 1, id + 1, panels);
    const gridPos = { x: 0, y, w: columns, h: 1 };
    all.push({ id, type: 'row', title, gridPos, collapsed, panels: collapsed ? placed : [] });
    if (!collapsed) all.push(...placed);
    y = Math.max(y + 1, ...placed.map((panel) => panel.gridPos.y + panel.gridPos.h));
  }
  return all;
}

function placedFrom(top: number, firstId: number, drafts: readonly Draft[]): readonly Panel[] {
  let [x, y, lineHeight] = [0, top, 0];
  return drafts.map(({ w, h, ...draft }, index) => {
    if (x + w > columns) [x, y, lineHeight] = [0, y + lineHeight, 0];
    const gridPos = { x, y, w, h };
    x += w;
    lineHeight = Math.max(lineHeight, h);
    return { id: firstId + index, gridPos, datasource, ...draft };
  });
}
