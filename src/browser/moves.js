// How a list comes into another order with the fewest moves: pure.

/**
 * Which items may stay where they are: a longest run of them that are in order already.
 * @param {readonly number[]} places where each item has to go, in the order in which they stand now; each once
 * @returns {ReadonlySet<number>} of places
 */
export function staying(places) {
  /** The last place of the best run of each length, and of each place the one before it. */
  const ends = /** @type {number[]} */ ([]);
  const before = /** @type {Map<number, number | undefined>} */ (new Map());
  for (const place of places) {
    const length = firstAbove(ends, place);
    before.set(place, ends[length - 1]);
    ends[length] = place;
  }
  const stay = /** @type {Set<number>} */ (new Set());
  for (let place = ends.at(-1); place !== undefined; place = before.get(place)) stay.add(place);
  return stay;
}

/**
 * @param {readonly number[]} sorted
 * @param {number} than
 */
function firstAbove(sorted, than) {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? than) > than) high = middle;
    else low = middle + 1;
  }
  return low;
}
