// What the line needs of a memory: one writer a deployment, states and incidents durable, history as rollups.
import type { DeploymentState, Incident, Settlement } from '../model/belief.ts';
import type { Evidence } from '../model/evidence.ts';
import type { Chronicle, Coverage, Rollup, Sample, Uptime } from '../model/history.ts';

/** Fatal at start, with a remedy in the message: a second process on the file, a newer schema. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

export interface Store {
  /** Last written states, for the start; a state that cannot be read is left out and told to `onError`. */
  readonly load: () => readonly DeploymentState[];
  /**
   * Runs `fold` on the current state and makes the outcome current, atomically: the state, its incident and
   * its changes are one commit when the settlement is `durable`, else the next flush writes the state.
   * A disk that fails loses nothing in memory: it is told to `onError` and written with a later commit.
   */
  readonly advance: (
    deployment: string,
    fold: (state: DeploymentState | null) => Settlement | null,
  ) => Settlement | null;
  readonly get: (deployment: string) => DeploymentState | null;
  /** Adds a run to history; written at the next flush. */
  readonly record: (sample: Sample) => void;
  /** Forgets a deployment's state (its history and incidents stay until their retention); ends what `unresolved` has of it. */
  readonly remove: (deployment: string) => void;
  /** Newest first. */
  readonly incidents: (limit: number) => readonly Incident[];
  /** Of one deployment, newest first. */
  readonly incidentsOf: (deployment: string, limit: number) => readonly Incident[];
  /** null where there is none of that id, or it is past its retention. */
  readonly incident: (id: string) => Incident | null;
  /** Of one incident, oldest first; bounded. */
  readonly evidence: (incident: string) => readonly Evidence[];
  /**
   * By deployment, the open incident of one without a state (its row was lost or cannot be read). The first
   * settlement takes it over in its state, or it ends.
   */
  readonly unresolved: () => ReadonlyMap<string, Incident>;
  /** Rollups of one deployment that end after `sinceMs`, oldest first, as far as they are kept; of one check where it is given. */
  readonly history: (
    deployment: string,
    sinceMs: number,
    lengthMs: number,
    endpoint?: Rollup['endpoint'],
  ) => readonly Rollup[];
  /** The same in parts, for who asks for much; it may be left alone for a while after each. */
  readonly historyInParts: (
    ...question: Parameters<Store['history']>
  ) => Generator<readonly Rollup[], undefined>;
  /** As the last finished count of `recount` found it, less the bad runs since; empty before the first. */
  readonly uptime: () => ReadonlyMap<string, Uptime>;
  /** Of the same count as uptime. */
  readonly coverage: () => ReadonlyMap<string, Coverage>;
  /**
   * Of every deployment with a run or an incident in them, as of at most 5 s ago, also of those that were removed since;
   * read in short turns, once for all who ask meanwhile. A disk that fails leaves what is known.
   */
  readonly chronicles: (nowMs: number) => Promise<ReadonlyMap<string, Chronicle>>;
  /** Of one, as of now. A disk that fails leaves what memory knows. */
  readonly chronicle: (deployment: string, nowMs: number) => Chronicle;
  /**
   * Counts the uptime of a part of the deployments anew, in as short a time as a part of a flush, between whose parts
   * it may come: call until it is false, every 60 s. A disk that fails leaves the last count.
   */
  readonly recount: (nowMs: number) => boolean;
  /**
   * Writes a part of what waits, so that a large fleet's holds up nothing, and at last removes what is past retention:
   * call until it is false, every 60 s. Never throws for a failing disk.
   */
  readonly flush: (nowMs: number) => boolean;
  /** False while the last write failed. */
  readonly healthy: () => boolean;
  /** Flushes and closes. */
  readonly close: (nowMs: number) => void;
}

export interface StoreEvents {
  /** A commit took this long. */
  readonly onCommit: (durationMs: number) => void;
  /** Something could not be written or read; the store goes on. */
  readonly onError: (error: unknown) => void;
}
