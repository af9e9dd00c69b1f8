// What the line needs of the network: rounds of GETs over one connection, each answered by an Observation.
import type { Check, Deployment } from '../model/deployment.ts';
import type { Observation } from '../model/round.ts';

export interface Prober {
  /** Begins a round. With `fresh` (re-checks, and who just asks) no connection is taken from another or left for one. */
  readonly round: (deployment: Deployment, fresh: boolean) => Round;
  /** Ends the kept connections of a deployment that was removed or changed. */
  readonly forget: (deployment: string) => void;
  /** Whether `host:port` answers a connection, if only by refusing it; what is aborted does not. Rejects only when we failed. */
  readonly reach: (address: string, timeoutMs: number, signal: AbortSignal) => Promise<boolean>;
  readonly close: () => void;
}

export interface Round {
  /**
   * One GET. Whatever the target does is an Observation; it rejects only when we failed (no file descriptor or
   * memory left, a bug), which says nothing of the target. Calls in sequence share the round's connection; with `alone` the run opens one of
   * its own, so that calls may overlap.
   */
  readonly get: (check: Check, alone: boolean) => Promise<Observation>;
  /** Ends the round's connection, or keeps it for the next where keep_alive says so. */
  readonly end: () => void;
}
