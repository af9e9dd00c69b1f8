// Lengths of time and shares of it as the pages tell them: never better than they are.

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;

/** Its two largest units: `3 d 4 h`, `2 min`; less than a second is `0 s`. */
export function lasting(ms: number): string {
  const first = units.findIndex(([, unitMs]) => ms >= unitMs);
  if (first === -1) return '0 s';
  let restMs = ms;
  const told = units.slice(first, first + 2).flatMap(([unit, unitMs]) => {
    const count = Math.floor(restMs / unitMs);
    restMs -= count * unitMs;
    return count === 0 ? [] : `${count} ${unit}`;
  });
  return told.join(' ');
}

/** Of the smallest step that is told; keeps 0.9995 from becoming 99.94 %. */
const tolerance = 1e-6;

/** `99.95 %`; rounded down, so that only all of it is 100 %. */
export function percent(share: number): string {
  if (share >= 1) return '100 %';
  const hundredths = Math.min(9_999, Math.floor(share * 10_000 + tolerance));
  return `${(hundredths / 100).toFixed(2)} %`;
}
