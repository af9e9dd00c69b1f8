// The whole job at one pace: CPU of all processes that take part in it but the origin, with Picket and without.
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { blackboxCommand } from './blackbox-exporter.ts';
import { cpuMsOf, firstMessage, startScript } from './child.ts';
import { equalDocuments } from './documents.ts';
import { interleaved } from './interleaved.ts';
import { checkPaths, type Measured } from './job.ts';
import { versionOf } from './program.ts';
import type { Report } from './report.ts';
import { markdownTable, type Row, ratioToYardstick } from './table.ts';
import { blackboxWatches, picketWatches, scrapeSeconds, type Watcher } from './watchers.ts';

const repeats = 5;
const intervalSeconds = 5;
/** A little over the scrape interval, so that every window holds a scrape: more than its share, if anything. */
const windowSeconds = scrapeSeconds + 1;
/**
 * After the start. Picket writes its store out 60 s after its own, and in parts: that falls into the window, and is over
 * when it ends. blackbox_exporter has nothing of the kind to wait for, only its first probes.
 */
const beginsAfterMs = { picket: 47_000, blackbox: 15_000 };
/** Share of the checks due by which those done may differ. */
const mostAstray = 0.02;

const needed = ['prometheus', blackboxCommand];
const ca = fileURLToPath(new URL('../test/fixtures/tls/ca.pem', import.meta.url));

const yardstick = 'blackbox_exporter and Prometheus';
const picket = 'Picket and Prometheus';
const subjects = [
  { subject: yardstick, connections: 'fresh', start: blackboxWatches },
  { subject: picket, connections: 'fresh', start: picketWatches },
  { subject: picket, connections: 'kept', start: picketWatches },
] as const;

export interface SamePace {
  readonly title: string;
  /** Of the text, what the reader should know of this one. */
  readonly note?: string;
  readonly tls: boolean;
  /** Checks every 5 s, of all deployments together. */
  readonly paces: readonly number[];
  /** Times the yardstick. */
  readonly most: { readonly fresh: number; readonly kept: number };
}

type Case = (typeof subjects)[number] & { readonly mode: string; readonly checks: number };

export async function samePace({ title, note = '', tls, paces, most }: SamePace): Promise<Report> {
  const cases = paces.flatMap((checks) =>
    subjects.map((subject) => ({ ...subject, checks, mode: `${checks} checks every ${intervalSeconds} s` })),
  );
  const versions = needed.flatMap((command) => versionOf(command) ?? []);
  const complete = versions.length === needed.length;
  const rows = complete ? await interleaved(repeats, cases, (each) => measure(each, tls)) : [];
  const aims = cases.flatMap(({ subject, connections, mode }, at) => {
    if (subject === yardstick) return [];
    const row = rows[at];
    const measured = row === undefined ? Number.NaN : ratioToYardstick(row, rows, yardstick);
    return [{ what: `${mode}, ${connections}: times ${yardstick}`, most: most[connections], measured }];
  });
  const text = complete ? textOf(rows, tls, note) : `Not measured: needs ${needed.join(' and ')}.`;
  return { title, text, aims, versions };
}

/** An origin and a watcher of their own, so that none finds the connections or the memory of another. */
async function measure({ subject, checks, connections, start }: Case, tls: boolean): Promise<Measured> {
  const origin = startScript('origin.ts', tls ? ['tls'] : []);
  try {
    const watcher = await start({
      origin: await firstMessage<string>(origin),
      deployments: checks / checkPaths.length,
      intervalSeconds,
      connections,
      ...(tls ? { caFile: ca } : {}),
    });
    try {
      return await costOf(watcher, checks, subject === picket);
    } finally {
      await watcher.end();
    }
  } finally {
    await origin.end();
  }
}

/** Of one window. Rejects when checks that were due were not done, or one failed, or no flush came that was due. */
async function costOf(
  { pids, startedMs: bornMs, tally }: Watcher,
  checksAnInterval: number,
  flushes: boolean,
): Promise<Measured> {
  const cpuMs = () => pids.reduce((sum, pid) => sum + cpuMsOf(pid), 0);
  const dueIn = (ms: number) => (checksAnInterval * ms) / (intervalSeconds * 1000);
  const afterMs = flushes ? beginsAfterMs.picket : beginsAfterMs.blackbox;
  const waitMs = bornMs + afterMs - performance.now();
  if (waitMs < 0) throw new Error(`not every check had run within ${afterMs} ms`);
  await setTimeout(waitMs);
  const tallyingMs = performance.now();
  const before = await tally();
  const startedMs = performance.now();
  const cpuMsBefore = cpuMs();
  await setTimeout(windowSeconds * 1000);
  const cost = { cpuMs: cpuMs() - cpuMsBefore, wallMs: performance.now() - startedMs };
  const after = await tally();
  const checks = after.checks - before.checks;
  // To tally takes a moment, in which checks go on.
  const [least, most] = [dueIn(cost.wallMs), dueIn(performance.now() - tallyingMs)];
  const done = checks >= least * (1 - mostAstray) && checks <= most * (1 + mostAstray);
  const [scrapes, bad] = [after.scrapes - before.scrapes, after.bad - before.bad];
  const flushed = after.commits > before.commits;
  if (!done || scrapes === 0 || bad > 0 || flushed !== flushes) {
    throw new Error(
      `${checks} checks done, ${least} to ${most} due; ${scrapes} scrapes; ${bad} failed or skipped; ` +
        `flushed: ${flushed}`,
    );
  }
  return { ...cost, checks: least };
}

function textOf(rows: readonly Row[], tls: boolean, note: string): string {
  const transport = tls ? 'TLS 1.3 with an ECDSA P-256 certificate' : 'plain HTTP';
  return `Medians of ${repeats}. Deployments with two checks each (status, regions) against a loopback origin in a
process of its own, ${transport}. CPU is user and system time, in a window of ${windowSeconds} s, of all processes of
the job but the origin. Picket: \`picket run\`, checks every ${intervalSeconds} s, its store on disk, scraped every
${scrapeSeconds} s. It writes its store out once a minute: every window, which begins ${beginsAfterMs.picket / 1000} s
after the start, holds one such flush, and so counts it fourfold, which is against Picket. ${equalDocuments}
blackbox_exporter: one HTTP probe a check, asked for by Prometheus every ${intervalSeconds} s, which looks at the status
and for one pattern in the body; it has no kept connections; its window begins ${beginsAfterMs.blackbox / 1000} s after the start. Every check that was due was done, and none failed. "Fresh"
opens a connection a round, "kept" reuses one a deployment (\`keep_alive: 10m\`; none is renewed within the window).
"Times the yardstick" is the median of the ratios within each repeat (least to most).${note}

${markdownTable(rows, yardstick)}`;
}
