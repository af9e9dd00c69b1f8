// The routes of the pages: the fleet, one deployment, the latest incidents, one of them. What is not there is refused as in the API.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Snapshot } from '../model/snapshot.ts';
import { type Answer, sendAnswer } from './answers.ts';
import type { App, RouteContext } from './app.ts';
import { deploymentResource, sharesOf } from './deployment.ts';
import { deploymentParams, findDeployment } from './deployment-routes.ts';
import { incidentItem } from './document.ts';
import { findIncident, incidentParams } from './incident-route.ts';
import { renderDeploymentPage } from './page/deployment-page.ts';
import { renderFleetPage } from './page/fleet-page.ts';
import { pageHeaders } from './page/frame.ts';
import { renderIncidentPage } from './page/incident-page.ts';
import { type FleetIncident, renderIncidentsPage } from './page/incidents-page.ts';

/** Newest ones that the page of a deployment links to. */
const maxIncidents = 20;
/** And that of the fleet. */
const maxFleetIncidents = 100;

export function pageRoutes(app: App, { sources, answers, assets }: RouteContext): void {
  const site = { prefix: app.prefix, assets: assets.hash };
  const page = (request: FastifyRequest, reply: FastifyReply, answer: Answer) =>
    sendAnswer(request, reply.headers(pageHeaders), answer);

  app.get('/', { schema: { hide: true } }, async (request, reply) => {
    const snapshot = sources.snapshot();
    const answer = await answers.of(snapshot, 'page', () => renderFleetPage(snapshot, site));
    return page(request, reply, answer);
  });

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
