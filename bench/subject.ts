// Drives one subject through a workload in its own process, and tells the harness what CPU that took.
import { setTimeout } from 'node:timers/promises';
import { checkPaths, type Job, type Measured, type Workload } from './job.ts';

/** One round of deployment number `index`: both checks. Rejects when anything but a healthy answer came. */
export type Round = (index: number) => Promise<void>;

// Until nothing is compiled any more: with 1,000 the raw loop costs three times what it does in the long run.
const warmUpRounds = 30_000;

/** Call once, at the end of a subject's script. A round that rejects ends the process with an error. */
export async function runSubject(job: Job, round: Round): Promise<void> {
  await drive({ mode: 'saturation', rounds: warmUpRounds, concurrency: 50 }, job.deployments, round);
  let rounds = 0;
  const cost = await measure(async () => {
    rounds = await drive(job.work, job.deployments, round);
  });
  tell({ ...cost, checks: rounds * checkPaths.length });
}

/** What this process, all its threads included, takes while `work` goes on. */
export async function measure(work: () => Promise<void>): Promise<Omit<Measured, 'checks'>> {
  const startedMs = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: (user + system) / 1000, wallMs: performance.now() - startedMs };
}

/** Hands the harness its number, and ends the process. */
export function tell(measured: Measured): void {
  process.send?.(measured, () => process.exit());
}

/** Resolves to how many rounds were run. */
async function drive(work: Workload, deployments: number, round: Round): Promise<number> {
  return work.mode === 'saturation'
    ? saturate(work.rounds, work.concurrency, deployments, round)
    : pace(work.seconds * 1000, work.intervalMs, deployments, round);
}

/** So many rounds, back to back; resolves to that number. */
export async function saturate(rounds: number, concurrency: number, deployments: number, round: Round) {
  let next = 0;
  const lane = async () => {
    while (next < rounds) {
      const index = next % deployments;
      next += 1;
      await round(index);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return rounds;
}

/** Slots by absolute time, as a scheduler has them: a slow round delays no other. */
async function pace(totalMs: number, intervalMs: number, deployments: number, round: Round) {
  const startedMs = performance.now();
  const roundsEach = Math.floor(totalMs / intervalMs);
  const one = async (index: number) => {
    for (let slot = 0; slot < roundsEach; slot += 1) {
      const dueMs = (slot + index / deployments) * intervalMs;
      await setTimeout(Math.max(0, startedMs + dueMs - performance.now()));
      await round(index);
    }
  };
  await Promise.all(Array.from({ length: deployments }, (_, index) => one(index)));
  return roundsEach * deployments;
}
