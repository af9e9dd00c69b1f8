// Bar gauge: Grafana's BarGauge, one for each value.
import { type FieldDisplay, getFieldDisplayValues, type ReduceDataOptions } from '@grafana/data';
import { BarGaugeDisplayMode, BarGaugeNamePlacement, BarGaugeValueMode, VizOrientation } from '@grafana/schema';
import { BarGauge, VizRepeater } from '@grafana/ui';
import type { KindProps } from './kind.ts';

interface Options {
  readonly reduceOptions?: ReduceDataOptions;
  readonly orientation?: VizOrientation;
  readonly displayMode?: BarGaugeDisplayMode;
  readonly valueMode?: BarGaugeValueMode;
  readonly namePlacement?: BarGaugeNamePlacement;
  readonly showUnfilled?: boolean;
  readonly minVizWidth?: number;
  readonly minVizHeight?: number;
  readonly text?: object;
}

export function BarGaugePanel({ frames, fieldConfig, options, widthPx, heightPx, theme, replace }: KindProps) {
  const gauge: Options = options;
  const orientation = gauge.orientation ?? VizOrientation.Horizontal;
  const values = getFieldDisplayValues({
    fieldConfig,
    reduceOptions: gauge.reduceOptions ?? { calcs: ['lastNotNull'] },
    replaceVariables: replace,
    theme,
    data: frames,
    timeZone: 'utc',
  });
  return (
    <VizRepeater<FieldDisplay>
      source={values}
      getValues={() => values}
      renderCounter={0}
      width={widthPx}
      height={heightPx}
      itemSpacing={gauge.displayMode === BarGaugeDisplayMode.Lcd ? 2 : 10}
      orientation={orientation}
      minVizWidth={gauge.minVizWidth ?? 8}
      minVizHeight={gauge.minVizHeight ?? 16}
      renderValue={({ value, width, height, alignmentFactors }) => (
        <BarGauge
          value={value.display}
          field={value.field}
          {...(value.view?.getFieldDisplayProcessor(value.colIndex ?? 0) && {
            display: value.view.getFieldDisplayProcessor(value.colIndex ?? 0),
          })}
          {...(gauge.text && { text: gauge.text })}
          {...(alignmentFactors && { alignmentFactors })}
          orientation={orientation}
          displayMode={gauge.displayMode ?? BarGaugeDisplayMode.Gradient}
          valueDisplayMode={gauge.valueMode ?? BarGaugeValueMode.Color}
          namePlacement={gauge.namePlacement ?? BarGaugeNamePlacement.Auto}
          showUnfilled={gauge.showUnfilled ?? true}
          itemSpacing={10}
          lcdCellWidth={12}
          width={width}
          height={height}
          theme={theme}
        />
      )}
    />
  );
}
