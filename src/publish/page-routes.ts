// The routes of the pages: the fleet, one deployment, the latest incidents, one of them. What is not there is refused as in the API.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Snapshot } from '../model/snapshot.ts';
import { asksFor } from './accept.ts';
import { type Answer, sendAnswer } from './answers.ts';
import type { App, RouteContext } from './app.ts';
import { deploymentPageRoute } from './deployment-page-route.ts';
import { incidentItem } from './document.ts';
import { findIncident, incidentParams } from './incident-route.ts';
import { renderFleetPage } from './page/fleet-page.ts';
import { pageHeaders } from './page/frame.ts';
import { renderIncidentPage } from './page/incident-page.ts';
import { type FleetIncident, renderIncidentsPage } from './page/incidents-page.ts';
import { renderRefusalPage } from './page/refusal-page.ts';
import { handleError, refusalOf } from './refusal.ts';

/** Newest ones that the page of incidents tells. */
const maxFleetIncidents = 100;

/** In a scope of their own: what they refuse is a page to who asks for one. */
export function pageRoutes(app: App, context: RouteContext): void {
  app.register(async (scope) => {
    const { sources, assets } = context;
    const site = { prefix: app.prefix, assets: assets.hash };
    scope.setErrorHandler<FastifyError>((error, request, reply) => {
      if (!asksFor(request.headers.accept, 'text/html')) return handleError(error, request, reply);
      const { statusCode, message } = refusalOf(error, request);
      return reply
        .code(statusCode)
        .removeHeader('etag')
        .headers(pageHeaders)
        .send(renderRefusalPage(statusCode, message, site, sources.snapshot().atMs));
    });
    routes(scope.withTypeProvider<ZodTypeProvider>(), context);
  });
}

function routes(app: App, context: RouteContext): void {
  const { sources, answers, assets } = context;
  const site = { prefix: app.prefix, assets: assets.hash };
  const page = (request: FastifyRequest, reply: FastifyReply, answer: Answer) =>
    sendAnswer(request, reply.headers(pageHeaders), answer);

  app.get('/', { schema: { hide: true } }, async (request, reply) => {
    const snapshot = sources.snapshot();
    const answer = await answers.of(snapshot, 'page', () => renderFleetPage(snapshot, site));
    return page(request, reply, answer);
  });

  deploymentPageRoute(app, context);

  app.get('/incidents', { schema: { hide: true } }, async (request, reply) => {
    const snapshot = sources.snapshot();
    const answer = await answers.of(snapshot, 'page of incidents', () => [
      renderIncidentsPage(latestIncidents(snapshot), site, snapshot.atMs),
    ]);
    return page(request, reply, answer);
  });

  app.get('/incidents/:id', { schema: { hide: true, params: incidentParams } }, async (request, reply) => {
    const { id } = request.params;
    const snapshot = sources.snapshot();
    const answer = await answers.of(snapshot, `page of incident ${id}`, () => [
      renderIncidentPage(findIncident(sources, id), site, snapshot.atMs),
    ]);
    return page(request, reply, answer);
  });
}

function latestIncidents({ incidents, deployments }: Snapshot): FleetIncident[] {
  const configured = new Set(deployments.map(({ deployment }) => deployment.id));
  return incidents.slice(0, maxFleetIncidents).map((incident) => ({
    ...incidentItem(incident),
    deployment: { id: incident.deployment, isConfigured: configured.has(incident.deployment) },
  }));
}
