// What the same claims leave as it was once more need not be worked out again.

/**
 * Runs `advance` unless these claims left this very state as it is before. Only for a state that nothing moves but
 * claims of one deployment as it is configured.
 */
export function createUnmoved<Claimed extends object, State extends object>(): (
  claimed: Claimed,
  before: State,
  advance: () => State,
) => State {
  const unmovedBy = new WeakMap<Claimed, State>();
  return (claimed, before, advance) => {
    if (unmovedBy.get(claimed) === before) return before;
    const after = advance();
    if (after === before) unmovedBy.set(claimed, before);
    return after;
  };
}
