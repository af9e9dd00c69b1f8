// How a list comes into another order: what may stay is a longest run that is in order already.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { staying } from '../../src/browser/moves.js';

const staysOf = (places: readonly number[]) => [...staying(places)].sort((a, b) => a - b);

describe('what stays', () => {
  it.each([
    ['of nothing is nothing', [], []],
    ['is all of what is in order', [0, 1, 2, 3], [0, 1, 2, 3]],
    ['is all but the one that goes up', [1, 2, 3, 0], [1, 2, 3]],
    ['is all but the one that goes down', [3, 0, 1, 2], [0, 1, 2]],
    ['is one, where all is the other way round', [2, 1, 0], [0]],
  ])('%s', (_, places, expected) => {
    expect(staysOf(places)).toEqual(expected);
  });

  it('is in order, and nothing longer is', () => {
    const anyOrder = fc
      .integer({ min: 0, max: 7 })
      .chain((length) => fc.shuffledSubarray([...Array(length).keys()], { minLength: length }));
    fc.assert(
      fc.property(anyOrder, (places) => {
        const stays = staying(places);
        const kept = places.filter((place) => stays.has(place));
        expect(kept).toEqual(kept.toSorted((a, b) => a - b));
        expect(kept.length).toBe(longest(places));
      }),
    );
  });
});

/** By trying all. */
function longest([first, ...rest]: readonly number[], above = -1): number {
  if (first === undefined) return 0;
  const without = longest(rest, above);
  return first > above ? Math.max(without, 1 + longest(rest, first)) : without;
}
