// Time series: Grafana's TimeSeries (uPlot), with its legend.
import { applyNullInsertThreshold, type DataFrame, FieldType } from '@grafana/data';
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
    applyNullInsertThreshold({ frame: finite(frame), refFieldPseudoMin, refFieldPseudoMax }),
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

/** NaN, of which a quantile of nothing is, has no place on an axis. */
function finite(frame: DataFrame): DataFrame {
  const fields = frame.fields.map((field) => ({
    ...field,
    values: field.values.map((value: unknown) => (Number.isFinite(value) ? value : null)),
  }));
  return { ...frame, fields };
}
