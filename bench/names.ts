// Names and their look-ups: `npm run bench -- names`. 10,000 hosts behind a resolver that takes 20 ms, and then with a
// zone that never answers, against the same fleet by address; in namespaces of its own, with a name server of its own.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { firstMessage } from './child.ts';
import { intervalSeconds, type NamesJob, type Seen, sortsOfFleet } from './names-job.ts';
import { spawned } from './program.ts';
import type { Aim, Report } from './report.ts';
import { median, spread } from './table.ts';

const job: NamesJob = { repeats: 5, deployments: 10_000, delayMs: 20, darkShare: 0.01 };
/** Tolerances of ours, but for the delay. */
const most = { delayMs: 100, movedMedianMs: 1, movedTailMs: 5, dnsMedianMs: 2, dnsTailMs: 5 };

/** glibc reads both anew in each process: files first, then the name server; no search domain, its own timeouts. */
const files = {
  'resolv.conf': 'nameserver 127.0.0.1\nsearch .\n',
  'nsswitch.conf': 'hosts: files dns\n',
};
/** Arguments: the folder with these files, then the program. */
const enter = `ip link set lo up && mount --bind "$0/resolv.conf" /etc/resolv.conf &&
mount --bind "$0/nsswitch.conf" /etc/nsswitch.conf && exec "$@"`;

const namespaces = ['--map-root-user', '--mount', '--net'];

/** Whether this machine has what that takes, and gives leave to it. */
function canEnter(): boolean {
  return spawnSync('unshare', [...namespaces, 'sh', '-c', 'ip link set lo up']).status === 0;
}

/** All of it runs in a user, mount and network namespace: port 53 is free there, and nothing outside changes. */
async function measure(): Promise<Seen[]> {
  const folder = mkdtempSync(join(tmpdir(), 'picket-bench-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const script = fileURLToPath(new URL('names-inside.ts', import.meta.url));
  const program = [process.execPath, script, JSON.stringify(job)];
  const inside = spawned('unshare', [...namespaces, 'sh', '-c', enter, folder, ...program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // NaN is a number here: a phase that did not happen.
    serialization: 'advanced',
  });
  try {
    const seen: Seen[] = [];
    while (seen.length < job.repeats * sortsOfFleet.length) seen.push(await firstMessage<Seen>(inside));
    return seen;
  } finally {
    await inside.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

const shown: readonly (readonly [title: string, of: (seen: Seen) => number])[] = [
  ['skipped', ({ skipped }) => skipped],
  ['rounds lost', ({ lost }) => lost],
  ['failed, of names that answer', ({ failed }) => failed],
  ['start delay p99', ({ delayMs }) => delayMs],
  ['resolver p50', ({ truthMs }) => truthMs[0]],
  ['resolver p99', ({ truthMs }) => truthMs[1]],
  ['dns p50', ({ dnsMs }) => dnsMs[0]],
  ['dns p99', ({ dnsMs }) => dnsMs[1]],
  ['connect p50', ({ connectMs }) => connectMs[0]],
  ['connect p99', ({ connectMs }) => connectMs[1]],
  ['MB', ({ peakMb }) => peakMb],
];

function textOf(all: readonly Seen[]): string {
  const lines = sortsOfFleet.map((sort) => {
    const taken = all.filter((seen) => seen.sort === sort);
    const cells = shown.map(([, of]) => {
      const numbers = taken.map(of);
      return numbers.every(Number.isNaN) ? '' : spread(numbers, 1);
    });
    return `| ${sort} | ${cells.join(' | ')} |`;
  });
  const titles = shown.map(([title]) => title);
  return `The agent as it is run, ${job.deployments} deployments of two checks every ${intervalSeconds} s, a fresh
connection a round, over one interval; medians of ${job.repeats} (least to most), ms. "by address" has no names, "by
name" a host each, "one zone dark" the same with ${100 * job.darkShare} % of the hosts in a zone that never answers:
its own are left out of the phases and failures. The look-ups are glibc's own, A and AAAA side by side, from a name
server on 127.0.0.1:53 in a mount and network namespace; "resolver" is what that server took, by its own clock, for
each query. Rounds lost are those for which the agent itself had no room to look a name up. What these phases may take
beyond the fleet by address and beyond the resolver is a tolerance of ours.

| fleet | ${titles.join(' | ')} |
|---|${titles.map(() => '---|').join('')}
${lines.join('\n')}`;
}

function aimsOf(all: readonly Seen[]): Aim[] {
  const of = (sort: Seen['sort']) => all.filter((seen) => seen.sort === sort);
  const literal = of('by address');
  return (['by name', 'one zone dark'] as const).flatMap((sort) => {
    const taken = of(sort);
    const aim = (what: string, limit: number, measured: (seen: Seen, repeat: number) => number): Aim => ({
      what: `${sort}: ${what}`,
      most: limit,
      measured: median(taken.map(measured)),
    });
    /** In no repeat, not in the median one. */
    const never = (what: string, measured: (seen: Seen) => number): Aim => ({
      what: `${sort}: ${what}, the most of the repeats`,
      most: 0,
      measured: Math.max(...taken.map(measured)),
    });
    const moved = (at: 0 | 1) => (seen: Seen, repeat: number) =>
      seen.connectMs[at] - (literal[repeat]?.connectMs[at] ?? Number.NaN);
    return [
      never('runs skipped', ({ skipped }) => skipped),
      never('failed runs of names that answer', ({ failed }) => failed),
      // In the dark the agent refuses what it has no room to look up: that is how the others are kept from waiting.
      ...(sort === 'by name' ? [never('rounds lost', ({ lost }) => lost)] : []),
      aim('start delay p99, ms', most.delayMs, ({ delayMs }) => delayMs),
      aim('connect p50 beyond that by address, ms', most.movedMedianMs, moved(0)),
      aim('connect p99 beyond that by address, ms', most.movedTailMs, moved(1)),
      aim('dns p50 beyond the resolver, ms', most.dnsMedianMs, (seen) => seen.dnsMs[0] - seen.truthMs[0]),
      aim('dns p99 beyond the resolver, ms', most.dnsTailMs, (seen) => seen.dnsMs[1] - seen.truthMs[1]),
    ];
  });
}

export async function bench(): Promise<Report> {
  const title = 'names behind a slow resolver';
  if (!canEnter()) {
    const text = 'Left out: it needs Linux with unshare, mount and ip, and leave to make namespaces.';
    return { title, text, aims: [{ what: 'that it can run here', most: 0, measured: Number.NaN }] };
  }
  const seen = await measure();
  return { title, text: textOf(seen), aims: aimsOf(seen) };
}
