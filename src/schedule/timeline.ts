// What is due and when: a wheel of seconds for later, and a sorted queue for the seconds at hand.

/** Something that is to happen at an instant (epoch ms). */
interface Due {
  readonly atMs: number;
}

interface Timeline<Item extends Due> {
  readonly add: (item: Item) => void;
  /** Brings the seconds up to and with that of `untilMs` at hand. */
  readonly reach: (untilMs: number) => void;
  /** The next item at hand, without taking it. */
  readonly peek: () => Item | undefined;
  readonly take: () => Item | undefined;
  /** Removes and returns everything. */
  readonly drain: () => Item[];
}

const secondOf = (atMs: number) => Math.floor(atMs / 1000);

export function createTimeline<Item extends Due>(): Timeline<Item> {
  const wheel = new Map<number, Item[]>();
  // Latest first, so that taking the earliest is a pop.
  let atHand: Item[] = [];
  let reached = Number.NEGATIVE_INFINITY;

  function insert(item: Item): void {
    let low = 0;
    let high = atHand.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((atHand[middle]?.atMs ?? 0) > item.atMs) low = middle + 1;
      else high = middle;
    }
    atHand.splice(low, 0, item);
  }

  function add(item: Item): void {
    const second = secondOf(item.atMs);
    const slot = wheel.get(second);
    if (second <= reached) insert(item);
    else if (slot === undefined) wheel.set(second, [item]);
    else slot.push(item);
  }

  function reach(untilMs: number): void {
    const until = secondOf(untilMs);
    const from = Math.max(reached + 1, Math.min(...wheel.keys()));
    reached = Math.max(reached, until);
    for (let second = from; second <= until; second += 1) {
      const items = wheel.get(second);
      if (items === undefined) continue;
      // All of them are later than what is at hand; of one instant the one added first is taken first.
      items.sort((a, b) => a.atMs - b.atMs).reverse();
      atHand = [...items, ...atHand];
      wheel.delete(second);
    }
  }

  return {
    add,
    reach,
    peek: () => atHand.at(-1),
    take: () => atHand.pop(),
    drain() {
      const all = [...atHand, ...[...wheel.values()].flat()];
      atHand = [];
      wheel.clear();
      reached = Number.NEGATIVE_INFINITY;
      return all;
    },
  };
}
