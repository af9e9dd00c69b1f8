// The queries of one panel, with the step and the built-in variables that Grafana would give them.
import { type DataFrame, dateTime, rangeUtil, type TimeRange } from '@grafana/data';
import type { Panel, Target } from './dashboard-json.ts';
import { framesOf } from './frames.ts';
import { queryInstant, queryRange } from './prometheus.ts';
import type { Drawing } from './protocol.ts';
import { interpolate } from './variables.ts';

const fewestScrapesInRate = 4;

export function timeRangeOf({ fromMs, toMs }: Drawing): TimeRange {
  const [from, to] = [dateTime(fromMs), dateTime(toMs)];
  return { from, to, raw: { from, to } };
}

/** Frames of all queries, and a finding for each that failed or brought nothing. */
export async function runQueries(
  panel: Panel,
  widthPx: number,
  drawing: Drawing,
  variables: ReadonlyMap<string, string>,
): Promise<{ frames: DataFrame[]; findings: string[] }> {
  const targets = (panel.targets ?? []).filter(({ hide }) => hide !== true);
  const tables = targets.filter(({ format }) => format === 'table').length;
  const findings: string[] = [];
  const frames = await Promise.all(
    targets.map(async (target) => {
      try {
        const stepMs = stepOf(panel, target, widthPx, drawing);
        const series = await run(target, stepMs, drawing, variables);
        if (!series.some(({ values }) => values.some(([, text]) => text !== 'NaN'))) {
          findings.push(`query ${target.refId} brought nothing`);
        }
        return framesOf(target, series, stepMs, tables === 1);
      } catch (error) {
        findings.push(`query ${target.refId}: ${error instanceof Error ? error.message : String(error)}`);
        return [];
      }
    }),
  );
  return { frames: frames.flat(), findings };
}

function run(target: Target, stepMs: number, drawing: Drawing, variables: ReadonlyMap<string, string>) {
  const expr = interpolate(target.expr, new Map([...variables, ...builtIns(target, stepMs, drawing)]));
  if (target.instant === true) return queryInstant(expr, drawing.toMs);
  return queryRange(expr, drawing.fromMs, drawing.toMs, stepMs);
}

/** A point a pixel, rounded, and never finer than the query's, the panel's or the data source's least step. */
function stepOf(panel: Panel, target: Target, widthPx: number, drawing: Drawing): number {
  const least = target.interval || panel.interval || `${drawing.scrapeIntervalMs}ms`;
  const points = panel.maxDataPoints ?? Math.round(widthPx);
  return rangeUtil.calculateInterval(timeRangeOf(drawing), points, least.replace(/^>/, '')).intervalMs;
}

function builtIns(target: Target, stepMs: number, drawing: Drawing): [string, string][] {
  const leastMs = target.interval
    ? rangeUtil.intervalToMs(target.interval.replace(/^>/, ''))
    : drawing.scrapeIntervalMs;
  const rateMs = Math.max(stepMs + leastMs, fewestScrapesInRate * leastMs);
  const rangeMs = drawing.toMs - drawing.fromMs;
  return [
    ['__interval', `${stepMs}ms`],
    ['__interval_ms', String(stepMs)],
    ['__rate_interval', `${rateMs}ms`],
    ['__range', `${Math.round(rangeMs / 1000)}s`],
    ['__range_s', String(Math.round(rangeMs / 1000))],
    ['__range_ms', String(rangeMs)],
  ];
}
