// The last 90 days of a deployment as bars: a few paths for a browser to draw, and words for who does not see them.
import { dayInWords, writeDays } from '../../browser/days.js';
import { type Chronicle, chronicleDays, type Day } from '../../model/history.ts';
import type { State } from '../../model/states.ts';
import { timestamp } from '../document.ts';
import { type Html, html } from './html.ts';

const dayMs = 86_400_000;
/** Less time without data is not told: runs do not fill a day, or a longer time, to the minute. */
export const slackMs = 600_000;
/** Unwell days that words tell of; the rest is counted, and a browser with modules has them all. */
const maxToldDays = 3;

/** A bar with the gap behind it. */
const pitch = 3;
/** An outage of a smaller share of the day's runs is a cap on a well day's bar. */
const briefShare = 0.05;

export interface Bars {
  readonly drawn: Html;
  /** What the browser's modules tell of each day. */
  readonly days: string;
  /** Share of good runs; null without runs. */
  readonly up: number | null;
  /** Time that runs stand for. */
  readonly coveredMs: number;
  /** The days with downtime or incidents, newest first; empty where there are none. */
  readonly unwell: string;
}

/** Of the 90 UTC days that end with the one of `atMs`. */
export function barsOf(chronicle: Chronicle, atMs: number): Bars {
  const today = dayOf(atMs);
  const firstDay = today - chronicleDays + 1;
  const [fromMs, toMs] = [firstDay * dayMs, (today + 1) * dayMs];
  const days = chronicle.days.filter(({ startMs }) => startMs >= fromMs && startMs < toMs);
  return {
    drawn: draw(days, firstDay),
    days: writeDays(stretches(days, today, atMs)),
    ...sumOf(days),
    unwell: unwellInWords(days, atMs),
  };
}

function sumOf(days: readonly Day[]): Pick<Bars, 'up' | 'coveredMs'> {
  let [runs, bad, coveredMs] = [0, 0, 0];
  for (const day of days) {
    runs += day.runs;
    bad += day.bad;
    coveredMs += day.coveredMs;
  }
  return { up: runs === 0 ? null : 1 - bad / runs, coveredMs };
}

export function dayOf(ms: number): number {
  return Math.floor(ms / dayMs);
}

type Told = NonNullable<Parameters<typeof dayInWords>[0]>;

function tell(day: Day, atMs: number): Told {
  const { runs, bad, coveredMs, incidents } = day;
  const missingMs = missingOf(day, atMs);
  return {
    worst: stateOf(day),
    up: runs === 0 ? null : 1 - bad / runs,
    downMs: runs === 0 ? 0 : (coveredMs * bad) / runs,
    noDataMs: missingMs < slackMs ? 0 : missingMs,
    incidents,
  };
}

function isPlain(day: Day, atMs: number): boolean {
  const { worst, runs, bad, incidents } = day;
  return (
    worst === 'operational' && bad === 0 && incidents === 0 && runs > 0 && missingOf(day, atMs) < slackMs
  );
}

function missingOf({ startMs, coveredMs }: Day, atMs: number): number {
  return Math.min(dayMs, atMs - startMs) - coveredMs;
}

/** Runs that fail by turns are never confirmed, and no state tells of them: many make no day that was well. */
function stateOf({ worst, bad, runs }: Day): State {
  return worst === 'operational' && bad > 0 && bad >= briefShare * runs ? 'degraded_performance' : worst;
}

/** Newest first. Days that are plainly well are left out, days without data that follow each other are one stretch. */
function stretches(days: readonly Day[], today: number, atMs: number) {
  const found: { from: number; to: number; told: Told | null }[] = [];
  let next = 0;
  const skipTo = (ago: number) => {
    if (ago > next) found.push({ from: next, to: ago - 1, told: null });
    next = ago + 1;
  };
  for (const day of days.toReversed()) {
    const ago = today - dayOf(day.startMs);
    skipTo(ago);
    if (!isPlain(day, atMs)) found.push({ from: ago, to: ago, told: tell(day, atMs) });
  }
  skipTo(chronicleDays);
  return found;
}

function unwellInWords(days: readonly Day[], atMs: number): string {
  const unwell = days.filter(({ bad, incidents }) => bad > 0 || incidents > 0).toReversed();
  const lines = unwell
    .slice(0, maxToldDays)
    .map((day) => `${timestamp(day.startMs).slice(0, 10)}: ${dayInWords(tell(day, atMs)).join(', ')}`);
  const rest = unwell.length - lines.length;
  if (rest > 0) lines.push(rest === 1 ? 'and 1 more day' : `and ${rest} more days`);
  return lines.join('; ');
}

/** How a bar looks: its class has the height, which is the width of a stroke, and this its middle from above. */
interface Look {
  readonly name: string;
  readonly middle: number;
}

const noData: Look = { name: 's-none', middle: 22 };
const well: Look = { name: 's-operational', middle: 15 };
const onlyNoData = [noData];
const onlyWell = [well];

/**
 * A day has the colour of its worst state. Shapes say the same: a well day is lower than one that was not, a day without
 * data is a stub, and a brief outage fills the top of its bar alone.
 */
function looksOf(day: Day): readonly Look[] {
  const { bad, runs } = day;
  const worst = stateOf(day);
  if (runs === 0) return onlyNoData;
  if (worst === 'operational') return onlyWell;
  const isBrief = worst.endsWith('_outage') && bad < briefShare * runs;
  return isBrief ? [well, { name: `s-${worst} brief`, middle: 4 }] : [{ name: `s-${worst}`, middle: 12 }];
}

/** A path per look, whose dashes are the bars; today is the last. */
function draw(days: readonly Day[], firstDay: number): Html {
  const paths = new Map<string, { d: string; at: number; length: number; readonly middle: number }>();
  const add = ({ name, middle }: Look, at: number, length: number) => {
    let path = paths.get(name);
    if (path === undefined) {
      path = { d: '', at, length: 0, middle };
      paths.set(name, path);
    }
    if (path.at + path.length !== at) {
      path.d += stroke(path);
      path.at = at;
      path.length = 0;
    }
    path.length += length;
  };
  let next = 0;
  for (const day of days) {
    const at = dayOf(day.startMs) - firstDay;
    if (at > next) add(noData, next, at - next);
    for (const look of looksOf(day)) add(look, at, 1);
    next = at + 1;
  }
  if (next < chronicleDays) add(noData, next, chronicleDays - next);
  const drawn = [...paths].map(([name, path]) => html`<path class="${name}" d="${path.d + stroke(path)}"/>`);
  return html`<svg aria-hidden="true">${drawn}</svg>`;
}

function stroke({ at, length, middle }: { at: number; length: number; middle: number }): string {
  return `M${at * pitch} ${middle}h${length * pitch}`;
}
