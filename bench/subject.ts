// Drives one subject through a workload in its own process, and tells the harness what CPU that took.
import { checkPaths, type Job, type Measured } from './job.ts';

/** One round of deployment number `index`: both checks. Rejects when anything but a healthy answer came. */
export type Round = (index: number) => Promise<void>;

// Until nothing is compiled any more: with 1,000 the raw loop costs three times what it does in the long run.
export const warmUpRounds = 30_000;

/** Call once, at the end of a subject's script. A round that rejects ends the process with an error. */
export async function runSubject(job: Job, round: Round): Promise<void> {
  const { rounds, concurrency } = job.work;
  await saturate(warmUpRounds, concurrency, job.deployments, round);
  const startedMs = performance.now();
  const before = process.cpuUsage();
  await saturate(rounds, concurrency, job.deployments, round);
  const { user, system } = process.cpuUsage(before);
  const measured: Measured = {
    cpuMs: (user + system) / 1000,
    wallMs: performance.now() - startedMs,
    checks: rounds * checkPaths.length,
  };
  process.send?.(measured, () => process.exit());
}

/** So many rounds, back to back. */
export async function saturate(
  rounds: number,
  concurrency: number,
  deployments: number,
  round: Round,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < rounds) {
      const index = next % deployments;
      next += 1;
      await round(index);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
}
