// CPU per check of the line, everything included, against a raw undici loop in the same run: `npm run bench -- cpu`;
// or against another checkout of Picket, its dependencies installed: `npm run bench -- cpu --against FOLDER`.
import { fork } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { answerOf, firstMessage } from './child.ts';
import { interleaved } from './interleaved.ts';
import type { Measured, Workload } from './job.ts';
import type { Aim, Report } from './report.ts';
import { markdownTable, type Row, ratioToYardstick } from './table.ts';

const repeats = 7;
const deployments = 200;

/** Times the raw loop of the same connection mode, everything included. */
const mostTimesRaw = 1.6;
/** How much more a version may cost than the one before it. */
const mostGrowth = 1.25;

const { against } = parseArgs({ allowPositionals: true, options: { against: { type: 'string' } } }).values;
const here = new URL('.', import.meta.url);
const saturation: Workload = { mode: 'saturation', rounds: 20_000, concurrency: 50 };
/** At a pace, the whole agent is held to what others cost by `npm run bench -- pace`. */
const workloads: readonly Workload[] =
  against === undefined ? [saturation] : [saturation, { mode: 'paced', seconds: 20, intervalMs: 5000 }];
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
      mode: work.mode,
      work,
      connections,
      subject,
      script: new URL(scripts[work.mode], folder),
    })),
  ),
);

function textOf(rows: readonly Row[]): string {
  return `Medians of ${repeats}. ${deployments} deployments with two checks each
(status, regions) against a loopback origin in a process of its own, plain HTTP. CPU is user and system time
of the subject's whole process after a warm-up of 30,000 rounds, as an agent runs for months. Saturation: the line
(examine, settle, count), 50 rounds at once, back to back; no status document is like the one before. "Fresh" opens a
connection a round, "kept" reuses one a deployment. "Times the yardstick" is the median of the ratios within each
repeat.

${markdownTable(rows, yardstick.subject)}`;
}

function aimsOf(rows: readonly Row[]): Aim[] {
  return rows
    .filter(({ subject }) => subject === picket.subject)
    .map((row) => ({
      what: `${row.mode}, ${row.connections}: times ${yardstick.subject}`,
      most: against === undefined ? mostTimesRaw : mostGrowth,
      measured: ratioToYardstick(row, rows, yardstick.subject),
    }));
}

export async function bench(): Promise<Report> {
  const origin = fork(new URL('origin.ts', here));
  try {
    const url = await firstMessage<string>(origin);
    const rows = await interleaved(repeats, cases, ({ script, work, connections }) =>
      answerOf<Measured>(script, { origin: url, deployments, connections, work }),
    );
    return { title: 'CPU per check', text: textOf(rows), aims: aimsOf(rows) };
  } finally {
    origin.kill();
  }
}
