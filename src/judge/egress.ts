// Whether the agent's own network is cut, as the latest rounds tell it: many that fail at once, for local causes, on many networks.

/** Fewer may well be down by themselves. */
export const leastFailing = 5;
export const leastNetworks = 3;
/** What ended longer ago says nothing of now; two intervals where none is configured. */
export const readingMs = 60_000;
/** So many others show, by what began after a run did, that our network carried it. */
export const leastProofs = 2;

/** What one round of a deployment says of our own network. */
export interface Reading {
  readonly deployment: string;
  /** Where it answered from; null where nothing came. */
  readonly network: string | null;
  /** Of the latest of its runs, epoch ms. */
  readonly beganMs: number;
  readonly endedMs: number;
  /** Nothing came from beyond our own network. Else it carried this round, however that went. */
  readonly isLocal: boolean;
}

/** What tells of our own network. */
export interface Witness {
  readonly isCut: () => boolean;
  /** Whether it could ever find the network cut; where not, nobody need wait for it. */
  readonly canTell: () => boolean;
  /** Whether the network is known to have worked since, for a run of this deployment that began then, and failed. */
  readonly workedSince: (deployment: string, beganMs: number) => boolean;
}

/** All guarded deployments together. */
export interface FleetWitness extends Witness {
  /** From now on there may be readings of it; `network` is where it is until one tells. */
  readonly watch: (deployment: string, network: string) => void;
  readonly forget: (deployment: string) => void;
  readonly take: (reading: Reading, nowMs: number) => void;
  /** What they show now, for people: `7 of 12 deployments, on 4 networks, fail for local causes`. */
  readonly words: () => string;
}

/**
 * Cut while at least five deployments on three networks fail, and more than `share` of all that were read lately, by the
 * latest reading of each. While it is cut nothing grows old: it is over by newer readings alone.
 */
export function createFleetWitness(share: number): FleetWitness {
  const networks = new Map<string, string>();
  const places = createCounts<string>();
  /** The latest of each, the oldest first. */
  const readings = new Map<string, Reading & { readonly network: string }>();
  const failingPlaces = createCounts<string>();
  /** By the second in which they began. */
  const failing = createCounts<number>();
  const working = createCounts<number>();
  let isCut = false;

  function move(deployment: string, network: string | null): void {
    const before = networks.get(deployment);
    if (before === network) return;
    if (before !== undefined) places.remove(before);
    networks.delete(deployment);
    if (network === null) return;
    networks.set(deployment, network);
    places.add(network);
  }

  function drop(deployment: string): void {
    const reading = readings.get(deployment);
    if (reading === undefined) return;
    readings.delete(deployment);
    (reading.isLocal ? failing : working).remove(secondOf(reading.beganMs));
    if (reading.isLocal) failingPlaces.remove(reading.network);
  }

  function expire(nowMs: number): void {
    for (const [deployment, { endedMs }] of readings) {
      if (Math.abs(nowMs - endedMs) <= readingMs) break;
      drop(deployment);
    }
  }

  function areTooMany(): boolean {
    const isMany = failing.total() >= leastFailing && failingPlaces.kinds() >= leastNetworks;
    return isMany && failing.total() / readings.size > share;
  }

  return {
    watch: move,
    forget(deployment) {
      move(deployment, null);
      drop(deployment);
      isCut &&= areTooMany();
    },
    take(reading, nowMs) {
      const { deployment, isLocal } = reading;
      const network = reading.network ?? networks.get(deployment) ?? deployment;
      move(deployment, network);
      drop(deployment);
      if (!isCut) expire(nowMs);
      readings.set(deployment, { ...reading, network });
      (isLocal ? failing : working).add(secondOf(reading.beganMs));
      if (isLocal) failingPlaces.add(network);
      // What works, or grows old, is no sign of a cut that was none before.
      isCut = (isCut || isLocal) && areTooMany();
    },
    isCut: () => isCut,
    canTell: () => networks.size >= leastFailing && places.kinds() >= leastNetworks,
    workedSince(deployment, beganMs) {
      const second = secondOf(beganMs);
      const own = readings.get(deployment);
      const isAmong = own?.isLocal && secondOf(own.beganMs) > second;
      const works = working.above(second);
      const fails = failing.above(second) - (isAmong ? 1 : 0);
      return works >= leastProofs && fails / (works + fails) <= share;
    },
    words: () =>
      `${failing.total()} of ${readings.size} deployments, on ${failingPlaces.kinds()} networks, fail for local causes`,
  };
}

const secondOf = (atMs: number) => Math.floor(atMs / 1000);

interface Counts<Key> {
  readonly add: (key: Key) => void;
  readonly remove: (key: Key) => void;
  readonly total: () => number;
  readonly kinds: () => number;
  /** How many have a greater key. */
  readonly above: (key: Key) => number;
}

/** How many there are of each key. */
function createCounts<Key extends string | number>(): Counts<Key> {
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
