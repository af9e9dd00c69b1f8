// Days of history as text: packed into an attribute by the server, read and worded by it and by the browser.

/**
 * One UTC day of a deployment, as it is told.
 * @typedef {object} Told
 * @property {string} worst a state
 * @property {number} runs
 * @property {number} bad
 * @property {number} coveredMs
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

const minuteMs = 60_000;

/**
 * Newest first; `3:major_outage.2880.12.1440.0.1 10-89`, whose numbers are runs, bad ones, minutes covered and without
 * data, incidents.
 * @param {readonly Stretch[]} stretches
 */
export function writeDays(stretches) {
  return stretches
    .map(({ from, to, told }) => {
      const days = from === to ? `${from}` : `${from}-${to}`;
      if (told === null) return days;
      const { worst, runs, bad, coveredMs, noDataMs, incidents } = told;
      const numbers = [
        runs,
        bad,
        Math.round(coveredMs / minuteMs),
        Math.round(noDataMs / minuteMs),
        incidents,
      ];
      return `${days}:${worst}.${numbers.join('.')}`;
    })
    .join(' ');
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
  const [worst = '', ...numbers] = text.split('.');
  const [runs = 0, bad = 0, covered = 0, noData = 0, incidents = 0] = numbers.map(Number);
  return { worst, runs, bad, coveredMs: covered * minuteMs, noDataMs: noData * minuteMs, incidents };
}

/**
 * What there is to say of a day, the gravest first; of undefined that it was plainly well.
 * @param {Told | null | undefined} told
 * @returns {string[]}
 */
export function dayInWords(told) {
  if (told === undefined) return ['operational', '100 % up'];
  if (told === null) return ['no data'];
  const { worst, runs, bad, coveredMs, noDataMs, incidents } = told;
  const phrases = [];
  if (runs > 0) {
    phrases.push(worst.replaceAll('_', ' '), `${percent(1 - bad / runs)} up`);
    if (bad > 0) phrases.push(`down ${duration((coveredMs * bad) / runs)}`);
  }
  if (incidents > 0) phrases.push(incidents === 1 ? '1 incident' : `${incidents} incidents`);
  if (runs === 0) phrases.push('no data');
  else if (noDataMs >= minuteMs) phrases.push(`${duration(noDataMs)} without data`);
  return phrases;
}

/**
 * Rounded down, so that 100 % is said of nothing that was down.
 * @param {number} share 0 to 1
 */
export function percent(share) {
  const hundredths = share >= 1 ? 10_000 : Math.min(9_999, Math.floor(share * 10_000 + 1e-6));
  return `${Number((hundredths / 100).toFixed(2))} %`;
}

/**
 * `2 d 3 h`, `1 h 5 min`, `12 min`; what is shorter than a minute is said to be.
 * @param {number} ms
 */
export function duration(ms) {
  const minutes = Math.round(ms / minuteMs);
  if (minutes < 1) return 'under 1 min';
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor((minutes % 1_440) / 60)];
  if (days > 0) return hours === 0 ? `${days} d` : `${days} d ${hours} h`;
  if (hours > 0) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return `${minutes} min`;
}
