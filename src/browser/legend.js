// The legend of the chart: what one bucket of it took, phase by phase.
import { localise } from './times.js';

/** @typedef {import('./series.js').Item} Item */

/** Names of the values beside those of phases. */
const ofAll = ['mean', 'max'];

/** @param {HTMLElement} figure */
const valuesOf = (figure) => /** @type {HTMLElement[]} */ ([...figure.querySelectorAll('[data-of]')]);

/**
 * From the bottom up.
 * @param {HTMLElement} figure
 */
export function phasesOf(figure) {
  return valuesOf(figure)
    .map(({ dataset }) => dataset.of ?? '')
    .filter((name) => !ofAll.includes(name));
}

/**
 * @param {HTMLElement} figure
 * @param {Item | null} item null is no data
 * @param {{ readonly fromMs: number, readonly toMs: number } | null} stretch of the bucket; null where there is none to tell of
 */
export function tellLegend(figure, item, stretch) {
  const at = figure.querySelector('.legend p');
  const times = stretch === null ? [] : [moment(stretch.fromMs), ' to ', moment(stretch.toMs)];
  at?.replaceChildren(
    ...times,
    ...(item?.latency_ms ? [] : [times.length === 0 ? 'No answers' : ': no answers']),
  );
  if (at) localise(at);
  for (const value of valuesOf(figure)) {
    const name = value.dataset.of ?? '';
    const ms = name === 'mean' || name === 'max' ? item?.latency_ms?.[name] : item?.phases[name];
    value.textContent = ms === undefined ? '–' : `${ms.toFixed(1)} ms`;
  }
}

/** What it tells, for who does not see it.
 * @param {HTMLElement} figure
 */
export function legendInWords(figure) {
  const values = valuesOf(figure).map(
    (value) => `${value.previousElementSibling?.textContent} ${value.textContent}`,
  );
  return [figure.querySelector('.legend p')?.textContent, ...values].join(', ');
}

/**
 * What stretch of time is shown, for who does not see it.
 * @param {HTMLElement} told
 * @param {{ readonly fromMs: number, readonly toMs: number }} stretch
 */
export function tellStretch(told, { fromMs, toMs }) {
  told.replaceChildren('Shown: ', moment(fromMs), ' to ', moment(toMs));
  localise(told);
}

/** @param {number} atMs */
function moment(atMs) {
  const time = document.createElement('time');
  const [iso = ''] = new Date(atMs).toISOString().split('.');
  time.dateTime = `${iso}Z`;
  time.title = `${iso.replace('T', ' ')} UTC`;
  return time;
}
