// Lengths of time for people: of server and browser alike.

const units = [
  { name: 'd', ms: 86_400_000 },
  { name: 'h', ms: 3_600_000 },
  { name: 'min', ms: 60_000 },
  { name: 's', ms: 1_000 },
];
const hourMs = 3_600_000;

/**
 * `45 s`, `12 min`, `1 h 5 min`, `3 d 2 h`: whole units that have passed; hours and days with the next smaller unit.
 * @param {number} ms
 */
export function duration(ms) {
  const index = units.findIndex((unit) => ms >= unit.ms);
  const [unit, smaller] = units.slice(index);
  if (index === -1 || unit === undefined) return '0 s';
  const whole = `${Math.floor(ms / unit.ms)} ${unit.name}`;
  const rest = smaller === undefined ? 0 : Math.floor((ms % unit.ms) / smaller.ms);
  return unit.ms < hourMs || rest === 0 ? whole : `${whole} ${rest} ${smaller?.name}`;
}
