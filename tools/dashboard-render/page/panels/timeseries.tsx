// Time series: Grafana's TimeSeries (uPlot), with its legend.
import { FieldType } from '@grafana/data';
import { LegendDisplayMode, type VizLegendOptions } from '@grafana/schema';
import { TimeSeries } from '@grafana/ui';
import type { KindProps } from './kind.ts';

const noLegend: VizLegendOptions = {
  showLegend: true,
  displayMode: LegendDisplayMode.List,
  placement: 'bottom',
  calcs: [],
};

export function TimeSeriesPanel({ frames, options, widthPx, heightPx, timeRange }: KindProps) {
  const drawn = frames.filter(({ fields }) => fields.some(({ type }) => type === FieldType.number));
  if (drawn.length === 0) return <div>No data</div>;
  return (
    <TimeSeries
      frames={drawn}
      structureRev={1}
      timeRange={timeRange}
      timeZone="utc"
      width={widthPx}
      height={heightPx}
      legend={{ ...noLegend, ...(options.legend as Partial<VizLegendOptions> | undefined) }}
      options={options}
    />
  );
}
