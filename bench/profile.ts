// Where the line's CPU goes: `npm run bench -- profile`; a table by group, and a flame graph for each connection mode.
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstMessage, startScript } from './child.ts';
import { type CpuProfile, type Frame, framesOf, selfByGroup } from './cpu-profile.ts';
import { flameGraph } from './flame-graph.ts';
import type { Job, Measured } from './job.ts';
import type { Report } from './report.ts';

const deployments = 200;
const work = { mode: 'saturation', rounds: 20_000, concurrency: 50 } as const;
const modes = ['fresh', 'kept'] as const;
const out = new URL('out/', import.meta.url);
const profileName = 'line.cpuprofile';

/** The line at saturation under Node's own sampling, from its start to its end. */
async function profileOf(origin: string, connections: Job['connections']): Promise<Frame> {
  const folder = mkdtempSync(join(tmpdir(), 'picket-bench-'));
  const job: Job = { origin, deployments, connections, work };
  const child = startScript(
    'subject-line.ts',
    [JSON.stringify(job)],
    ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-name=${profileName}`],
  );
  try {
    const ended = once(child.process, 'exit');
    await firstMessage<Measured>(child);
    // It is written as the process ends.
    await ended;
    return framesOf(JSON.parse(readFileSync(join(folder, profileName), 'utf8')) as CpuProfile);
  } finally {
    await child.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

function textOf(roots: readonly Frame[]): string {
  const shares = roots.map((root) => {
    const sums = [...selfByGroup(root)];
    return new Map(sums.map(([group, us]) => [group, (100 * us) / root.totalUs]));
  });
  const groups = new Set(shares.flatMap((share) => [...share.keys()]));
  const lines = [...groups].map((group) => {
    const cells = shares.map((share) => `${(share.get(group) ?? 0).toFixed(1)} %`);
    return `| ${group} | ${cells.join(' | ')} |`;
  });
  return `Self time on the main thread, what was idle left out: the line at saturation (examine, settle, count),
${work.rounds} rounds of two checks, ${deployments} deployments, ${work.concurrency} rounds at once, plain HTTP, its
warm-up included, the loading of modules left out. Native functions count to the code that calls them. The flame
graphs are in \`bench/out/\`.

| whose code | ${modes.join(' | ')} |
|---|${modes.map(() => '---|').join('')}
${lines.join('\n')}`;
}

export async function bench(): Promise<Report> {
  const origin = startScript('origin.ts');
  try {
    const url = await firstMessage<string>(origin);
    const roots: Frame[] = [];
    mkdirSync(out, { recursive: true });
    for (const mode of modes) {
      const root = await profileOf(url, mode);
      roots.push(root);
      const file = new URL(`flame-${mode}.svg`, out);
      const title = `The line at saturation, ${mode} connections: ${(root.totalUs / 1e6).toFixed(1)} s of CPU`;
      writeFileSync(file, flameGraph(title, root, [...selfByGroup(root).keys()]));
      process.stdout.write(`${file.pathname}\n`);
    }
    return { title: 'where the CPU goes', text: textOf(roots), aims: [] };
  } finally {
    await origin.end();
  }
}
