// The chronicle of one deployment, as of now; and what its days and hours are made of.
import {
  type Chronicle,
  chronicleDays,
  chronicleHours,
  type Day,
  type Rollup,
  type Span,
} from '../model/history.ts';
import { lengths, startOf } from './buckets.ts';
import type { History } from './history.ts';
import type { DayCounts, IncidentDays } from './incident-days.ts';
import type { OpenSpan } from './spans.ts';

const { dayMs, hourMs } = lengths;

export function chronicleOf(
  deployment: string,
  nowMs: number,
  history: Pick<History, 'of'>,
  incidents: Pick<IncidentDays, 'of'>,
): Chronicle {
  const spans = (lengthMs: number, count: number) => {
    const fromMs = firstOf(nowMs, lengthMs, count);
    const rollups = history.of(deployment, fromMs, lengthMs, 'status');
    return bounded(rollups.filter(({ startMs }) => startMs <= nowMs).map(spanOf), lengthMs, nowMs);
  };
  const counts = incidents.of(deployment, firstOf(nowMs, dayMs, chronicleDays), nowMs);
  return { days: daysOf(spans(dayMs, chronicleDays), counts), hours: spans(hourMs, chronicleHours) };
}

/** Where the first of so many begins, of which the last is under way. */
export function firstOf(nowMs: number, lengthMs: number, count: number): number {
  return startOf(nowMs, lengthMs) - (count - 1) * lengthMs;
}

/** In place: no more time is covered than has passed. */
export function bounded(spans: OpenSpan[], lengthMs: number, nowMs: number): OpenSpan[] {
  for (const span of spans) {
    span.coveredMs = Math.min(span.coveredMs, lengthMs, nowMs - span.startMs);
  }
  return spans;
}

/** With the days that had incidents alone; oldest first. */
export function daysOf(spans: readonly Span[], incidents: DayCounts): Day[] {
  const days = spans.map((span) => ({ ...span, incidents: incidents.get(span.startMs) ?? 0 }));
  if (incidents.size === 0) return days;
  const known = new Set(days.map(({ startMs }) => startMs));
  const others = [...incidents].filter(([startMs]) => !known.has(startMs));
  if (others.length === 0) return days;
  const quiet = others.map(([startMs, count]) => ({ ...withoutRuns, startMs, incidents: count }));
  return [...days, ...quiet].sort((a, b) => a.startMs - b.startMs);
}

const withoutRuns = {
  runs: 0,
  bad: 0,
  worst: 'unknown',
  coveredMs: 0,
  answers: 0,
  durationSumMs: 0,
} as const;

function spanOf({ startMs, runs, bad, worst, coveredMs, answers, durationSumMs }: Rollup): OpenSpan {
  return { startMs, runs, bad, worst, coveredMs, answers, durationSumMs };
}
