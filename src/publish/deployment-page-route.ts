// The route of a deployment's page: what it tells, gathered from the sources.
import { z } from 'zod';
import type { EndpointName } from '../contract/endpoints.ts';
import type { Incident } from '../model/belief.ts';
import type { Check, Deployment } from '../model/deployment.ts';
import type { Rollup } from '../model/history.ts';
import type { DeploymentView } from '../model/snapshot.ts';
import { sendAnswer } from './answers.ts';
import type { App, RouteContext } from './app.ts';
import { deploymentResource, rollupItem, sharesOf } from './deployment.ts';
import { deploymentParams, findDeployment } from './deployment-routes.ts';
import { incidentWithEvidence, incidentWithUpdates } from './incident.ts';
import type { IncidentWithEvidence } from './incident-schema.ts';
import type { View } from './page/deployment-chart.ts';
import { maxIncidents } from './page/deployment-incidents.ts';
import { renderDeploymentPage } from './page/deployment-page.ts';
import { pageHeaders } from './page/frame.ts';
import { defaultWindow, type WindowName, windowNames, windows } from './page/windows.ts';
import { Refusal } from './refusal.ts';
import { check, type HistoryRollup } from './schemas.ts';
import type { Sources } from './sources.ts';

const pageQuery = z.object({ window: z.enum(windowNames).default(defaultWindow), check: check.optional() });

export function deploymentPageRoute(app: App, { sources, answers, assets }: RouteContext): void {
  const site = { prefix: app.prefix, assets: assets.hash };
  app.get(
    '/deployments/:id',
    { schema: { hide: true, params: deploymentParams, querystring: pageQuery } },
    async (request, reply) => {
      const snapshot = sources.snapshot();
      const { atMs } = snapshot;
      const found = findDeployment(snapshot, request.params.id);
      const { id, baseUrl } = found.deployment;
      const { window } = request.query;
      const chosen = chosenCheck(found, request.query.check);
      const answer = await answers.of(
        snapshot,
        `page of deployment ${id} ${window} ${chosen.endpoint}`,
        function* () {
          const view = yield* viewOf(sources, found.deployment, window, chosen, atMs);
          const incidents = sources.incidentsOf(id, maxIncidents);
          const told = {
            deployment: deploymentResource(found, sharesOf(sources, id), true),
            baseUrl,
            chronicle: sources.chronicle(id),
            incidents: incidents.map(incidentWithUpdates),
            failed: lastFailed(sources, incidents),
            view,
            self: snapshot.self,
          };
          yield renderDeploymentPage(told, site, atMs);
        },
      );
      return sendAnswer(request, reply.headers(pageHeaders), answer);
    },
  );
}

/** The first check unless one is asked for; refused with 400 where the deployment has none of that name. */
function chosenCheck({ deployment: { checks } }: DeploymentView, asked: EndpointName | undefined): Check {
  const chosen = asked === undefined ? checks[0] : checks.find(({ endpoint }) => endpoint === asked);
  if (chosen === undefined) throw new Refusal(400, 'unknown_check', 'The deployment has no such check.');
  return chosen;
}

/** In steps: a day of six checks at once would hold up the event loop. */
function* viewOf(
  { history }: Sources,
  { id, checks }: Deployment,
  window: WindowName,
  { endpoint, intervalMs }: Check,
  atMs: number,
): Generator<string, View> {
  const { lengthMs, bucketMs, rowMs } = windows[window];
  const sinceMs = atMs - lengthMs;
  return {
    window,
    check: endpoint,
    intervalMs,
    shortestIntervalMs: Math.min(...checks.map((check) => check.intervalMs)),
    items: yield* itemsOf(history(id, sinceMs, bucketMs)),
    rows: yield* itemsOf(history(id, sinceMs, rowMs, endpoint)),
  };
}

/** Nothing of a page comes of a step. */
function* itemsOf(parts: Iterable<readonly Rollup[]>): Generator<string, HistoryRollup[]> {
  const items: HistoryRollup[] = [];
  for (const part of parts) {
    items.push(...part.map(rollupItem));
    yield '';
  }
  return items;
}

/** The newest incident of which a failing answer is kept. */
function lastFailed({ evidence }: Sources, incidents: readonly Incident[]): IncidentWithEvidence | null {
  for (const incident of incidents) {
    const pieces = evidence(incident.id);
    if (pieces.some(({ failing }) => failing !== null)) return incidentWithEvidence(incident, pieces);
  }
  return null;
}
