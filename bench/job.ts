// What one measured process is asked to do, and what it answers: the noun between harness, origin and subjects.

/** Fresh connections, one a round; or kept ones, one a deployment. */
export type Connections = 'fresh' | 'kept';

/** Rounds back to back, so many at once. */
export interface Workload {
  readonly mode: 'saturation';
  readonly rounds: number;
  readonly concurrency: number;
}

export interface Job {
  /** `http://127.0.0.1:port`; deployment i is at `<origin>/d<i>`, version v2. */
  readonly origin: string;
  readonly deployments: number;
  readonly connections: Connections;
  readonly work: Workload;
}

export interface Measured {
  readonly checks: number;
  /** User and system time of the whole process: garbage collection and every thread included. */
  readonly cpuMs: number;
  readonly wallMs: number;
}

/** Every round asks these two, in this order. */
export const checkPaths = ['/api/v2/status', '/api/v2/regions'] as const;

export function jobOfThisProcess(): Job {
  return JSON.parse(process.argv[2] ?? 'null') as Job;
}
