// What publishing is handed by the agent: readers only, nothing that changes the truth.
import type { EndpointName } from '../contract/endpoints.ts';
import type { Incident } from '../model/belief.ts';
import type { Deployment } from '../model/deployment.ts';
import type { Evidence } from '../model/evidence.ts';
import type { Chronicle, Coverage, Rollup, Uptime } from '../model/history.ts';
import type { Result } from '../model/round.ts';
import type { Snapshot } from '../model/snapshot.ts';
import type { Events } from './events.ts';

export interface Sources {
  /** The fleet as it was a moment ago; the same object to all who ask within that moment, then composed anew. */
  readonly snapshot: () => Snapshot;
  /** Oldest first, as far as it is kept; of one check where it is given. In parts, each read when it is asked for. */
  readonly history: (
    deployment: string,
    sinceMs: number,
    lengthMs: number,
    check?: EndpointName,
  ) => Iterable<readonly Rollup[]>;
  readonly uptime: () => ReadonlyMap<string, Uptime>;
  /** Of the same count as uptime. */
  readonly coverage: () => ReadonlyMap<string, Coverage>;
  /** Of the whole fleet, as of at most 5 s ago: cheap for who asks repeatedly. */
  readonly chronicles: () => Promise<ReadonlyMap<string, Chronicle>>;
  readonly chronicle: (deployment: string) => Chronicle;
  /** Newest first. */
  readonly incidentsOf: (deployment: string, limit: number) => readonly Incident[];
  /** null where there is none of that id. */
  readonly incident: (id: string) => Incident | null;
  /** Of one incident, oldest first; bounded. */
  readonly evidence: (incident: string) => readonly Evidence[];
  /**
   * One round now, without changing state, its result without the deployment's secrets; null when one asked for
   * that deployment is still under way.
   */
  readonly examine: (deployment: Deployment, checks: readonly EndpointName[]) => Promise<Result | null>;
  /** What changes. */
  readonly events: Events;
  /** The tick is fresh. */
  readonly healthy: () => boolean;
  /** Each status check has run or been skipped, and the agent is not stopping. */
  readonly ready: () => boolean;
}
