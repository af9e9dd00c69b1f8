// The routes of the pages of incidents: the latest of the fleet, and one of them.
import type { Incident } from '../model/belief.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { sendAnswer } from './answers.ts';
import type { App, RouteContext } from './app.ts';
import { incidentItem } from './document.ts';
import { findIncident, incidentParams } from './incident-route.ts';
import type { IncidentWithEvidence } from './incident-schema.ts';
import { pageHeaders } from './page/frame.ts';
import { type Context, renderIncidentPage } from './page/incident-page.ts';
import { type Latest, type Owner, renderIncidentsPage } from './page/incidents-page.ts';
import type { Sources } from './sources.ts';
import { unseenMs } from './unseen.ts';

const maxFleetIncidents = 100;

export function incidentPageRoutes(app: App, { sources, answers, assets }: RouteContext): void {
  const site = { prefix: app.prefix, assets: assets.hash };

  app.get('/incidents', { schema: { hide: true } }, async (request, reply) => {
    const snapshot = sources.snapshot();
    const answer = await answers.of(snapshot, 'page of incidents', () => [
      renderIncidentsPage(latestIn(snapshot), site, snapshot.atMs),
    ]);
    return sendAnswer(request, reply.headers(pageHeaders), answer);
  });

  app.get('/incidents/:id', { schema: { hide: true, params: incidentParams } }, async (request, reply) => {
    const { id } = request.params;
    const snapshot = sources.snapshot();
    const answer = await answers.of(snapshot, `page of incident ${id}`, function* () {
      const incident = findIncident(sources, id);
      const unseenMs = yield* unseenIn(sources, incident, snapshot);
      yield renderIncidentPage(incident, { ...contextOf(incident, snapshot), unseenMs }, site, snapshot.atMs);
    });
    return sendAnswer(request, reply.headers(pageHeaders), answer);
  });
}

/** One that is open is shown however old it is: open ones are taken first, the newest of each first. */
function latestIn(snapshot: Snapshot): Latest {
  const inTurn = [...openIn(snapshot), ...snapshot.incidents.filter((incident) => !isOpen(incident))];
  const ownerOf = ownersIn(snapshot);
  return {
    incidents: inTurn
      .slice(0, maxFleetIncidents)
      .map((incident) => ({ ...incidentItem(incident), deployment: ownerOf(incident.deployment) })),
    isCut: inTurn.length > maxFleetIncidents,
  };
}

/** Of the newest, and those that states hold: as many newer ones may be over. */
function openIn({ incidents, deployments }: Snapshot): Incident[] {
  const held = deployments.flatMap(({ state }) => state.incident ?? []);
  const open = new Map([...incidents.filter(isOpen), ...held].map((incident) => [incident.id, incident]));
  return [...open.values()].sort((a, b) => b.createdMs - a.createdMs);
}

function isOpen({ resolvedMs }: Incident): boolean {
  return resolvedMs === null;
}

/** One that is older than those of the snapshot has no neighbours among them. */
function contextOf({ id, deployment }: IncidentWithEvidence, snapshot: Snapshot): Omit<Context, 'unseenMs'> {
  const all = snapshot.incidents.filter((incident) => incident.deployment === deployment).map(incidentItem);
  const index = all.findIndex((incident) => incident.id === id);
  return {
    owner: ownersIn(snapshot)(deployment),
    earlier: (index >= 0 && all[index + 1]) || null,
    later: (index >= 0 && all[index - 1]) || null,
  };
}

/** 0 where it has no status check, or is configured no more. */
function* unseenIn(
  sources: Sources,
  incident: IncidentWithEvidence,
  { deployments, atMs }: Snapshot,
): Generator<string, number> {
  const owner = deployments.find(({ deployment: { id } }) => id === incident.deployment);
  const check = owner?.deployment.checks.find(({ endpoint }) => endpoint === 'status');
  return check === undefined ? 0 : yield* unseenMs(sources, incident, check.intervalMs, atMs);
}

function ownersIn({ deployments }: Snapshot): (id: string) => Owner {
  const names = new Map(deployments.map(({ deployment: { id, name } }) => [id, name]));
  return (id) => ({ id, name: names.get(id) ?? null });
}
