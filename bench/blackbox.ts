// CPU per check at saturation, fresh connections: Picket's line against blackbox_exporter driven as hard as it goes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { blackboxCommand, blackboxModule, startBlackbox } from './blackbox-exporter.ts';
import { answerOf, cpuMsOf, firstMessage, startScript } from './child.ts';
import { equalDocuments } from './documents.ts';
import { interleaved } from './interleaved.ts';
import { checkPaths, type Job, type Measured } from './job.ts';
import { versionOf } from './program.ts';
import type { Report } from './report.ts';
import { saturate, warmUpRounds } from './subject.ts';
import { markdownTable, type Row, ratioToYardstick } from './table.ts';

const repeats = 5;
const deployments = 200;
const work = { mode: 'saturation', rounds: 6000, concurrency: 50 } as const;
/** 10,000 probes: it is compiled as it starts, and its heap and its connections stand by then. */
const blackboxWarmUpRounds = 5000;
/** Times blackbox_exporter. */
const most = 0.5;

const yardstick = 'blackbox_exporter';
const cases = [
  { mode: work.mode, connections: 'fresh', subject: yardstick, measure: blackboxCost },
  { mode: work.mode, connections: 'fresh', subject: 'picket', measure: lineCost },
];

function lineCost(origin: string): Promise<Measured> {
  const job: Job = { origin, deployments, connections: 'fresh', work };
  return answerOf('subject-line.ts', job);
}

/** Asked for probes over kept connections from here, which is another process. Rejects when a probe fails. */
async function blackboxCost(origin: string): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'picket-bench-'));
  try {
    const blackbox = await startBlackbox(folder);
    const pool = new Pool(`http://${blackbox.address}`, { connections: work.concurrency, allowH2: false });
    const round = async (index: number) => {
      for (const path of checkPaths) {
        const target = `${origin}/d${index}${path}`;
        const query = { module: blackboxModule, target };
        const { body } = await pool.request({ method: 'GET', path: '/probe', query });
        const page = await body.text();
        if (!page.includes('\nprobe_success 1\n')) throw new Error(`${target}:\n${page}`);
      }
    };
    try {
      await saturate(blackboxWarmUpRounds, work.concurrency, deployments, round);
      const startedMs = performance.now();
      const before = cpuMsOf(blackbox.pid);
      await saturate(work.rounds, work.concurrency, deployments, round);
      const cpuMs = cpuMsOf(blackbox.pid) - before;
      return { cpuMs, wallMs: performance.now() - startedMs, checks: work.rounds * checkPaths.length };
    } finally {
      await Promise.all([pool.destroy(), blackbox.end()]);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export async function bench(): Promise<Report> {
  const version = versionOf(blackboxCommand);
  const title = 'CPU per check at saturation, beside blackbox_exporter';
  const aim = { what: `fresh: times ${yardstick}`, most };
  if (version === null) {
    return {
      title,
      text: `Not measured: needs ${blackboxCommand}.`,
      aims: [{ ...aim, measured: Number.NaN }],
    };
  }
  const origin = startScript('origin.ts');
  try {
    const url = await firstMessage<string>(origin);
    const rows = await interleaved(repeats, cases, ({ measure }) => measure(url));
    const aims = rows.slice(1).map((row) => ({ ...aim, measured: ratioToYardstick(row, rows, yardstick) }));
    return { title, text: textOf(rows), aims, versions: [version] };
  } finally {
    await origin.end();
  }
}

function textOf(rows: readonly Row[]): string {
  return `Medians of ${repeats}. ${deployments} deployments with two checks each (status, regions) against a loopback
origin in a process of its own, plain HTTP, a fresh connection a round (Picket) or a probe (blackbox_exporter),
${work.concurrency} rounds at once, back to back. CPU is user and system time of the whole process after a warm-up:
${warmUpRounds} rounds of Picket, ${blackboxWarmUpRounds * checkPaths.length} probes of blackbox_exporter. Picket: the
line (examine, settle, count); neither its scheduler nor a flush of its store is in it, \`pace\` has both.
${equalDocuments} blackbox_exporter: one HTTP probe a check, which looks at the status and for one pattern in the
body, asked for over kept connections by another process, whose CPU is not counted.

${markdownTable(rows, yardstick)}`;
}
