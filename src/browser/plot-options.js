// How the chart of latency is drawn: axes in the reader's tongue, phases stacked, incidents behind them, colours by the style.
import { roundTop, within } from './series.js';

/** @typedef {import('./uplot.js').default} Chart */
/** @typedef {import('./series.js').Frame} Frame */

/**
 * @param {HTMLElement} figure
 * @param {readonly string[]} phases from the bottom up
 * @param {() => Frame} frame
 * @param {(point: number | null | undefined) => void} look
 * @returns {Omit<import('./uplot.js').default.Options, 'width' | 'height'>}
 */
export function optionsFor(figure, phases, frame, look) {
  const plot = figure.querySelector('.plot') ?? figure;
  const axis = {
    stroke: () => getComputedStyle(plot).color,
    grid: { stroke: () => getComputedStyle(plot).borderTopColor, width: 1 },
    ticks: { show: false },
    font: `12px ${getComputedStyle(document.body).fontFamily}`,
  };
  /** @param {string} phase */
  const fill = (phase) => () => colourOf(figure.querySelector(`.p-${phase}`));
  return {
    padding: [8, 0, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: true, y: false } },
    scales: { y: { range: (_, __, most) => [0, roundTop(most)] } },
    axes: [
      {
        ...axis,
        gap: 8,
        space: timePx,
        values: ({ scales: { x } }, marksS, _, __, apartS) => ticks(marksS, apartS, x),
      },
      { ...axis, size: 64, values: (_, marksMs) => marksMs.map((ms) => `${ms} ms`) },
    ],
    series: [
      {},
      ...phases.map((phase, row) => ({
        width: 0,
        ...(row === 0 && { fill: fill(phase) }),
        points: { show: false },
      })),
    ],
    bands: phases.slice(1).map((phase, row) => ({ series: [row + 2, row + 1], fill: fill(phase) })),
    hooks: {
      drawClear: [(chart) => shade(chart, frame())],
      setCursor: [({ cursor }) => look(cursor.idx)],
    },
  };
}

/** As the style has it now: of the light or the dark scheme.
 * @param {Element | null | undefined} element
 */
const colourOf = (element) => (element == null ? '' : getComputedStyle(element).color);

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const date = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const dayS = 86_400;
/** A time of day in twelve hours, and a gap. */
const timePx = 72;
/** A word this near to the right edge would be cut. */
const edgeShare = 0.03;

/**
 * Times as the reader's zone and tongue have them, each date once.
 * @param {readonly number[]} marksS
 * @param {number} apartS
 * @param {import('./uplot.js').default.Scale | undefined} scale
 */
function ticks(marksS, apartS, scale) {
  const { min = 0, max = 0 } = scale ?? {};
  const dates = marksS.map((atS) => date.format(atS * 1000));
  return marksS.map((atS, index) => {
    if (max - atS < (max - min) * edgeShare) return '';
    if (apartS >= dayS) return dates[index] ?? '';
    const time = clock.format(atS * 1000);
    return dates[index] === dates[index - 1] ? time : `${time}\n${dates[index]}`;
  });
}

const shadeAlpha = 0.14;

/**
 * Incidents, as they are listed below the chart.
 * @param {Chart} chart
 * @param {Frame} frame
 */
function shade({ ctx, bbox, valToPos }, frame) {
  const listed = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.shades li')]);
  const stretches = listed.map(({ dataset: { from = '', to = '' } }) => ({
    fromMs: Date.parse(from),
    toMs: to === '' ? null : Date.parse(to),
  }));
  ctx.save();
  ctx.fillStyle = colourOf(listed[0]);
  ctx.globalAlpha = shadeAlpha;
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
