// How far people who look move a measured latency, as a table and as numbers that must hold; pure.
import {
  course,
  flapping,
  readers,
  rowsInSight,
  type Viewers,
  type Window,
  watchedDeployments,
  windowMs,
} from './page-latency.ts';
import type { Aim } from './report.ts';
import { intervalSeconds } from './rig-job.ts';
import { grid, median, spread } from './table.ts';
import { quantile } from './truth.ts';

/** Tolerances of ours. */
const most = { p50Ms: 0.5, p99Ms: 5 };
const looking = [...new Set(course)].filter((viewers) => viewers > 0);
const shares = [0.5, 0.95, 0.99];

type Read = (window: Window) => readonly number[];
const agent: Read = ({ agentMs }) => agentMs;
const bare: Read = ({ bareMs }) => bareMs;

/** How far windows of so many viewers are from those without any of the same cycle: one number a cycle. */
function shifts(windows: readonly Window[], viewers: Viewers, read: Read, share: number): readonly number[] {
  return byCycle(windows).map((cycle) => {
    const at = (wanted: Viewers) =>
      quantile(cycle.filter((window) => window.viewers === wanted).flatMap(read), share);
    return at(viewers) - at(0);
  });
}

/** How far the two windows without a viewer are from each other: the noise that a shift is seen beside. */
function noises(windows: readonly Window[], read: Read, share: number): readonly number[] {
  return byCycle(windows).map((cycle) => {
    const quiet = cycle.filter(({ viewers }) => viewers === 0).map((window) => quantile(read(window), share));
    return Math.max(...quiet) - Math.min(...quiet);
  });
}

function byCycle(windows: readonly Window[]): readonly (readonly Window[])[] {
  return [...Map.groupBy(windows, ({ cycle }) => cycle).values()];
}

export function movedText(windows: readonly Window[]): string {
  const cells = (of: (read: Read, share: number) => readonly number[]) =>
    [agent, bare].flatMap((read) => shares.map((share) => spread(of(read, share), 2)));
  const at = (viewers: Viewers) => windows.filter((window) => window.viewers === viewers);
  const told = (viewers: Viewers) => [
    spread(
      at(viewers).map(({ seen }) => (1000 * seen.changes) / Math.max(1, viewers) / windowMs),
      0,
    ),
    spread(
      at(viewers).map(({ seen }) => seen.fragments),
      0,
    ),
    spread(
      at(viewers).map(({ residentMb }) => residentMb),
      0,
    ),
  ];
  const rows = [
    ['none', ...cells((read, share) => at(0).map((window) => quantile(read(window), share))), ...told(0)],
    [
      'none, one window beside the other',
      ...cells((read, share) => noises(windows, read, share)),
      '',
      '',
      '',
    ],
    ...looking.map((viewers) => [
      `${viewers}, against none`,
      ...cells((read, share) => shifts(windows, viewers, read, share)),
      ...told(viewers),
    ]),
  ];
  const heads = ['viewers', 'p50', 'p95', 'p99', 'bare client, p50', 'p95', 'p99'];
  return `${watchedDeployments} deployments with two checks each, every ${intervalSeconds} s, fresh connections, and ${flapping} that go
down or come back every second. What runs are told to take (first_byte and transfer) beyond the origin's truth of the very
request, ms, in windows of an interval in turn: none, one and many listen to \`/api/v2/events\`, and up to ${readers} of
them read rows as an open page does (those that changed, and ${rowsInSight} in sight every 15 s). Medians of ${byCycle(windows).length}
cycles (least to most). The bare client is a process of its own: what moves it is the machine. What may move is a
tolerance of ours.

${grid([...heads, 'changes a second to each', 'fragments', 'resident, MB'], rows)}`;
}

export function movedAims(windows: readonly Window[]): Aim[] {
  return looking.flatMap((viewers) => [
    {
      what: `viewers, ${viewers} of them: ms by which p50 moves`,
      most: most.p50Ms,
      measured: median(shifts(windows, viewers, agent, 0.5)),
    },
    {
      what: `viewers, ${viewers} of them: ms by which p99 moves`,
      most: most.p99Ms,
      measured: median(shifts(windows, viewers, agent, 0.99)),
    },
  ]);
}
