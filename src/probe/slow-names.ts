// Which names are slow to be looked up: by their last look-up, or by one under way.

/** A resolver asks again after 5 s (resolv.conf(5)): this is less, and more than our own loop stands still. */
const slowMs = 3_000;

interface SlowNames {
  /** `ageMs` is how long a look-up of it is under way; 0 where none is. */
  readonly has: (name: string, ageMs: number) => boolean;
  /** A look-up of it is over, and took so long. */
  readonly learn: (name: string, tookMs: number) => void;
}

/** The one that was learned first is forgotten where there are too many. */
export function createSlowNames(maxNames = 10_000): SlowNames {
  const names = new Set<string>();
  return {
    has: (name, ageMs) => ageMs >= slowMs || names.has(name),
    learn(name, tookMs) {
      names.delete(name);
      if (tookMs < slowMs) return;
      const first = names.values().next();
      if (names.size >= maxNames && !first.done) names.delete(first.value);
      names.add(name);
    },
  };
}
