// The latest reading of each deployment, counted as they come and go, so that at none of them all others are looked at.
import { createCounts } from './counts.ts';

/** What one round of a deployment says of our own network. */
export interface Reading {
  readonly deployment: string;
  /** Where it answered from; null where nothing came. */
  readonly network: string | null;
  /** Of the latest of its runs, epoch ms. */
  readonly beganMs: number;
  readonly endedMs: number;
  /** Nothing came from beyond our own network. Else something did, whatever it was. */
  readonly isLocal: boolean;
  /** Between two readings of the deployment. */
  readonly everyMs: number;
}

type Placed = Reading & { readonly network: string; readonly weight: number };

interface Readings {
  /** In the place of the deployment's reading before. */
  readonly put: (reading: Placed) => void;
  readonly drop: (deployment: string) => void;
  /** Drops those that were put first, up to the first that ended between these instants. */
  readonly expire: (fromMs: number, toMs: number) => void;
  readonly size: () => number;
  /** Those for local causes. */
  readonly failing: () => number;
  /** Sums of the weights: of those for local causes, and of all. Exact, as weights are whole. */
  readonly weights: () => { readonly failing: number; readonly all: number };
  /** Networks that those are on. */
  readonly failingPlaces: () => number;
  /** Of those that began in a later second, but for the deployment's own: how many tell what. */
  readonly since: (beganMs: number, own: string) => { readonly works: number; readonly fails: number };
}

export function createReadings(): Readings {
  /** The one put first comes first. */
  const readings = new Map<string, Placed>();
  const { places, failing, working, weights, change } = createTally();

  /** A walk from the start would pass all that was ever replaced, so there is one walk: what is put comes behind it. */
  let line = readings.values();
  let first: Placed | undefined;

  function findFirst(): Placed | undefined {
    while (first === undefined || readings.get(first.deployment) !== first) {
      first = line.next().value;
      if (first !== undefined) continue;
      // None is left; a walk that came to its end sees nothing of what is put later.
      line = readings.values();
      return undefined;
    }
    return first;
  }

  function drop(deployment: string): void {
    const reading = readings.get(deployment);
    if (reading === undefined) return;
    readings.delete(deployment);
    change(reading, 'remove');
  }

  return {
    put(reading) {
      drop(reading.deployment);
      readings.set(reading.deployment, reading);
      change(reading, 'add');
    },
    drop,
    expire(fromMs, toMs) {
      for (let first = findFirst(); first !== undefined; first = findFirst()) {
        if (first.endedMs >= fromMs && first.endedMs <= toMs) return;
        drop(first.deployment);
      }
    },
    size: () => readings.size,
    failing: failing.total,
    weights: () => weights,
    failingPlaces: places.kinds,
    since(beganMs, own) {
      const second = secondOf({ beganMs });
      const reading = readings.get(own);
      const isAmong = reading !== undefined && secondOf(reading) > second;
      return {
        works: working.above(second) - (isAmong && !reading.isLocal ? 1 : 0),
        fails: failing.above(second) - (isAmong && reading.isLocal ? 1 : 0),
      };
    },
  };
}

function createTally() {
  const places = createCounts<string>();
  /** By the second in which they began. */
  const failing = createCounts<number>();
  const working = createCounts<number>();
  const weights = { failing: 0, all: 0 };
  const change = (reading: Placed, how: 'add' | 'remove') => {
    const weight = how === 'add' ? reading.weight : -reading.weight;
    weights.all += weight;
    (reading.isLocal ? failing : working)[how](secondOf(reading));
    if (!reading.isLocal) return;
    weights.failing += weight;
    places[how](reading.network);
  };
  return { places, failing, working, weights, change };
}

const secondOf = ({ beganMs }: Pick<Reading, 'beganMs'>) => Math.floor(beganMs / 1000);
