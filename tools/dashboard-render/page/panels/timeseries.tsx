// Time series: Grafana's TimeSeries (uPlot), with its legend.
import { applyNullInsertThreshold, FieldType } from '@grafana/data';
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
  const numbers = frames.filter(({ fields }) => fields.some(({ type }) => type === FieldType.number));
  const [refFieldPseudoMin, refFieldPseudoMax] = [timeRange.from.valueOf(), timeRange.to.valueOf()];
  // Where a step brings nothing, a line is broken; left to itself the component does that for the first frame only.
  const drawn = numbers.map((frame) =>
    applyNullInsertThreshold({ frame, refFieldPseudoMin, refFieldPseudoMax }),
  );
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
