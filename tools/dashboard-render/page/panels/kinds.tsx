// One row a kind of panel.
import type { ComponentType } from 'react';
import { HeatmapPanel } from './heatmap.tsx';
import type { KindProps } from './kind.ts';
import { StatPanel } from './stat.tsx';
import { StateTimelinePanel } from './state-timeline.tsx';
import { TablePanel } from './table.tsx';
import { TimeSeriesPanel } from './timeseries.tsx';

/** By panel type; those that stand on shims are named in the README. */
export const kinds: Readonly<Record<string, ComponentType<KindProps>>> = {
  heatmap: HeatmapPanel,
  stat: StatPanel,
  'state-timeline': StateTimelinePanel,
  table: TablePanel,
  timeseries: TimeSeriesPanel,
};
