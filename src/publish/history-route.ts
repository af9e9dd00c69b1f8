// The route of one deployment's history: rollups of its runs, in the length that is asked for.
import { z } from 'zod';
import { listOf as listSchema } from '../contract/resources.ts';
import { type Rollup, resolutions } from '../model/history.ts';
import { sendJson } from './answers.ts';
import type { App, RouteContext } from './app.ts';
import { rollupItem } from './deployment.ts';
import { deploymentParams, findDeployment } from './deployment-routes.ts';
import { listOf } from './document.ts';
import { Refusal } from './refusal.ts';
import { apiSchemas, check, errorSchema, rollupSchema } from './schemas.ts';

const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const minWindowMs = unitMs.m;
/** The longest that the store may be told to remember. */
const maxWindowDays = 3650;
const bounds = `1m to ${maxWindowDays}d`;

const window = z
  .string()
  .regex(/^\d{1,9}[smhd]$/, { error: 'expected a duration such as 24h' })
  .refine((text) => durationMs(text) >= minWindowMs && durationMs(text) <= maxWindowDays * unitMs.d, {
    error: `expected ${bounds}`,
  })
  .default('24h')
  .register(apiSchemas, { description: `How far back, ${bounds}; ends at the latest snapshot.` });

type Resolution = keyof typeof resolutions;
/** Finest first. */
const resolutionNames = Object.keys(resolutions) as Resolution[];

const resolution = z
  .enum(resolutionNames)
  .optional()
  .register(apiSchemas, {
    description: `Length of the buckets; unless given, the finest that is kept for all of the window. 5m is kept for ${daysOf('5m')} days and 1h for ${daysOf('1h')}: a longer window is refused with 400, as what is not kept would look like no data. 1d is kept as long as \`store.history\` says, and at least ${daysOf('1d')} days; what is older is left out.`,
  });

const historyQuery = z.object({
  window,
  resolution,
  check: check.optional().register(apiSchemas, { description: 'All checks unless given.' }),
});

export function historyRoute(app: App, { sources, answers }: RouteContext): void {
  app.get(
    '/api/v2/deployments/:id/history',
    {
      schema: {
        summary: 'Rollups of the runs of one deployment, oldest first',
        params: deploymentParams,
        querystring: historyQuery,
        response: { 200: listSchema(rollupSchema), '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const snapshot = sources.snapshot();
      const { id } = findDeployment(snapshot, request.params.id).deployment;
      const { window, resolution, check } = request.query;
      const windowMs = durationMs(window);
      const lengthMs = lengthOf(resolution ?? finestOver(windowMs), windowMs);
      const sinceMs = snapshot.atMs - windowMs;
      const answer = await answers.of(snapshot, `history ${id} ${windowMs} ${lengthMs} ${check}`, () =>
        listed(sources.history(id, sinceMs, lengthMs, check)),
      );
      return sendJson(request, reply, answer, 'no-store');
    },
  );
}

/** The list envelope in pieces: 90 days of hours of six checks at once would hold up the event loop. */
function* listed(parts: Iterable<readonly Rollup[]>): Generator<string> {
  const [before, after] = JSON.stringify(listOf([])).split('[]');
  yield `${before}[`;
  let isFirst = true;
  for (const part of parts) {
    const items = part.map((rollup) => JSON.stringify(rollupItem(rollup))).join();
    yield items === '' || isFirst ? items : `,${items}`;
    isFirst &&= items === '';
  }
  yield `]${after}`;
}

/** The finest that is kept for all of the window, or the coarsest: by the store's clock, it would change from one moment to the next. */
function finestOver(windowMs: number): Resolution {
  return resolutionNames.find((name) => windowMs <= resolutions[name].keptMs) ?? '1d';
}

/** Refused with 400 where buckets so short are not kept for all of the window; of days there are no longer ones. */
function lengthOf(resolution: Resolution, windowMs: number): number {
  const { lengthMs, keptMs } = resolutions[resolution];
  if (resolution === '1d' || windowMs <= keptMs) return lengthMs;
  throw new Refusal(
    400,
    'resolution_not_kept',
    `resolution=${resolution} is kept for ${daysOf(resolution)} days: ask for a window of at most ${daysOf(resolution)}d, or a coarser resolution.`,
  );
}

function daysOf(resolution: Resolution): number {
  return resolutions[resolution].keptMs / unitMs.d;
}

function durationMs(text: string): number {
  return Number(text.slice(0, -1)) * unitMs[text.slice(-1) as keyof typeof unitMs];
}
