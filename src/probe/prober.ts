// What the line needs of the network: rounds of GETs over one connection, each answered by an Observation.
import type { Check, Deployment } from '../model/deployment.ts';
import type { Observation } from '../model/round.ts';

export interface Prober {
  /** Begins a round. With `fresh`, a kept connection is not used (re-checks ask on a new one). */
  readonly round: (deployment: Deployment, fresh: boolean) => Round;
  /** Ends the kept connections of a deployment that was removed or changed. */
  readonly forget: (deployment: string) => void;
  readonly close: () => void;
}

export interface Round {
  /**
   * One GET; never rejects. Calls in sequence share the round's connection; with `alone` the run opens one of
   * its own, so that calls may overlap.
   */
  readonly get: (check: Check, alone: boolean) => Promise<Observation>;
  /** Ends the round's connection, or keeps it where keep_alive says so. */
  readonly end: () => void;
}
