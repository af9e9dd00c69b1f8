// Where each panel stands, in pixels, with collapsed rows opened as a click on them would.
import type { Dashboard, Panel } from './dashboard-json.ts';

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
  return compacted(opened(dashboard.panels)).map((panel) => ({
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

/** What a collapsed row holds comes right below it. */
function opened(panels: readonly Panel[]): Panel[] {
  return inOrder(panels).flatMap((panel) => [panel, ...inOrder(panel.panels ?? [])]);
}

function inOrder(panels: readonly Panel[]): Panel[] {
  return panels.toSorted((a, b) => a.gridPos.y - b.gridPos.y || a.gridPos.x - b.gridPos.x);
}

/** Each as high up as those before it leave room, as Grafana's grid does it. */
function compacted(panels: readonly Panel[]): Panel[] {
  const placed: Panel[] = [];
  for (const panel of panels) {
    const { x, w } = panel.gridPos;
    const above = placed.filter(({ gridPos }) => gridPos.x < x + w && x < gridPos.x + gridPos.w);
    const y = Math.max(0, ...above.map(({ gridPos }) => gridPos.y + gridPos.h));
    placed.push({ ...panel, gridPos: { ...panel.gridPos, y } });
  }
  return placed;
}
