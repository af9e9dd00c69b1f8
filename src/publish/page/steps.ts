// Steps and runs of buckets as paths of SVG: one unit wide a bucket, gaps where there is none.

/** As coordinates: nobody sees less than a hundredth. */
const written = (value: number): string => String(Math.round(value * 100) / 100);

/** Consecutive buckets of one key as `[from, to)`. */
export function runsOf<Of, Key>(
  buckets: readonly Of[],
  keyOf: (bucket: Of) => Key,
): { readonly key: Key; readonly from: number; readonly to: number }[] {
  const runs: { key: Key; from: number; to: number }[] = [];
  for (const [index, bucket] of buckets.entries()) {
    const key = keyOf(bucket);
    const last = runs.at(-1);
    if (last !== undefined && last.key === key) last.to = index + 1;
    else runs.push({ key, from: index, to: index + 1 });
  }
  return runs;
}

/** An edge in the box's own units, from above; null is a gap. */
type Edge = readonly (number | null)[];

/** The areas between two edges that have the same gaps: forth along the upper, back along the lower. */
export function band(upper: Edge, lower: Edge): string {
  return runsOf(upper, (y) => y !== null)
    .filter(({ key }) => key)
    .map(({ from, to }) => {
      const forth = upper.slice(from, to).map((y, index) => `V${written(y ?? 0)}H${from + index + 1}`);
      const back = lower
        .slice(from, to)
        .map((y, index) => `V${written(y ?? 0)}H${from + index}`)
        .reverse();
      return `M${from} ${written(lower[from] ?? 0)}${forth.join('')}${back.join('')}Z`;
    })
    .join('');
}
