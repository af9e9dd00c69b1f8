// The last 90 days of a deployment as bars: a few paths for a browser to draw, and words for who does not see them.
import { dayInWords, writeDays } from '../../browser/days.js';
import { type Chronicle, chronicleDays, type Day } from '../../model/history.ts';
import { timestamp } from '../document.ts';
import { type Html, html } from './html.ts';

const dayMs = 86_400_000;
/** Less time without data is not told: runs do not fill a day to the minute. */
const slackMs = 600_000;
/** Unwell days that words tell of; the rest is counted, and a browser with modules has them all. */
const maxToldDays = 5;

/** A bar with the gap behind it. */
const pitch = 3;
const height = 24;
/** An outage of a smaller share of the day's runs is a cap on a well day's bar. */
const briefShare = 0.05;

export interface Bars {
  readonly drawn: Html;
  /** What the browser's modules tell of each day. */
  readonly days: string;
  /** Time that runs stand for. */
  readonly coveredMs: number;
  /** The days with downtime or incidents, newest first; empty where there are none. */
  readonly unwell: string;
}

/** Of the 90 UTC days that end with the one of `atMs`. */
export function barsOf(chronicle: Chronicle, atMs: number): Bars {
  const today = dayOf(atMs);
  const days: (Day | undefined)[] = Array.from({ length: chronicleDays });
  for (const day of chronicle.days) {
    const ago = today - dayOf(day.startMs);
    if (ago >= 0 && ago < chronicleDays) days[ago] = day;
  }
  const told = days.map((day) => day && tell(day, atMs));
  return {
    drawn: draw(days),
    days: writeDays(stretches(told)),
    coveredMs: days.reduce((sum, day) => sum + (day?.coveredMs ?? 0), 0),
    unwell: unwellInWords(days, told),
  };
}

export function dayOf(ms: number): number {
  return Math.floor(ms / dayMs);
}

type Told = Parameters<typeof writeDays>[0][number]['told'];

/** What makes a day worth telling of; of one that was plainly well `well`. */
function tell(day: Day, atMs: number): Exclude<Told, null> {
  const { startMs, worst, runs, bad, coveredMs, incidents } = day;
  const missingMs = Math.min(dayMs, atMs - startMs) - coveredMs;
  return { worst, runs, bad, coveredMs, incidents, noDataMs: missingMs < slackMs ? 0 : missingMs };
}

function isPlain({ worst, bad, incidents, noDataMs }: Exclude<Told, null>): boolean {
  return worst === 'operational' && bad === 0 && incidents === 0 && noDataMs === 0;
}

/** Days that are plainly well are left out, days without data that follow each other are one stretch. */
function stretches(told: readonly (Exclude<Told, null> | undefined)[]) {
  const found: { from: number; to: number; told: Told }[] = [];
  for (const [ago, day] of told.entries()) {
    const last = found.at(-1);
    if (day === undefined && last?.told === null && last.to === ago - 1) last.to = ago;
    else if (day === undefined) found.push({ from: ago, to: ago, told: null });
    else if (!isPlain(day)) found.push({ from: ago, to: ago, told: day });
  }
  return found;
}

function unwellInWords(
  days: readonly (Day | undefined)[],
  told: readonly (Exclude<Told, null> | undefined)[],
): string {
  const unwell = days.flatMap((day, ago) => {
    if (day === undefined || (day.bad === 0 && day.incidents === 0)) return [];
    return () => `${timestamp(day.startMs).slice(0, 10)}: ${dayInWords(told[ago]).join(', ')}`;
  });
  const rest = unwell.length - maxToldDays;
  const lines = unwell.slice(0, maxToldDays).map((line) => line());
  if (rest > 0) lines.push(rest === 1 ? 'and 1 more day' : `and ${rest} more days`);
  return lines.join('; ');
}

/** How a bar looks, and from where to where it reaches, counted from above. */
interface Look {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

const noData: Look = { name: 's-none', from: 20, to: height };
const well: Look = { name: 's-operational', from: 6, to: height };

/**
 * A day has the colour of its worst state. Shapes say the same: a well day is lower than one that was not, a day without
 * data is a stub, and a brief outage fills the top of its bar alone.
 */
function looksOf(day: Day | undefined): readonly Look[] {
  if (day === undefined || day.runs === 0) return [noData];
  const { worst, bad, runs } = day;
  if (worst === 'operational') return [well];
  const isBriefOutage = worst.endsWith('_outage') && bad < briefShare * runs;
  const name = `s-${worst}`;
  return isBriefOutage ? [well, { name, from: 0, to: 8 }] : [{ name, from: 0, to: height }];
}

/** Today is the last; a path per look, whose dashes are the bars. */
function draw(days: readonly (Day | undefined)[]): Html {
  const paths = new Map<string, { readonly look: Look; readonly runs: { at: number; length: number }[] }>();
  for (let at = 0; at < days.length; at += 1) {
    for (const look of looksOf(days[days.length - 1 - at])) {
      const key = `${look.name} ${look.to}`;
      const path = paths.get(key) ?? { look, runs: [] };
      paths.set(key, path);
      const last = path.runs.at(-1);
      if (last !== undefined && last.at + last.length === at) last.length += 1;
      else path.runs.push({ at, length: 1 });
    }
  }
  const drawn = [...paths.values()].map(({ look: { name, from, to }, runs }) => {
    const d = runs.map(({ at, length }) => `M${at * pitch} ${(from + to) / 2}h${length * pitch}`).join('');
    return html`<path class="${name}" stroke-width="${to - from}" d="${d}"/>`;
  });
  return html`<svg viewBox="0 0 ${pitch * days.length} ${height}" preserveAspectRatio="none" aria-hidden="true">${drawn}</svg>`;
}
