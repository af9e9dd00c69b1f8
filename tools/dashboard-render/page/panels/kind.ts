// What a panel of any kind is drawn from.
import type {
  DataFrame,
  FieldConfigSource,
  GrafanaTheme2,
  InterpolateFunction,
  TimeRange,
} from '@grafana/data';

export interface KindProps {
  readonly frames: DataFrame[];
  readonly fieldConfig: FieldConfigSource;
  readonly options: Readonly<Record<string, unknown>>;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly theme: GrafanaTheme2;
  readonly timeRange: TimeRange;
  readonly replace: InterpolateFunction;
}
