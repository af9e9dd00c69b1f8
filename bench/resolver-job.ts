// What the slow resolver is asked to do, and what it tells of it.

export interface ResolverJob {
  /** Between a query and its answer, ms. */
  readonly delayMs: number;
  /** Queries for names below it are never answered. */
  readonly darkZone: string;
}

export interface ResolverTruth {
  /** Of each query that was answered, ms from its receipt until the answer was handed to the socket. */
  readonly takenMs: readonly number[];
  readonly unanswered: number;
}
