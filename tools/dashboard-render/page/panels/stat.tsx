// Stat: Grafana's BigValue, one for each value.
import { type FieldDisplay, getFieldDisplayValues, type ReduceDataOptions } from '@grafana/data';
import { VizOrientation } from '@grafana/schema';
import {
  BigValue,
  BigValueColorMode,
  BigValueGraphMode,
  BigValueJustifyMode,
  BigValueTextMode,
  VizRepeater,
} from '@grafana/ui';
import type { KindProps } from './kind.ts';

interface Options {
  readonly reduceOptions?: ReduceDataOptions;
  readonly orientation?: VizOrientation;
  readonly colorMode?: BigValueColorMode;
  readonly graphMode?: BigValueGraphMode;
  readonly justifyMode?: BigValueJustifyMode;
  readonly textMode?: BigValueTextMode;
  readonly text?: object;
  readonly wideLayout?: boolean;
}

export function StatPanel({ frames, fieldConfig, options, widthPx, heightPx, theme, replace }: KindProps) {
  const stat: Options = options;
  const graphMode = stat.graphMode ?? BigValueGraphMode.Area;
  const values = getFieldDisplayValues({
    fieldConfig,
    reduceOptions: stat.reduceOptions ?? { calcs: ['lastNotNull'] },
    replaceVariables: replace,
    theme,
    data: frames,
    sparkline: graphMode !== BigValueGraphMode.None,
    timeZone: 'utc',
  });
  return (
    <VizRepeater<FieldDisplay>
      source={values}
      getValues={() => values}
      renderCounter={0}
      width={widthPx}
      height={heightPx}
      itemSpacing={3}
      autoGrid={true}
      orientation={stat.orientation ?? VizOrientation.Auto}
      renderValue={({ value, width, height, count }) => (
        <BigValue
          value={value.display}
          {...(value.sparkline && { sparkline: value.sparkline })}
          count={count}
          colorMode={stat.colorMode ?? BigValueColorMode.Value}
          graphMode={graphMode}
          justifyMode={stat.justifyMode ?? BigValueJustifyMode.Auto}
          textMode={stat.textMode ?? BigValueTextMode.Auto}
          {...(stat.text && { text: stat.text })}
          disableWideLayout={stat.wideLayout === false}
          width={width}
          height={height}
          theme={theme}
        />
      )}
    />
  );
}
