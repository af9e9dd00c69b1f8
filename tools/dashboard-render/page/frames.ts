// Prometheus' answers as data frames, in the three shapes that its Grafana data source gives.
import { type DataFrame, FieldType, type Labels, toDataFrame } from '@grafana/data';
import type { Target } from './dashboard-json.ts';
import type { Series } from './prometheus.ts';

/** `isOnlyTable`: whether no other query of the panel is a table, so that its value needs no letter. */
export function framesOf(
  target: Target,
  series: readonly Series[],
  stepMs: number,
  isOnlyTable: boolean,
): DataFrame[] {
  if (series.length === 0) return [];
  if (target.format === 'table') return [tableOf(target, series, isOnlyTable)];
  if (target.format === 'heatmap') return bucketsOf(target, series, stepMs);
  return series.map((each) => lineOf(target, each, stepMs));
}

const numberOf = (text: string): number => Number(text.replace('Inf', 'Infinity'));

function lineOf(target: Target, { metric, values }: Series, stepMs: number): DataFrame {
  const { __name__: _, ...labels } = metric;
  const legend = legendOf(target, metric);
  return toDataFrame({
    refId: target.refId,
    fields: [
      {
        name: 'Time',
        type: FieldType.time,
        config: { interval: stepMs },
        values: values.map(([seconds]) => seconds * 1000),
      },
      {
        name: 'Value',
        type: FieldType.number,
        labels,
        config: legend === undefined ? {} : { displayNameFromDS: legend },
        values: values.map(([, text]) => numberOf(text)),
      },
    ],
  });
}

/** Undefined leaves the name to Grafana. */
function legendOf({ legendFormat = '', expr }: Target, metric: Labels): string | undefined {
  const labels = Object.entries(metric).filter(([name]) => name !== '__name__');
  if (legendFormat === '__auto') return labels.length > 0 ? undefined : (metric.__name__ ?? expr);
  if (legendFormat !== '') {
    return legendFormat.replace(/\{\{\s*(.+?)\s*\}\}/g, (_, name: string) => metric[name] ?? '');
  }
  if (labels.length === 0) return metric.__name__ ?? expr;
  return `${metric.__name__ ?? ''}{${labels.map(([name, value]) => `${name}="${value}"`).join(', ')}}`;
}

function tableOf({ refId }: Target, series: readonly Series[], isOnlyTable: boolean): DataFrame {
  const names = [...new Set(series.flatMap(({ metric }) => Object.keys(metric)))].sort();
  const rows = series.flatMap(({ metric, values }) => values.map((value) => ({ metric, value })));
  return toDataFrame({
    refId,
    meta: { preferredVisualisationType: 'table' },
    fields: [
      { name: 'Time', type: FieldType.time, values: rows.map(({ value: [seconds] }) => seconds * 1000) },
      ...names.map((name) => ({
        name,
        type: FieldType.string,
        config: { filterable: true },
        values: rows.map(({ metric }) => metric[name] ?? ''),
      })),
      {
        name: isOnlyTable ? 'Value' : `Value #${refId}`,
        type: FieldType.number,
        values: rows.map(({ value: [, text] }) => numberOf(text)),
      },
    ],
  });
}

/** The counts of a classic histogram are cumulative; each bucket loses what the one below it has. */
function bucketsOf(target: Target, series: readonly Series[], stepMs: number): DataFrame[] {
  const rising = series.toSorted((a, b) => numberOf(a.metric.le ?? '') - numberOf(b.metric.le ?? ''));
  let below = new Map<number, number>();
  return rising.map(({ metric, values }) => {
    const counts = new Map(values.map(([seconds, text]) => [seconds, numberOf(text)]));
    const own = values.map(
      ([seconds]) =>
        [seconds, String(Math.max(0, (counts.get(seconds) ?? 0) - (below.get(seconds) ?? 0)))] as const,
    );
    below = counts;
    return lineOf({ legendFormat: '{{le}}', ...target }, { metric, values: own }, stepMs);
  });
}
