// What a chart of latency shows, in a sentence and as a table.
import { duration } from '../../browser/duration.js';
import { bucketsOf, type Frame } from '../../browser/series.js';
import type { HistoryRollup } from '../schemas.ts';
import type { View } from './deployment-chart.ts';
import { type Html, html } from './html.ts';
import { marked } from './mark.ts';
import { passedOf, sumOf } from './missing.ts';
import { type Column, table } from './table.ts';
import { windows } from './windows.ts';
import { milliseconds, moment, phasesInWords } from './words.ts';

/** `view` is of the chosen check and window. */
export function chartNumbers(view: View, frame: Frame, atMs: number): Html {
  const rows = view.rows.filter(
    ({ start }) => Date.parse(start) >= frame.fromMs - windows[view.window].rowMs,
  );
  return html`<p id="chart-summary">${sentence(view, frame, atMs)}</p>
${rows.length === 0 ? '' : html`<details><summary>The numbers</summary>\n${table(caption(view), columns, rows.toReversed())}</details>\n`}`;
}

function sentence({ items, check, window, intervalMs }: View, frame: Frame, atMs: number): string {
  const ofCheck = items.filter((item) => item.check === check);
  const buckets = bucketsOf(ofCheck, frame, intervalMs);
  const known = [...new Set(buckets.filter((item) => item !== null))];
  const span = `over ${windows[window].inWords}`;
  if (known.length === 0) return `The ${check} check: no data ${span}.`;
  const means = known.flatMap(({ latency_ms }) => latency_ms?.mean ?? []);
  const slowestMs = Math.max(...known.map(({ latency_ms }) => latency_ms?.max ?? 0));
  const sum = (of: (item: HistoryRollup) => number) => known.reduce((total, item) => total + of(item), 0);
  const failures = sum((item) => item.failures);
  const runs = `${failures === 0 ? 'none' : failures.toLocaleString('en')} of ${sum((item) => item.runs).toLocaleString('en')} runs failed`;
  const { missingMs, passedMs } = sumOf(passedOf(buckets, frame, intervalMs, atMs));
  const gaps = missingMs === 0 ? '' : ` No data for ${duration(missingMs, passedMs)} of it.`;
  const latency =
    means.length === 0
      ? 'no answer was had in full'
      : `means from ${milliseconds(Math.min(...means))} to ${milliseconds(Math.max(...means))}, at most ${milliseconds(slowestMs)}`;
  return `The ${check} check ${span}: ${latency}; ${runs}.${gaps}`;
}

function caption({ check, window }: View): string {
  return `The ${check} check by ${duration(windows[window].rowMs)}, newest first`;
}

const columns: readonly Column<HistoryRollup>[] = [
  { head: 'From', cell: ({ start }) => moment(start) },
  { head: 'Worst state', cell: ({ worst }) => marked(worst) },
  { head: 'Runs', width: 'narrow', cell: ({ runs }) => runs },
  { head: 'Failed', width: 'narrow', cell: ({ failures }) => failures },
  {
    head: 'Mean',
    width: 'narrow',
    cell: ({ latency_ms }) => (latency_ms === null ? '' : milliseconds(latency_ms.mean)),
  },
  {
    head: 'Slowest',
    width: 'narrow',
    cell: ({ latency_ms }) => (latency_ms === null ? '' : milliseconds(latency_ms.max)),
  },
  { head: 'Phases, in the mean', width: 'wide', cell: ({ phases }) => phasesInWords(phases) },
];
