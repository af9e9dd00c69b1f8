// What the bench of the page has found, as tables and as numbers that must hold; pure.
import type { Coding, Cost, WarmCosts } from './page-cost.ts';
import { codings } from './page-cost.ts';
import type { Window } from './page-latency.ts';
import { movedAims, movedText } from './page-moved.ts';
import type { Arrival, Handling, Sight } from './page-sight.ts';
import type { Aim, Report } from './report.ts';
import { grid, median, spread } from './table.ts';

/** Of an agent with checks every so often. */
export interface Costs {
  readonly intervalSeconds: number;
  readonly cold: readonly Cost[];
  readonly warm: WarmCosts;
}

export interface Found {
  readonly deployments: number;
  readonly costs: readonly Costs[];
  /** CPU an answer of the bare server. */
  readonly bare: Readonly<Record<Coding, number>>;
  readonly sight: Sight;
  readonly windows: readonly Window[];
  readonly memory: { readonly views: number; readonly beforeMb: number; readonly afterMb: number };
}

const most = { cpuMs: 100, seenMs: 1000 };

export function reportOf(found: Found): Report {
  return {
    title: `the fleet's page with ${found.deployments} deployments`,
    text: [costText(found), sightText(found), movedText(found.windows), memoryText(found)].join('\n\n'),
    aims: aimsOf(found),
    versions: [found.sight.version],
  };
}

function costText({ deployments, costs, bare }: Found): string {
  const rows = costs.flatMap(({ intervalSeconds, cold, warm }) => {
    const every = `every ${intervalSeconds} s`;
    const idle = warm.quiet.map(({ cpuMs }) => cpuMs);
    const held = warm.quiet.map(({ heldMs }) => heldMs);
    return [
      [`${every}, no answer`, `${spread(idle, 0)} a second`, spread(held, 0), '', ''],
      [`${every}, the first since the start, gzip`, ...cellsOf(cold)],
      ...codings.map((coding) => [`${every}, ${coding}`, ...cellsOf(warm.answers[coding])]),
    ];
  });
  const bareRows = codings.map((coding) => [`bare server, ${coding}`, bare[coding].toFixed(1), '', '', '']);
  const heads = ['answers', 'CPU ms an answer', 'loop held, ms', 'waited for, ms', 'MB'];
  return `\`picket run\` on a file of ${deployments} deployments with two checks each, its store on disk with 90 days
of history of each check (days and hours, 48 h of 5 min) and an incident a month of each deployment. Each answer is
from another snapshot. CPU is the whole process's, packing included, beyond what it took in a window without an answer
just before; medians of windows (least to most). The loop's longest pass and the longest wait for an answer are those of
a whole window. The bare server has the same bytes ready, and packs them for each who asks.

${grid(heads, [...rows, ...bareRows])}`;
}

function cellsOf(costs: readonly Cost[]): string[] {
  const of = (read: (cost: Cost) => number, digits: number) => spread(costs.map(read), digits);
  const bytes = median(costs.map((cost) => cost.bytes)) / 1e6;
  return [
    of(({ cpuMs }) => cpuMs, 1),
    of(({ heldMs }) => heldMs, 0),
    of(({ waitedMs }) => waitedMs, 0),
    bytes.toFixed(2),
  ];
}

const arrivals: readonly (readonly [string, keyof Arrival])[] = [
  ['the page has come', 'answeredMs'],
  ['first contentful paint', 'firstPaintMs'],
  ['its modules have run', 'interactiveMs'],
  ['loaded', 'loadedMs'],
  ['longest task', 'longestTaskMs'],
];
const handlings: readonly (readonly [string, keyof Handling])[] = [
  ['a character of the filter typed', 'filteredMs'],
  ['that taken back, all rows shown', 'shownAgainMs'],
  ['ordered by name', 'orderedMs'],
];

function sightText({ sight }: Found): string {
  const { agent, bare, handled } = sight;
  const of = <Each>(some: readonly Each[], read: (each: Each) => number) => spread(some.map(read), 0);
  const rows = [
    ...arrivals.map(([what, name]) => [
      what,
      of(agent, (each) => each[name]),
      of(bare, (each) => each[name]),
    ]),
    ...handlings.map(([what, name]) => [
      what,
      of(handled, (each) => each[name]),
      of(handled, ({ framesMs }) => framesMs),
    ]),
  ];
  return `Headless Chromium, ${agent.length} visits with an empty cache each, medians (least to most): ms since the
navigation, and of what is typed and chosen from the event until the frame that shows it has been painted. The
yardstick is the same page with all that it loads from the bare server; of what is typed and chosen, two frames of the
page in which nothing is done.

${grid(['ms', 'agent', 'yardstick'], rows)}`;
}

function memoryText({ memory: { views, beforeMb, afterMb } }: Found): string {
  return `Resident before and after ${views} more answers with the page: ${beforeMb.toFixed(0)} and ${afterMb.toFixed(0)} MB.`;
}

function aimsOf({ costs, sight, windows }: Found): Aim[] {
  const cpu = costs.flatMap(({ intervalSeconds, warm }) =>
    codings.map((coding) => ({
      what: `ms of CPU an answer, every ${intervalSeconds} s, ${coding}`,
      most: most.cpuMs,
      measured: median(warm.answers[coding].map(({ cpuMs }) => cpuMs)),
    })),
  );
  const paint = {
    what: 'ms to the first contentful paint',
    most: most.seenMs,
    measured: median(sight.agent.map(({ firstPaintMs }) => firstPaintMs)),
  };
  const handled = handlings.map(([what, name]) => ({
    what: `ms, ${what}`,
    most: most.seenMs,
    measured: median(sight.handled.map((each) => each[name])),
  }));
  return [...cpu, paint, ...handled, ...movedAims(windows)];
}
