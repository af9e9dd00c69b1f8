// The latency of a check as a chart to look into: by pointer or keyboard, zoomed by drag, kept current.
import { onRefresh } from './live.js';
import { alignedOf, bucketAt, bucketsOf, frameAt, roundTop, within } from './series.js';
import { localise } from './times.js';
import uPlot from './uplot.js';

/** @typedef {import('./series.js').Item} Item */
/** @typedef {import('uplot')} Chart */

const figure = /** @type {HTMLElement} */ (document.getElementById('chart'));
const plot = /** @type {HTMLElement} */ (figure.querySelector('.plot'));
const told = /** @type {HTMLElement} */ (document.getElementById('chart-told'));
const legendAt = /** @type {HTMLElement} */ (document.getElementById('legend-at'));
const values = /** @type {HTMLElement[]} */ ([...figure.querySelectorAll('[data-of]')]);
const phases = values
  .map(({ dataset }) => dataset.of ?? '')
  .filter((name) => name !== 'mean' && name !== 'max');

const windowMs = Number(figure.dataset.windowMs);
const lengthMs = Number(figure.dataset.lengthMs);

/** @type {Chart | undefined} */
let chart;
let frame = frameNow();
/** @type {(Item | null)[]} */
let buckets = [];
/** Bucket under the cursor; null where there is none. */
/** @type {number | null} */
let looked = null;

onRefresh(read);
read().catch(() => {
  // What the server drew stays.
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => chart?.redraw());
document.addEventListener('picket:refreshed', () => chart?.redraw(false));
new ResizeObserver(() => chart?.setSize(size())).observe(plot);

function frameNow() {
  return frameAt(Number(document.documentElement.dataset.at), windowMs, lengthMs);
}

/** @param {ReadonlySet<string> | null} [deployments] those that changed */
async function read(deployments) {
  const about = document.querySelector('main')?.dataset.deployment ?? '';
  if (deployments && deployments.size > 0 && !deployments.has(about)) return;
  const response = await fetch(figure.dataset.history ?? '', { cache: 'no-store' });
  if (!response.ok) throw new Error(`the history answers ${response.status}`);
  const { data } = await response.json();
  frame = frameNow();
  buckets = bucketsOf(/** @type {Item[]} */ (data), frame);
  const rows = /** @type {import('uplot').AlignedData} */ (alignedOf(buckets, frame, phases));
  if (chart === undefined) begin(rows);
  else show(chart, rows);
  tell();
}

/** What is zoomed stays where it is.
 * @param {Chart} shown
 * @param {import('uplot').AlignedData} rows
 */
function show(shown, rows) {
  const [times] = shown.data;
  const { min, max } = shown.scales.x ?? {};
  const isZoomed = min !== times[0] || max !== times[times.length - 1];
  shown.setData(rows, !isZoomed);
  if (isZoomed && min != null && max != null) shown.setScale('x', { min, max });
}

/** @param {import('uplot').AlignedData} rows */
function begin(rows) {
  const stage = document.createElement('div');
  stage.className = 'stage';
  stage.tabIndex = 0;
  stage.setAttribute('role', 'application');
  stage.setAttribute('aria-roledescription', 'chart');
  stage.setAttribute('aria-label', `${plot.dataset.name}. Left and right move through it.`);
  stage.setAttribute('aria-describedby', 'chart-summary');
  stage.addEventListener('keydown', step);
  stage.addEventListener('blur', () => look(null));
  chart = new uPlot(options(), rows, stage);
  plot.replaceChildren(stage);
}

const size = () => ({ width: plot.clientWidth, height: plot.clientHeight });

/** As the style has it now: of the light or the dark scheme.
 * @param {Element | undefined} element
 */
const colour = (element) => (element === undefined ? '' : getComputedStyle(element).color);
const text = () => getComputedStyle(plot).color;
const line = () => getComputedStyle(plot).borderTopColor;

/** @returns {import('uplot').Options} */
function options() {
  const font = `12px ${getComputedStyle(document.body).fontFamily}`;
  const axis = {
    stroke: text,
    grid: { stroke: line, width: 1 },
    ticks: { stroke: line, width: 1, size: 4 },
    font,
  };
  /** @param {string} phase */
  const fill = (phase) => () => colour(figure.querySelector(`.p-${phase}`) ?? undefined);
  return {
    ...size(),
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: true, y: false } },
    scales: { y: { range: (_, __, most) => [0, roundTop(most)] } },
    axes: [axis, { ...axis, size: 64, values: (_, marks) => marks.map((ms) => `${ms} ms`) }],
    series: [
      {},
      ...phases.map((phase, row) => ({
        width: 0,
        ...(row === 0 && { fill: fill(phase) }),
        points: { show: false },
      })),
    ],
    bands: phases.slice(1).map((phase, row) => ({ series: [row + 2, row + 1], fill: fill(phase) })),
    hooks: { drawClear: [shade], setCursor: [({ cursor }) => lookAt(cursor.idx)] },
  };
}

/** Incidents, behind everything else.
 * @param {Chart} shown
 */
function shade({ ctx, bbox, valToPos }) {
  const listed = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.shades li')]);
  const stretches = listed.map(({ dataset: { from = '', to = '' } }) => ({
    fromMs: Date.parse(from),
    toMs: to === '' ? null : Date.parse(to),
  }));
  ctx.save();
  ctx.fillStyle = colour(listed[0]);
  ctx.globalAlpha = 0.14;
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  for (const { fromMs, toMs } of within(stretches, frame)) {
    const left = valToPos(fromMs / 1000, 'x', true);
    const right = valToPos(toMs / 1000, 'x', true);
    ctx.fillRect(left, bbox.top, Math.max(1, right - left), bbox.height);
  }
  ctx.restore();
}

/** @param {number | null | undefined} point */
function lookAt(point) {
  const bucket = point == null ? null : bucketAt(point);
  if (bucket === looked) return;
  looked = bucket;
  tell();
}

/** By the keyboard, from the latest bucket on; told aloud.
 * @param {KeyboardEvent} event
 */
function step(event) {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  const [first, last] = shownBuckets();
  look(Math.min(last, Math.max(first, (looked ?? last + 1) + by)));
  told.textContent = [legendAt, ...values].map(inWords).join(', ');
}

/** The first and the last whose middle is within what is zoomed to. */
function shownBuckets() {
  const { min, max } = chart?.scales.x ?? {};
  const position = (/** @type {number} */ atS) => (atS * 1000 - frame.fromMs) / lengthMs - 0.5;
  return [Math.ceil(position(min ?? 0)), Math.floor(position(max ?? 0))];
}

/** @param {HTMLElement} element */
function inWords(element) {
  const name = element.previousElementSibling?.textContent ?? '';
  return `${name} ${element.textContent}`.trim();
}

/** @param {number | null} bucket */
function look(bucket) {
  if (chart === undefined) return;
  const middleS = (frame.fromMs + ((bucket ?? 0) + 0.5) * lengthMs) / 1000;
  chart.setCursor({ left: bucket === null ? -10 : chart.valToPos(middleS, 'x'), top: 0 });
}

/** Of the bucket under the cursor, else of the latest with an answer. */
function tell() {
  const bucket = looked ?? buckets.findLastIndex((item) => item !== null && item.latency_ms !== null);
  const item = buckets[bucket] ?? null;
  const fromMs = frame.fromMs + bucket * lengthMs;
  legendAt.replaceChildren(
    ...(bucket === -1 ? ['No answers'] : [moment(fromMs), ' to ', moment(fromMs + lengthMs)]),
  );
  if (item === null && bucket !== -1) legendAt.append(': no data');
  localise(legendAt);
  for (const value of values) {
    const name = value.dataset.of ?? '';
    const ms = name === 'mean' || name === 'max' ? item?.latency_ms?.[name] : item?.phases[name];
    value.textContent = ms === undefined ? '–' : `${ms.toFixed(1)} ms`;
  }
}

/** @param {number} atMs */
function moment(atMs) {
  const time = document.createElement('time');
  time.dateTime = new Date(atMs).toISOString();
  time.title = `${time.dateTime.slice(0, 19).replace('T', ' ')} UTC`;
  return time;
}
