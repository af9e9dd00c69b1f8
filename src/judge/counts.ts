// How many there are of each key, and in all; no key is looked at to tell.

interface Counts<Key> {
  readonly add: (key: Key) => void;
  readonly remove: (key: Key) => void;
  readonly total: () => number;
  readonly kinds: () => number;
  /** How many have a greater key. */
  readonly above: (key: Key) => number;
}

export function createCounts<Key extends string | number>(): Counts<Key> {
  const counts = new Map<Key, number>();
  let total = 0;
  const change = (key: Key, by: number) => {
    const count = (counts.get(key) ?? 0) + by;
    if (count === 0) counts.delete(key);
    else counts.set(key, count);
    total += by;
  };
  return {
    add: (key) => change(key, 1),
    remove: (key) => change(key, -1),
    total: () => total,
    kinds: () => counts.size,
    above: (key) => {
      let sum = 0;
      for (const [each, count] of counts) if (each > key) sum += count;
      return sum;
    },
  };
}
