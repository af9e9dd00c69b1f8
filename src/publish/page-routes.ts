// The routes of the pages about one deployment and about incidents. What is not there is refused as in the API.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Answer, sendAnswer } from './answers.ts';
import type { App, RouteContext } from './app.ts';
import { deploymentResource, sharesOf } from './deployment.ts';
import { deploymentParams, findDeployment } from './deployment-routes.ts';
import { incidentItem } from './document.ts';
import { incidentPageRoutes } from './incident-page-routes.ts';
import { renderDeploymentPage } from './page/deployment-page.ts';
import { pageHeaders } from './page/frame.ts';

/** Newest ones that the page of a deployment links to. */
const maxIncidents = 20;

export function pageRoutes(app: App, context: RouteContext): void {
  const { sources, answers, assets } = context;
  const site = { prefix: app.prefix, assets: assets.hash };
  const page = (request: FastifyRequest, reply: FastifyReply, answer: Answer) =>
    sendAnswer(request, reply.headers(pageHeaders), answer);

  app.get(
    '/deployments/:id',
    { schema: { hide: true, params: deploymentParams } },
    async (request, reply) => {
      const snapshot = sources.snapshot();
      const view = findDeployment(snapshot, request.params.id);
      const { id } = view.deployment;
      const answer = await answers.of(snapshot, `page of deployment ${id}`, () => {
        const resource = deploymentResource(view, sharesOf(sources, id), true);
        const incidents = snapshot.incidents.filter(({ deployment }) => deployment === id);
        const listed = incidents.slice(0, maxIncidents).map(incidentItem);
        return [renderDeploymentPage(resource, listed, site, snapshot.atMs)];
      });
      return page(request, reply, answer);
    },
  );

  incidentPageRoutes(app, context);
}
