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
  /** Nothing came from beyond our own network. Else it carried this round, however that went. */
  readonly isLocal: boolean;
}

type Placed = Reading & { readonly network: string };

interface Readings {
  /** In the place of the deployment's reading before. */
  readonly put: (reading: Placed) => void;
  readonly drop: (deployment: string) => void;
  /** Drops those that were put first, up to the first that ended between these instants. */
  readonly expire: (fromMs: number, toMs: number) => void;
  readonly size: () => number;
  /** Those for local causes. */
  readonly failing: () => number;
  /** Networks that those are on. */
  readonly failingPlaces: () => number;
  /** Of those that began in a later second, but for the deployment's own: how many tell what. */
  readonly since: (beganMs: number, own: string) => { readonly works: number; readonly fails: number };
}

export function createReadings(): Readings {
  /** The one put first comes first. */
  const readings = new Map<string, Placed>();
  const places = createCounts<string>();
  /** By the second in which they began. */
  const failing = createCounts<number>();
  const working = createCounts<number>();

  function drop(deployment: string): void {
    const reading = readings.get(deployment);
    if (reading === undefined) return;
    readings.delete(deployment);
    (reading.isLocal ? failing : working).remove(secondOf(reading));
    if (reading.isLocal) places.remove(reading.network);
  }

  return {
    put(reading) {
      drop(reading.deployment);
      readings.set(reading.deployment, reading);
      (reading.isLocal ? failing : working).add(secondOf(reading));
      if (reading.isLocal) places.add(reading.network);
    },
    drop,
    expire(fromMs, toMs) {
      for (const [deployment, { endedMs }] of readings) {
        if (endedMs >= fromMs && endedMs <= toMs) return;
        drop(deployment);
      }
    },
    size: () => readings.size,
    failing: failing.total,
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

const secondOf = ({ beganMs }: Pick<Reading, 'beganMs'>) => Math.floor(beganMs / 1000);
