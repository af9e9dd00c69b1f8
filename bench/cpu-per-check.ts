// CPU per check of the line, everything included, against a raw undici loop in the same run: `npm run bench -- cpu`;
// or against another checkout of Picket, its dependencies installed: `npm run bench -- cpu --against FOLDER`.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { answerOf, firstMessage, startScript } from './child.ts';
import { equalDocuments } from './documents.ts';
import { interleaved } from './interleaved.ts';
import type { Measured, Workload } from './job.ts';
import type { Aim, Report } from './report.ts';
import { warmUpRounds } from './subject.ts';
import { markdownTable, type Row, ratioToYardstick } from './table.ts';

const repeats = 7;
const deployments = 200;
const work: Workload = { mode: 'saturation', rounds: 20_000, concurrency: 50 };

/** Times the raw loop of the same connection mode, everything included. */
const mostTimesRaw = 1.6;
/** How much more a version may cost than the one before it. */
const mostGrowth = 1.25;

const { against } = parseArgs({ allowPositionals: true, options: { against: { type: 'string' } } }).values;
const here = new URL('.', import.meta.url);
const picket = { subject: 'picket', script: 'subject-line.ts', folder: here, isAnew: false };
const before = (folder: string) => ({
  ...picket,
  subject: 'picket before',
  folder: pathToFileURL(`${resolve(folder, 'bench')}/`),
});
const subjects =
  against === undefined
    ? [
        { ...picket, subject: 'raw undici loop', script: 'subject-raw.ts' },
        picket,
        { ...picket, subject: 'picket, every document anew', isAnew: true },
      ]
    : [before(against), picket];
const yardstick = against === undefined ? 'raw undici loop' : 'picket before';

const cases = (['fresh', 'kept'] as const).flatMap((connections) =>
  subjects.map((subject) => ({ ...subject, mode: work.mode, connections })),
);

function textOf(rows: readonly Row[]): string {
  return `Medians of ${repeats}. ${deployments} deployments with two checks each (status, regions) against a loopback
origin in a process of its own, plain HTTP. CPU is user and system time of the subject's whole process after a warm-up
of ${warmUpRounds} rounds, as an agent runs for months. Saturation: the line (examine, settle, count),
${work.concurrency} rounds at once, back to back; neither its scheduler nor a flush of its store is in it, \`pace\`
has both. "Fresh" opens a connection a round, "kept" reuses one a deployment. "Times the yardstick" is the median of
the ratios within each repeat.

${equalDocuments}
"Every document anew" has the lists of each document in another order than the one before, so that every rule runs
each time; it is shown, and held to nothing.

${markdownTable(rows, yardstick)}`;
}

function aimsOf(rows: readonly Row[]): Aim[] {
  return rows
    .filter(({ subject }) => subject === picket.subject)
    .map((row) => ({
      what: `${row.mode}, ${row.connections}: times ${yardstick}`,
      most: against === undefined ? mostTimesRaw : mostGrowth,
      measured: ratioToYardstick(row, rows, yardstick),
    }));
}

export async function bench(): Promise<Report> {
  const origins = { same: startScript('origin.ts'), anew: startScript('origin.ts', ['anew']) };
  try {
    const same = await firstMessage<string>(origins.same);
    const anew = await firstMessage<string>(origins.anew);
    const rows = await interleaved(repeats, cases, ({ script, folder, isAnew, connections }) =>
      answerOf<Measured>(script, { origin: isAnew ? anew : same, deployments, connections, work }, folder),
    );
    return { title: 'CPU per check', text: textOf(rows), aims: aimsOf(rows) };
  } finally {
    await Promise.all([origins.same.end(), origins.anew.end()]);
  }
}
