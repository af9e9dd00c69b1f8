// Where each panel stands, in pixels, with collapsed rows opened as a click on them would.
import type { Dashboard, Panel, Place } from './dashboard-json.ts';

export interface Placed {
  readonly panel: Panel;
  readonly leftPx: number;
  readonly topPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

const columns = 24;
const rowPx = 30;
const gapPx = 8;

export function layOut(dashboard: Dashboard, widthPx: number): Placed[] {
  const columnPx = (widthPx - (columns - 1) * gapPx) / columns;
  const spanPx = (count: number, eachPx: number) => count * eachPx + (count - 1) * gapPx;
  return opened(dashboard.panels).map((panel) => ({
    panel,
    leftPx: panel.gridPos.x * (columnPx + gapPx),
    topPx: panel.gridPos.y * (rowPx + gapPx),
    widthPx: spanPx(panel.gridPos.w, columnPx),
    heightPx: spanPx(panel.gridPos.h, rowPx),
  }));
}

export function bottomPx(placed: readonly Placed[]): number {
  return Math.max(0, ...placed.map(({ topPx, heightPx }) => topPx + heightPx));
}

/** What a collapsed row holds comes right below it, and moves down what follows. */
function opened(panels: readonly Panel[]): Panel[] {
  const sorted = panels.toSorted((a, b) => a.gridPos.y - b.gridPos.y || a.gridPos.x - b.gridPos.x);
  let addedRows = 0;
  return sorted.flatMap((panel) => {
    const shown = moved(panel, addedRows);
    const held = panel.type === 'row' && panel.collapsed === true ? (panel.panels ?? []) : [];
    if (held.length === 0) return [shown];
    const top = Math.min(...held.map(({ gridPos }) => gridPos.y));
    const bottom = Math.max(...held.map(({ gridPos }) => gridPos.y + gridPos.h));
    addedRows += bottom - top;
    return [shown, ...held.map((each) => moved(each, shown.gridPos.y + 1 - top))];
  });
}

function moved(panel: Panel, byRows: number): Panel {
  const gridPos: Place = { ...panel.gridPos, y: panel.gridPos.y + byRows };
  return { ...panel, gridPos };
}
