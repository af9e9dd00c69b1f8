// Whether the agent's own network is cut, as the latest rounds tell it: many that fail at once, for local causes, on many networks.
import { createCounts } from './counts.ts';
import { createReadings, type Reading } from './readings.ts';

/** Fewer may well be down by themselves. */
export const leastFailing = 5;
export const leastNetworks = 3;
/** What ended longer ago says nothing of now; two intervals where none is configured. */
export const readingMs = 60_000;
/** So many others show, by what began after a run did, that our network carried it. */
export const leastProofs = 2;

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
 * Cut while at least five deployments on three networks fail, and more than `share` of all that are watched, by the latest
 * reading of each. While it is cut nothing grows old: it is over by newer readings alone.
 */
export function createFleetWitness(share: number): FleetWitness {
  const networks = new Map<string, string>();
  const places = createCounts<string>();
  const { put, drop, expire, size, failing, weights, failingPlaces, since } = createReadings();
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

  function areTooMany(): boolean {
    const isMany = failing() >= leastFailing && failingPlaces() >= leastNetworks;
    const { failing: ofFailing, all } = weights();
    return isMany && ofFailing / Math.max(all, networks.size * readingMs) > share;
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
      if (!isCut) expire(nowMs - readingMs, nowMs + readingMs);
      put({ ...reading, network, weight: weightOf(reading) });
      // What works, or grows old, is no sign of a cut that was none before.
      isCut = (isCut || isLocal) && areTooMany();
    },
    isCut: () => isCut,
    canTell: () => networks.size >= leastFailing && places.kinds() >= leastNetworks,
    workedSince(deployment, beganMs) {
      const { works, fails } = since(beganMs, deployment);
      // What fails on a network or two alone cannot be our own being cut: nothing more is to be waited for.
      const isBeyond = failingPlaces() < leastNetworks;
      return works >= leastProofs && (isBeyond || fails / (works + fails) <= share);
    },
    words: () =>
      `${failing()} of ${size()} deployments, on ${failingPlaces()} networks, fail for local causes`,
  };
}

/**
 * Of those that are asked every five minutes one in five was read lately, and it stands for all five: else a few that are
 * asked often, and are down, would be most of what was read. 60,000 is one deployment.
 */
function weightOf({ everyMs }: Reading): number {
  return Math.max(everyMs, readingMs);
}
