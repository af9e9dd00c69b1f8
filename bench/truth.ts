// What an origin knows of each request, what a client says of it, and how far the two are apart; pure.

import { intervalSeconds } from './rig-job.ts';

/** Path; when its head was read, epoch ms; from then until the answer was flushed, ms. */
export type Truth = readonly [path: string, atMs: number, truthMs: number];

/** One request as its client saw it. */
export interface Reported {
  readonly path: string;
  /** When it was over, epoch ms. */
  readonly atMs: number;
  /** From the request sent to the last byte of the answer (first_byte and transfer), ms. */
  readonly answerMs: number;
  /** null on a connection that stood already. */
  readonly connectMs: number | null;
}

/** A report beside the truth: `errorMs` is what the client says beyond it. */
export interface Sample extends Reported {
  readonly errorMs: number;
}

/** A path is asked at most once in this. */
const betweenRequestsMs = intervalSeconds * 1000;

/** Each report beside the last request of its path that was read before it ended; those without one are left out. */
export function joined(reports: readonly Reported[], truths: readonly Truth[]): Sample[] {
  const byPath = Map.groupBy(truths, ([path]) => path);
  return reports.flatMap((report) => {
    const same = byPath
      .get(report.path)
      ?.findLast(([, atMs]) => atMs <= report.atMs && report.atMs - atMs < betweenRequestsMs);
    return same === undefined ? [] : [{ ...report, errorMs: report.answerMs - same[2] }];
  });
}

/** The value that `share` (0 to 1) of them do not exceed; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
