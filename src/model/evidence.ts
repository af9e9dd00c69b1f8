// What is kept of the answers around a transition, so that an incident can be read after it is over.
import type { EndpointName } from '../contract/endpoints.ts';
import type { Failure, Observation } from './round.ts';
import type { Reason } from './states.ts';

/** One answer, bounded and without secrets. */
export interface Exhibit {
  readonly atMs: number;
  readonly reason: Reason | null;
  readonly failure: Failure | null;
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly phases: Observation['phases'];
  readonly durationMs: number;
  /** The first 4,096 characters; null where no body was had in full. */
  readonly body: string | null;
  /** Decoded size of the whole body. */
  readonly bodyBytes: number;
}

/** One place where the JSON of two answers differs. */
export interface Difference {
  /** `components[2].status` */
  readonly path: string;
  /** As JSON, bounded; null where it is absent. */
  readonly good: string | null;
  readonly failing: string | null;
}

/**
 * The answer that made a transition, beside the last good one of the same check. A transition that no answer made
 * (a check went stale, the deployment was removed) has none.
 */
export interface Evidence {
  readonly incident: string;
  readonly deployment: string;
  readonly atMs: number;
  readonly transition: 'incident_opened' | 'incident_updated' | 'incident_resolved';
  readonly check: EndpointName;
  /** null for a resolution. */
  readonly failing: Exhibit | null;
  /** null where none was seen since the deployment is watched; for a resolution, the answer that made it. */
  readonly good: Exhibit | null;
  /** Bounded; empty where one of the two is not JSON, or too large to compare. */
  readonly difference: readonly Difference[];
}

/**
 * The last good answer of each check of a deployment, held in memory alone; of a large one no more of the body than
 * an exhibit shows. Exhibits are made of it when there is a transition, or every healthy run would pay for them.
 */
export type Album = Readonly<Partial<Record<EndpointName, Observation>>>;
