// The routes of our own resource: deployments, one of them with everything, and its history.
import { z } from 'zod';
import { listOf as listSchema } from '../contract/resources.ts';
import type { Uptime } from '../model/history.ts';
import type { DeploymentView, Snapshot } from '../model/snapshot.ts';
import { sendJson } from './answers.ts';
import type { App, RouteContext } from './app.ts';
import { deploymentResource, rollupItem } from './deployment.ts';
import { deploymentSchema } from './deployment-schema.ts';
import { listOf } from './document.ts';
import { Refusal } from './refusal.ts';
import { apiSchemas, errorSchema, rollupSchema } from './schemas.ts';
import { selectDeployments, selectionQuery } from './selection.ts';

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

export const deploymentParams = z.object({ id: z.string() });
const notKept = 'no-store';

export function deploymentRoutes(app: App, context: RouteContext): void {
  listRoute(app, context);
  oneRoute(app, context);
  historyRoute(app, context);
}

/** The configured deployment of that id; refused with 404 where there is none. */
export function findDeployment(snapshot: Snapshot, id: string): DeploymentView {
  const view = snapshot.deployments.find(({ deployment }) => deployment.id === id);
  if (view === undefined) throw new Refusal(404, 'unknown_deployment', 'No deployment has this id.');
  return view;
}

function listRoute(app: App, { sources, answers }: RouteContext): void {
  const page = listSchema(deploymentSchema).extend({ next_cursor: z.string().nullable() });
  app.get(
    '/api/v2/deployments',
    {
      schema: {
        summary: 'Deployments',
        querystring: selectionQuery,
        response: { 200: page, '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const snapshot = sources.snapshot();
      const { query } = request;
      const answer = await answers.of(snapshot, `deployments ${JSON.stringify(query)}`, () => {
        const { views, nextCursor } = selectDeployments(snapshot, query);
        return pageOf(views, sources.uptime(), query.expand === 'findings', nextCursor);
      });
      return sendJson(request, reply, answer, notKept);
    },
  );
}

/** A list envelope in pieces, a deployment each: a thousand at once would hold up the event loop. */
function* pageOf(
  views: readonly DeploymentView[],
  uptime: ReadonlyMap<string, Uptime>,
  withFindings: boolean,
  nextCursor: string | null,
): Generator<string> {
  const [before, after] = JSON.stringify({ ...listOf([]), next_cursor: nextCursor }).split('[]');
  yield `${before}[`;
  for (const [index, view] of views.entries()) {
    const resource = deploymentResource(view, uptime.get(view.deployment.id), withFindings);
    yield `${index === 0 ? '' : ','}${JSON.stringify(resource)}`;
  }
  yield `]${after}`;
}

function oneRoute(app: App, { sources, answers }: RouteContext): void {
  app.get(
    '/api/v2/deployments/:id',
    {
      schema: {
        summary: 'One deployment, with its findings',
        params: deploymentParams,
        response: { 200: deploymentSchema, '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const snapshot = sources.snapshot();
      const view = findDeployment(snapshot, request.params.id);
      const { id } = view.deployment;
      const answer = await answers.of(snapshot, `deployment ${id}`, () => [
        JSON.stringify(deploymentResource(view, sources.uptime().get(id), true)),
      ]);
      return sendJson(request, reply, answer, notKept);
    },
  );
}

function historyRoute(app: App, { sources, answers }: RouteContext): void {
  app.get(
    '/api/v2/deployments/:id/history',
    {
      schema: {
        summary: 'Rollups of the runs of one deployment, oldest first',
        params: deploymentParams,
        querystring: z.object({ window }),
        response: { 200: listSchema(rollupSchema), '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const snapshot = sources.snapshot();
      const { id } = findDeployment(snapshot, request.params.id).deployment;
      const windowMs = durationMs(request.query.window);
      const answer = await answers.of(snapshot, `history ${id} ${windowMs}`, () => [
        JSON.stringify(listOf(sources.history(id, snapshot.atMs - windowMs).map(rollupItem))),
      ]);
      return sendJson(request, reply, answer, notKept);
    },
  );
}

function durationMs(text: string): number {
  return Number(text.slice(0, -1)) * unitMs[text.slice(-1) as keyof typeof unitMs];
}
