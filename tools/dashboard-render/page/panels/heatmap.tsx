// Heatmap, a shim: the plugin is no package. One cell a bucket and step, its colour by the share of the largest count.
import { FieldType, formattedValueToString, getFieldDisplayName, getValueFormat } from '@grafana/data';
import { interpolateOranges } from 'd3-scale-chromatic';
import type { KindProps } from './kind.ts';
import { TimeAxis } from './time-axis.tsx';

interface Bucket {
  readonly name: string;
  readonly points: readonly { readonly atMs: number; readonly count: number }[];
}

interface Options {
  readonly color?: { readonly scheme?: string; readonly reverse?: boolean; readonly exponent?: number };
  readonly yAxis?: { readonly unit?: string; readonly decimals?: number };
}

const axisPx = 22;
const namesPx = 56;
const cellGapPx = 1;

export function HeatmapPanel({ frames, options, widthPx, heightPx, theme, timeRange }: KindProps) {
  const { color = {}, yAxis = {} }: Options = options;
  const buckets = bucketsOf(frames);
  const largest = Math.max(...buckets.flatMap(({ points }) => points.map(({ count }) => count)), 1);
  const colorOf = colorScale(color, theme.isDark);
  const span = { fromMs: timeRange.from.valueOf(), toMs: timeRange.to.valueOf(), widthPx: widthPx - namesPx };
  const scale = span.widthPx / (span.toMs - span.fromMs);
  const stepMs = frames[0]?.fields.find(({ type }) => type === FieldType.time)?.config.interval ?? 1000;
  const rowPx = (heightPx - axisPx) / Math.max(buckets.length, 1);
  const format = getValueFormat(yAxis.unit ?? 'short');
  const labelOf = (name: string) =>
    Number.isFinite(Number(name)) ? formattedValueToString(format(Number(name), yAxis.decimals)) : name;
  return (
    <div style={theme.typography.bodySmall}>
      {buckets.toReversed().map(({ name, points }) => (
        <div key={name} style={{ display: 'flex', height: rowPx }}>
          <div style={{ width: namesPx - 8, marginRight: 8, textAlign: 'right' }}>{labelOf(name)}</div>
          <div style={{ position: 'relative', width: span.widthPx, overflow: 'hidden' }}>
            {points
              .filter(({ count }) => count > 0)
              .map(({ atMs, count }) => (
                <div
                  key={atMs}
                  style={{
                    position: 'absolute',
                    left: (atMs - stepMs - span.fromMs) * scale,
                    width: Math.max(1, stepMs * scale - cellGapPx),
                    height: rowPx - cellGapPx,
                    background: colorOf(count / largest),
                  }}
                />
              ))}
          </div>
        </div>
      ))}
      <div style={{ marginLeft: namesPx }}>
        <TimeAxis {...span} heightPx={axisPx} theme={theme} />
      </div>
    </div>
  );
}

/** Lowest first, as the frames come. */
function bucketsOf(frames: KindProps['frames']): Bucket[] {
  return frames.flatMap((frame) => {
    const time = frame.fields.find(({ type }) => type === FieldType.time);
    const counts = frame.fields.find(({ type }) => type === FieldType.number);
    if (time === undefined || counts === undefined) return [];
    const points = (time.values as number[]).map((atMs, index) => ({
      atMs,
      count: Number(counts.values[index]),
    }));
    return [{ name: getFieldDisplayName(counts, frame, frames), points }];
  });
}

/** From 0 to 1. */
const schemes: Readonly<Record<string, (share: number) => string>> = { Oranges: interpolateOranges };

/** Turned where the theme is dark, so that few is dark. */
function colorScale(
  { scheme = 'Oranges', reverse = false, exponent = 0.5 }: NonNullable<Options['color']>,
  isDark: boolean,
) {
  const interpolate = schemes[scheme];
  if (interpolate === undefined) throw new Error(`the colours ${scheme} are not drawn here`);
  const isTurned = isDark !== reverse;
  return (share: number) => {
    const weight = share ** exponent;
    return interpolate(isTurned ? 1 - weight : weight);
  };
}
