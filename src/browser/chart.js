// The latency of a check as a chart to look into: walked through and zoomed by pointer or keyboard, kept current.
import { answerTo } from './ask.js';
import { legendInWords, phasesOf, tellLegend, tellStretch } from './legend.js';
import { onRefresh } from './live.js';
import { optionsFor } from './plot-options.js';
import { alignedOf, bucketAt, bucketsOf, frameAt, zoomed } from './series.js';
import uPlot from './uplot.js';

/** @typedef {import('./series.js').Item} Item */
/** @typedef {import('./uplot.js').default} Chart */

const root = document.documentElement;
const figure = /** @type {HTMLElement} */ (document.getElementById('chart'));
const plot = /** @type {HTMLElement} */ (figure.querySelector('.plot'));
const told = /** @type {HTMLElement} */ (document.getElementById('chart-told'));
const phases = phasesOf(figure);
const windowMs = Number(figure.dataset.windowMs);
const lengthMs = Number(figure.dataset.lengthMs);
const intervalMs = Number(figure.dataset.intervalMs);

/** @type {Chart | undefined} */
let chart;
let frame = frameNow();
/** @type {(Item | null)[]} */
let buckets = [];
/** The first answer is waited for beside those of refreshes, and may be overtaken by them. */
let asked = 0;
let taken = 0;
/** Bucket under the cursor.
 * @type {number | null}
 */
let looked = null;

onRefresh(read);
read(null).catch(() => {
  // What the server drew stays.
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => chart?.redraw());
// Incidents may be others.
document.addEventListener('picket:refreshed', () => chart?.redraw(false));
new ResizeObserver(() => chart?.setSize(size())).observe(plot);

/** By the agent's clock, as of the page's latest rendering. */
function frameNow() {
  return frameAt(Number(root.dataset.at), windowMs, lengthMs);
}

/** @param {ReadonlySet<string> | null} deployments those that changed; null is all */
async function read(deployments) {
  const about = document.querySelector('main')?.dataset.deployment ?? '';
  if (deployments !== null && deployments.size > 0 && !deployments.has(about)) return;
  asked += 1;
  const turn = asked;
  const response = await answerTo(figure.dataset.history ?? '', 'application/json');
  if (!response.ok) throw new Error(`the history answers ${response.status}`);
  const { data } = await response.json();
  if (turn < taken) return;
  taken = turn;
  frame = frameNow();
  buckets = bucketsOf(/** @type {Item[]} */ (data), frame, intervalMs);
  const rows = /** @type {import('./uplot.js').default.AlignedData} */ (alignedOf(buckets, frame, phases));
  if (chart === undefined) chart = begin(rows);
  else show(chart, rows);
  tell();
}

/** Keys that zoom: by how much the stretch that is shown becomes longer. */
const zooms = new Map([
  ['+', 0.5],
  ['=', 0.5],
  ['-', 2],
  ['Escape', Number.POSITIVE_INFINITY],
]);
/** Fewer buckets are no chart. */
const leastShown = 4;

/** What is zoomed stays where it is.
 * @param {Chart} shown
 * @param {import('./uplot.js').default.AlignedData} rows
 */
function show(shown, rows) {
  const [times] = shown.data;
  const { min, max } = shown.scales.x ?? {};
  const isZoomed = min !== times[0] || max !== times[times.length - 1];
  shown.setData(rows, !isZoomed);
  if (isZoomed && min != null && max != null) shown.setScale('x', { min, max });
}

/** Puts the chart in the place of the server's drawing.
 * @param {import('./uplot.js').default.AlignedData} rows
 */
function begin(rows) {
  const stage = document.createElement('div');
  stage.className = 'stage';
  stage.tabIndex = 0;
  stage.setAttribute('role', 'application');
  stage.setAttribute('aria-roledescription', 'chart');
  stage.setAttribute(
    'aria-label',
    `${plot.dataset.name}. Left and right move through it, plus and minus zoom, Escape shows all of it.`,
  );
  stage.setAttribute('aria-describedby', 'chart-summary');
  stage.addEventListener('keydown', press);
  stage.addEventListener('blur', () => look(null));
  const options = optionsFor(figure, phases, () => frame, lookAt);
  const begun = new uPlot({ ...size(), ...options }, rows, stage);
  plot.replaceChildren(stage);
  return begun;
}

const size = () => ({ width: plot.clientWidth, height: plot.clientHeight });

/** @param {number | null | undefined} point */
function lookAt(point) {
  const bucket = point == null ? null : bucketAt(point);
  if (bucket === looked) return;
  looked = bucket;
  tell();
}

/** @param {KeyboardEvent} event */
function press(event) {
  const [by, times] = [{ ArrowLeft: -1, ArrowRight: 1 }[event.key], zooms.get(event.key)];
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (by !== undefined || times !== undefined) event.preventDefault();
  if (by !== undefined) step(by);
  if (times !== undefined && chart !== undefined) zoom(chart, times);
}

/** About the bucket under the cursor, else the latest; told aloud.
 * @param {Chart} shown
 * @param {number} by
 */
function zoom(shown, by) {
  const { min = 0, max = 0 } = /** @type {{ min?: number, max?: number }} */ (shown.scales.x);
  const [times] = shown.data;
  const whole = { min: times[0] ?? min, max: times[times.length - 1] ?? max };
  const bucket = looked;
  const about = bucket === null ? max : middleS(bucket);
  const anew = zoomed({ min, max }, whole, { about, by, least: (leastShown * lengthMs) / 1000 });
  shown.setScale('x', anew);
  // The chart is drawn, and its cursor put elsewhere, before this.
  queueMicrotask(() => look(bucket));
  tellStretch(told, { fromMs: anew.min * 1000, toMs: anew.max * 1000 });
}

/** From the latest bucket on; told aloud.
 * @param {number} by
 */
function step(by) {
  const { first, last } = shownBuckets();
  look(Math.min(last, Math.max(first, (looked ?? last + 1) + by)));
  told.textContent = legendInWords(figure);
}

/** The first and the last whose middle is within what is zoomed to. */
function shownBuckets() {
  const { min, max } = chart?.scales.x ?? {};
  const position = (/** @type {number} */ atS) => (atS * 1000 - frame.fromMs) / lengthMs - 0.5;
  return { first: Math.ceil(position(min ?? 0)), last: Math.floor(position(max ?? 0)) };
}

/** @param {number} bucket */
const middleS = (bucket) => (frame.fromMs + (bucket + 0.5) * lengthMs) / 1000;

/** @param {number | null} bucket */
function look(bucket) {
  if (chart === undefined) return;
  chart.setCursor({ left: bucket === null ? -1 : chart.valToPos(middleS(bucket), 'x'), top: 0 });
}

/** Of the bucket under the cursor, else of the latest with an answer. */
function tell() {
  const answered = buckets.findLastIndex((item) => item !== null && item.latency_ms !== null);
  const bucket = looked ?? answered;
  const item = buckets[bucket] ?? null;
  const fromMs = item === null ? frame.fromMs + bucket * lengthMs : Date.parse(item.start);
  tellLegend(figure, item, bucket === -1 ? null : { fromMs, toMs: fromMs + lengthMs });
}
