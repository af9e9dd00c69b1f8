// CPU per check of the line, everything included, against a raw undici loop in the same run: `npm run bench`.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { arch, cpus, platform, release, totalmem } from 'node:os';
import manifest from '../package.json' with { type: 'json' };
import type { Job, Measured, Workload } from './job.ts';
import { markdownTable, type Row, yardstick } from './table.ts';

const repeats = 5;
const deployments = 200;
const childDeadlineMs = 180_000;

const workloads: readonly Workload[] = [
  { mode: 'saturation', rounds: 6000, concurrency: 50 },
  { mode: 'paced', seconds: 20, intervalMs: 5000 },
];
/** At its own pace the whole agent is measured; at saturation its line, since no schedule saturates. */
const subjects = [
  { subject: yardstick, scripts: { saturation: 'subject-raw.ts', paced: 'subject-raw.ts' } },
  { subject: 'picket', scripts: { saturation: 'subject-line.ts', paced: 'subject-agent.ts' } },
] as const;

const cases = workloads.flatMap((work) =>
  (['fresh', 'kept'] as const).flatMap((connections) =>
    subjects.map(({ subject, scripts }) => ({ work, connections, subject, script: scripts[work.mode] })),
  ),
);

/** The first message of a child of ours; an error when it ends or its time is over before that. */
async function firstMessage<Message>(child: ChildProcess, script: string): Promise<Message> {
  const signal = AbortSignal.timeout(childDeadlineMs);
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`bench/${script} ended with ${code} before it said anything`);
  });
  const [message] = await Promise.race([once(child, 'message', { signal }), ended]);
  return message;
}

async function measure(script: string, job: Job): Promise<Measured> {
  const child = fork(new URL(script, import.meta.url), [JSON.stringify(job)]);
  try {
    return await firstMessage<Measured>(child, script);
  } finally {
    child.kill();
  }
}

/** Every case once, `repeats` times over, so that a slow minute of the machine touches all of them. */
async function measureAll(origin: string): Promise<Row[]> {
  const taken = cases.map((): Measured[] => []);
  for (let repeat = 1; repeat <= repeats; repeat += 1) {
    for (const [at, { work, connections, subject, script }] of cases.entries()) {
      const measured = await measure(script, { origin, deployments, connections, work });
      taken[at]?.push(measured);
      const each = (measured.cpuMs / measured.checks).toFixed(3);
      process.stdout.write(
        `${repeat}/${repeats} ${work.mode}, ${connections}, ${subject}: ${each} ms a check\n`,
      );
    }
  }
  return cases.map(({ work, connections, subject }, at) => ({
    mode: work.mode,
    connections,
    subject,
    cpuMs: (taken[at] ?? []).map(({ cpuMs, checks }) => cpuMs / checks),
    rate: (taken[at] ?? []).map(({ wallMs, checks }) => (1000 * checks) / wallMs),
  }));
}

function report(rows: readonly Row[]): string {
  const [cpu] = cpus();
  return `# CPU per check

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}; medians of ${repeats}. ${deployments} deployments with two checks each
(status, regions) against a loopback origin in a process of its own, plain HTTP. CPU is user and system time
of the subject's whole process after a warm-up. Saturation: the line (examine, settle, count), 50 rounds at
once, back to back. Paced: the agent with scheduler, store and server, every deployment once in 5 s, for 20 s,
without scrapes. "Fresh" opens a connection a round, "kept" reuses one a deployment. "Times the yardstick" is
the median of the ratios within each repeat.

${markdownTable(rows)}

picket ${manifest.version}, undici ${manifest.dependencies.undici}, Node ${process.version}, ${platform()} ${release()} ${arch()},
${cpus().length} × ${cpu?.model ?? 'unknown CPU'}, ${Math.round(totalmem() / 1024 ** 3)} GiB.
`;
}

const origin = fork(new URL('origin.ts', import.meta.url));
try {
  const text = report(await measureAll(await firstMessage<string>(origin, 'origin.ts')));
  writeFileSync(new URL('RESULTS.md', import.meta.url), text);
  process.stdout.write(`\n${text}`);
} finally {
  origin.kill();
}
