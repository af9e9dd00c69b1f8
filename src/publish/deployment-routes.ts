// The routes of our own resource: deployments, and one of them with everything.
import { z } from 'zod';
import { listOf as listSchema } from '../contract/resources.ts';
import type { DeploymentView, Snapshot } from '../model/snapshot.ts';
import { sendJson } from './answers.ts';
import type { App, RouteContext } from './app.ts';
import { deploymentResource, sharesOf } from './deployment.ts';
import { deploymentSchema } from './deployment-schema.ts';
import { listOf } from './document.ts';
import { Refusal } from './refusal.ts';
import { errorSchema } from './schemas.ts';
import { selectDeployments, selectionQuery } from './selection.ts';
import type { Sources } from './sources.ts';

export const deploymentParams = z.object({ id: z.string() });
const notKept = 'no-store';

export function deploymentRoutes(app: App, context: RouteContext): void {
  listRoute(app, context);
  oneRoute(app, context);
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
        return pageOf(views, sources, query.expand === 'findings', nextCursor);
      });
      return sendJson(request, reply, answer, notKept);
    },
  );
}

/** A list envelope in pieces, a deployment each: a thousand at once would hold up the event loop. */
function* pageOf(
  views: readonly DeploymentView[],
  sources: Pick<Sources, 'uptime' | 'coverage'>,
  withFindings: boolean,
  nextCursor: string | null,
): Generator<string> {
  const [before, after] = JSON.stringify({ ...listOf([]), next_cursor: nextCursor }).split('[]');
  yield `${before}[`;
  for (const [index, view] of views.entries()) {
    const resource = deploymentResource(view, sharesOf(sources, view.deployment.id), withFindings);
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
        JSON.stringify(deploymentResource(view, sharesOf(sources, id), true)),
      ]);
      return sendJson(request, reply, answer, notKept);
    },
  );
}
