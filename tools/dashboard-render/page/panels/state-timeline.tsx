// State timeline, a shim: the plugin is no package. Names, colours and texts come from Grafana's display processors.
import {
  colorManipulator,
  type DisplayValue,
  type Field,
  FieldType,
  type GrafanaTheme2,
  getFieldDisplayName,
} from '@grafana/data';
import { LegendDisplayMode } from '@grafana/schema';
import { VizLegend, type VizLegendItem } from '@grafana/ui';
import type { KindProps } from './kind.ts';
import { TimeAxis } from './time-axis.tsx';

interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
  readonly shown: DisplayValue;
  /** 0 to 1. */
  readonly opacity: number;
}

interface Row {
  readonly name: string;
  readonly stretches: readonly Stretch[];
}

const axisPx = 22;
const legendPx = 26;
const letterPx = 7;
const widestName = 0.25;
const noDataGapSteps = 2;

export function StateTimelinePanel({ frames, options, widthPx, heightPx, theme, timeRange }: KindProps) {
  const rows = rowsOf(frames, timeRange.to.valueOf());
  const hasLegend = (options.legend as { showLegend?: boolean } | undefined)?.showLegend !== false;
  const namesPx = Math.min(
    widthPx * widestName,
    Math.max(...rows.map(({ name }) => name.length), 1) * letterPx + 12,
  );
  const rowPx = (heightPx - axisPx - (hasLegend ? legendPx : 0)) / Math.max(rows.length, 1);
  const barPx = rowPx * Number(options.rowHeight ?? 0.9);
  const span = { fromMs: timeRange.from.valueOf(), toMs: timeRange.to.valueOf(), widthPx: widthPx - namesPx };
  return (
    <div style={{ ...theme.typography.bodySmall, color: theme.colors.text.primary }}>
      {rows.map(({ name, stretches }) => (
        <div key={name} style={{ display: 'flex', height: rowPx, alignItems: 'center' }}>
          <div style={{ ...cut, width: namesPx - 8, marginRight: 8, textAlign: 'right' }}>{name}</div>
          <div style={{ position: 'relative', height: barPx, width: span.widthPx }}>
            {stretches.map((stretch) => (
              <Bar
                key={stretch.fromMs}
                stretch={stretch}
                span={span}
                theme={theme}
                heightPx={barPx}
                hasText={options.showValue !== 'never'}
              />
            ))}
          </div>
        </div>
      ))}
      <div style={{ marginLeft: namesPx }}>
        <TimeAxis {...span} heightPx={axisPx} theme={theme} />
      </div>
      {hasLegend && <Legend rows={rows} />}
    </div>
  );
}

const cut = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

function Bar({
  stretch: { fromMs, toMs, shown, opacity },
  span,
  theme,
  heightPx,
  hasText,
}: {
  readonly stretch: Stretch;
  readonly span: { readonly fromMs: number; readonly toMs: number; readonly widthPx: number };
  readonly theme: GrafanaTheme2;
  readonly heightPx: number;
  readonly hasText: boolean;
}) {
  const scale = span.widthPx / (span.toMs - span.fromMs);
  const left = Math.max(0, fromMs - span.fromMs) * scale;
  const width = Math.min(span.widthPx, (toMs - span.fromMs) * scale) - left;
  const full = shown.color ?? theme.colors.background.secondary;
  const background = colorManipulator.alpha(full, opacity);
  const fits = hasText && shown.text.length * letterPx < width && heightPx >= 14;
  const color = theme.colors.getContrastText(full);
  const box = { position: 'absolute', left, width, height: heightPx, lineHeight: `${heightPx}px` } as const;
  return (
    <div style={{ ...box, ...cut, background, color, textAlign: 'center' }}>{fits ? shown.text : ''}</div>
  );
}

function rowsOf(frames: KindProps['frames'], endMs: number): Row[] {
  return frames.flatMap((frame) => {
    const time = frame.fields.find(({ type }) => type === FieldType.time);
    if (time === undefined) return [];
    const states = frame.fields.filter((field) => field !== time);
    return states.map((field) => ({
      name: getFieldDisplayName(field, frame, frames),
      stretches: stretchesOf(time, field, endMs),
    }));
  });
}

/** A value holds until the next one; where several steps bring none, there is a gap. */
function stretchesOf(time: Field, field: Field, endMs: number): Stretch[] {
  const stepMs = time.config.interval ?? 0;
  const opacity = Number(field.config.custom?.fillOpacity ?? 100) / 100;
  const stretches: (Stretch & { value: unknown })[] = [];
  for (const [index, fromMs] of (time.values as number[]).entries()) {
    const nextMs: number = time.values[index + 1] ?? Math.min(endMs, fromMs + stepMs);
    const toMs = nextMs - fromMs > noDataGapSteps * stepMs ? fromMs + stepMs : nextMs;
    const value: unknown = field.values[index];
    const shown = field.display?.(value);
    if (shown === undefined || ((value === null || Number.isNaN(value)) && shown.text === '')) continue;
    const last = stretches.at(-1);
    if (last !== undefined && last.value === value && last.toMs === fromMs) {
      stretches[stretches.length - 1] = { ...last, toMs };
    } else {
      stretches.push({ fromMs, toMs, shown, opacity, value });
    }
  }
  return stretches;
}

function Legend({ rows }: { readonly rows: readonly Row[] }) {
  const shown = rows.flatMap(({ stretches }) => stretches.map((stretch) => stretch.shown));
  const byText = new Map(shown.map(({ text, color }) => [text, color]));
  const items: VizLegendItem[] = [...byText].map(([label, color]) => ({
    label,
    yAxis: 1,
    ...(color !== undefined && { color }),
  }));
  return <VizLegend placement="bottom" displayMode={LegendDisplayMode.List} items={items} />;
}
