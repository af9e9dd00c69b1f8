// Days of history as text: packed into an attribute by the server, read and worded by it and by the browser.
import { duration } from './duration.js';
import { severityOf, states } from './states.js';

/**
 * What there is to tell of one UTC day of a deployment.
 * @typedef {object} Told
 * @property {string} worst a state
 * @property {number | null} up share of good runs, 0 to 1; null without runs
 * @property {number} downMs
 * @property {number} noDataMs
 * @property {number} incidents
 */

/**
 * Days that are alike, as they stand in the attribute.
 * @typedef {object} Stretch
 * @property {number} from days before today
 * @property {number} to days before today, not less
 * @property {Told | null} told null where there is no data, and nothing else to tell
 */

const secondMs = 1_000;
const dayMs = 86_400_000;
/** Shares are written in parts of so many. */
const parts = 10_000;

/**
 * Newest first: `3:5.9950.420..1 10-89` is a major outage three days ago (up 99.5 %, down 420 s, 1 incident), and no data
 * from 10 days ago on. Nought is left out, and a share that is whole; `x` stands for none.
 * @param {readonly Stretch[]} stretches
 */
export function writeDays(stretches) {
  return stretches
    .map(({ from, to, told }) => {
      const days = from === to ? `${from}` : `${from}-${to}`;
      return told === null ? days : `${days}:${writeTold(told)}`;
    })
    .join(' ');
}

/** @param {Told} told */
function writeTold({ worst, up, downMs, noDataMs, incidents }) {
  const share = up === null ? 'x' : hundredthsOf(up);
  const times = [downMs, noDataMs].map((ms) => secondsOf(ms) || '');
  return [severityOf(worst), share === parts ? '' : share, ...times, incidents || '']
    .join('.')
    .replace(/\.+$/, '');
}

/**
 * 0 only of what never was.
 * @param {number} ms
 */
function secondsOf(ms) {
  return ms > 0 ? Math.max(1, Math.round(ms / secondMs)) : 0;
}

/**
 * By days before today; days that are not there were plainly well.
 * @param {string} text
 * @returns {Map<number, Told | null>}
 */
export function readDays(text) {
  const days = new Map();
  for (const entry of text.split(' ').filter(Boolean)) {
    const [range = '', told] = entry.split(':');
    const [from = 0, to = from] = range.split('-').map(Number);
    for (let ago = from; ago <= to; ago += 1) days.set(ago, told === undefined ? null : readTold(told));
  }
  return days;
}

/**
 * @param {string} text
 * @returns {Told}
 */
function readTold(text) {
  const [severity = '', share = '', down = '', noData = '', incidents = ''] = text.split('.');
  return {
    worst: states[Number(severity)] ?? 'unknown',
    up: share === 'x' ? null : (share === '' ? parts : Number(share)) / parts,
    downMs: Number(down) * secondMs,
    noDataMs: Number(noData) * secondMs,
    incidents: Number(incidents),
  };
}

/**
 * What there is to say of a day, the gravest first; of undefined that it was plainly well.
 * @param {Told | null | undefined} told
 * @returns {string[]}
 */
export function dayInWords(told) {
  if (told === undefined) return ['operational', '100 % up'];
  if (told === null) return ['no data'];
  const { worst, up, downMs, noDataMs, incidents } = told;
  const phrases = up === null ? [] : [worst.replaceAll('_', ' '), `${percent(up)} up`];
  if (downMs > 0) phrases.push(`down ${inSeconds(downMs)}`);
  if (incidents > 0) phrases.push(incidents === 1 ? '1 incident' : `${incidents} incidents`);
  if (up === null) phrases.push('no data');
  else if (noDataMs > 0) phrases.push(`${inSeconds(noDataMs)} without data`);
  return phrases;
}

/**
 * Of the seconds that are written, so that both say the same; of a day that something is known of never all.
 * @param {number} ms
 */
function inSeconds(ms) {
  return duration(secondsOf(ms) * secondMs, dayMs);
}

/**
 * Rounded down, so that 100 % is said of nothing that was down.
 * @param {number} share 0 to 1
 */
export function percent(share) {
  return `${hundredthsOf(share) / 100} %`;
}

/**
 * Of a percent; what floating point makes a little less is not counted down.
 * @param {number} share
 */
function hundredthsOf(share) {
  return share >= 1 ? parts : Math.min(parts - 1, Math.floor(share * parts + 1e-6));
}
