// The chronicle of one deployment, as of now; and what its days and hours are made of.
import { type Chronicle, chronicleDays, chronicleHours } from '../model/history.ts';
import { lengths, startOf } from './buckets.ts';
import type { History } from './history.ts';
import type { DayCounts, IncidentDays } from './incident-days.ts';
import { dayOf, type OpenDay, type OpenSpan, spanOf } from './spans.ts';

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
  const days = spans(dayMs, chronicleDays).map(dayOf);
  return { days: withIncidents(days, counts), hours: spans(hourMs, chronicleHours) };
}

/** Where the first of so many begins, of which the last is under way. */
export function firstOf(nowMs: number, lengthMs: number, count: number): number {
  return startOf(nowMs, lengthMs) - (count - 1) * lengthMs;
}

/** In place: no more time is covered than has passed. */
export function bounded<T extends OpenSpan>(spans: T[], lengthMs: number, nowMs: number): T[] {
  for (const span of spans) {
    span.coveredMs = Math.min(span.coveredMs, lengthMs, Math.max(0, nowMs - span.startMs));
  }
  return spans;
}

/** In place: with their incidents, and with the days that had incidents alone; oldest first. */
export function withIncidents(days: OpenDay[], incidents: DayCounts): OpenDay[] {
  for (const [startMs, count] of incidents) {
    const at = days.findLastIndex((day) => day.startMs <= startMs);
    const day = days[at];
    if (day?.startMs === startMs) day.incidents = count;
    else days.splice(at + 1, 0, { ...withoutRuns, startMs, incidents: count });
  }
  return days;
}

const withoutRuns = {
  runs: 0,
  bad: 0,
  worst: 'unknown',
  coveredMs: 0,
  answers: 0,
  durationSumMs: 0,
} as const;
