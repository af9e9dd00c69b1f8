// CPU per check of the line, everything included, against a raw undici loop in the same run: `npm run bench -- cpu`;
// or against another checkout of Picket, its dependencies installed: `npm run bench -- cpu --against FOLDER`.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { arch, cpus, platform, release, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import manifest from '../package.json' with { type: 'json' };
import type { Job, Measured, Workload } from './job.ts';
import { markdownTable, type Row, ratioToYardstick } from './table.ts';

const repeats = 5;
const deployments = 200;
const childDeadlineMs = 180_000;

const workloads: readonly Workload[] = [
  { mode: 'saturation', rounds: 6000, concurrency: 50 },
  { mode: 'paced', seconds: 20, intervalMs: 5000 },
];
/** How much more a version may cost than the one before it. */
const mostGrowth = 1.25;

const { against } = parseArgs({ allowPositionals: true, options: { against: { type: 'string' } } }).values;
const here = new URL('.', import.meta.url);
/** At its own pace the whole agent is measured; at saturation its line, since no schedule saturates. */
const agentScripts = { saturation: 'subject-line.ts', paced: 'subject-agent.ts' };
const picket = { subject: 'picket', folder: here, scripts: agentScripts };
const yardstick =
  against === undefined
    ? {
        subject: 'raw undici loop',
        folder: here,
        scripts: { saturation: 'subject-raw.ts', paced: 'subject-raw.ts' },
      }
    : {
        subject: 'picket before',
        folder: pathToFileURL(`${resolve(against, 'bench')}/`),
        scripts: agentScripts,
      };

const cases = workloads.flatMap((work) =>
  (['fresh', 'kept'] as const).flatMap((connections) =>
    [yardstick, picket].map(({ subject, folder, scripts }) => ({
      work,
      connections,
      subject,
      script: new URL(scripts[work.mode], folder),
    })),
  ),
);

/** The first message of a child of ours; an error when it ends or its time is over before that. */
async function firstMessage<Message>(child: ChildProcess, script: URL): Promise<Message> {
  const signal = AbortSignal.timeout(childDeadlineMs);
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`${script.pathname} ended with ${code} before it said anything`);
  });
  const [message] = await Promise.race([once(child, 'message', { signal }), ended]);
  return message;
}

async function measure(script: URL, job: Job): Promise<Measured> {
  const child = fork(script, [JSON.stringify(job)]);
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

${markdownTable(rows, yardstick.subject)}

picket ${manifest.version}, undici ${manifest.dependencies.undici}, Node ${process.version}, ${platform()} ${release()} ${arch()},
${cpus().length} × ${cpu?.model ?? 'unknown CPU'}, ${Math.round(totalmem() / 1024 ** 3)} GiB.
`;
}

const originScript = new URL('origin.ts', here);
const origin = fork(originScript);
try {
  const rows = await measureAll(await firstMessage<string>(origin, originScript));
  const text = report(rows);
  process.stdout.write(`\n${text}`);
  if (against === undefined) writeFileSync(new URL('RESULTS.md', here), text);
  else if (rows.some((row) => ratioToYardstick(row, rows, yardstick.subject) > mostGrowth)) {
    process.stdout.write(`grew by more than ${mostGrowth} times\n`);
    process.exitCode = 1;
  }
} finally {
  origin.kill();
}
