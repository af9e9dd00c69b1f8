// What the bench of names asks of its inner process, and what that tells of each agent.

/** Between two runs of a check. */
export const intervalSeconds = 15;

export const sortsOfFleet = ['by address', 'by name', 'one zone dark'] as const;

export interface NamesJob {
  readonly repeats: number;
  readonly deployments: number;
  /** What the resolver takes, ms. */
  readonly delayMs: number;
  /** Of the hosts, those in the zone that never answers. */
  readonly darkShare: number;
}

/** p50 and p99. */
type Quantiles = readonly [median: number, tail: number];

/** One agent over one interval. */
export interface Seen {
  readonly sort: (typeof sortsOfFleet)[number];
  readonly skipped: number;
  /** Rounds that failed through ourselves. */
  readonly lost: number;
  /** Runs that failed, but of the dark zone. */
  readonly failed: number;
  /** p99 of how late rounds began, ms. */
  readonly delayMs: number;
  /** Of the latest status run of each deployment, but of the dark zone; NaN where none had the phase. */
  readonly dnsMs: Quantiles;
  readonly connectMs: Quantiles;
  /** What the resolver took for each query, by its own clock; NaN where none came. */
  readonly truthMs: Quantiles;
  /** The most that was resident, MB (10^6 bytes). */
  readonly peakMb: number;
}
