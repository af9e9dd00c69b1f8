// Ids in their order, sorted no further than they are read: 50,000 at once would hold up everything else.

const sortedAtOnce = 64;

/** Each id once. */
export function* inOrder(ids: readonly string[]): Generator<string, undefined> {
  const lists = [ids];
  for (let list = lists.pop(); list !== undefined; list = lists.pop()) {
    if (list.length <= sortedAtOnce) {
      yield* list.toSorted();
      continue;
    }
    // The middle of some stands for the middle of all.
    const middle = list.slice(0, sortedAtOnce).sort()[sortedAtOnce >> 1] ?? '';
    lists.push(
      list.filter((id) => id > middle),
      list.filter((id) => id <= middle),
    );
  }
  return undefined;
}
