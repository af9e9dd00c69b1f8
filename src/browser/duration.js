// Lengths of time for people: of server and browser alike.

const units = [
  { name: 'd', ms: 86_400_000 },
  { name: 'h', ms: 3_600_000 },
  { name: 'min', ms: 60_000 },
  { name: 's', ms: 1_000 },
];
const secondMs = 1_000;

/**
 * `45 s`, `12 min 30 s`, `1 h 5 min`, `3 d 2 h`: its two largest units, to the nearest.
 * @param {number} ms
 * @param {number} [wholeMs] what it is a part of: where it is less, it is not told as all of it
 */
export function duration(ms, wholeMs = Number.POSITIVE_INFINITY) {
  const nearestMs = rounded(ms, Math.round);
  const toldMs = nearestMs >= wholeMs && ms < wholeMs ? rounded(ms, Math.floor) : nearestMs;
  const index = units.findIndex((unit) => toldMs >= unit.ms);
  if (index === -1) return 'less than 1 s';
  let restMs = toldMs;
  const counts = units.slice(index, index + 2).map(({ name, ms }) => {
    const count = Math.floor(restMs / ms);
    restMs -= count * ms;
    return count === 0 ? '' : `${count} ${name}`;
  });
  return counts.filter(Boolean).join(' ');
}

/**
 * To the second of its two largest units; 0 of what is less than a second.
 * @param {number} ms
 * @param {(count: number) => number} round
 */
function rounded(ms, round) {
  const index = units.findIndex((unit) => ms >= unit.ms);
  const unitMs = units[index + 1]?.ms ?? secondMs;
  return index === -1 ? 0 : round(ms / unitMs) * unitMs;
}
