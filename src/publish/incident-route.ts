// The route of one incident: its updates, and the answers that were kept of its transitions.
import { z } from 'zod';
import { sendJson } from './answers.ts';
import type { App, RouteContext } from './app.ts';
import { incidentWithEvidence } from './incident.ts';
import { type IncidentWithEvidence, incidentWithEvidenceSchema } from './incident-schema.ts';
import { Refusal } from './refusal.ts';
import { errorSchema } from './schemas.ts';
import type { Sources } from './sources.ts';

/** Ids are opaque; ours have 24 characters after the prefix. */
export const incidentParams = z.object({
  id: z.string().regex(/^inc_\w{1,60}$/, { error: 'expected inc_…' }),
});

/** With everything that is kept of it; refused with 404 where there is none. */
export function findIncident({ incident, evidence }: Sources, id: string): IncidentWithEvidence {
  const found = incident(id);
  if (found === null) throw new Refusal(404, 'unknown_incident', 'No incident has this id.');
  return incidentWithEvidence(found, evidence(id));
}

export function incidentRoute(app: App, { sources, answers }: RouteContext): void {
  app.get(
    '/api/v2/incidents/:id',
    {
      schema: {
        summary: 'One incident of the fleet, with its updates and evidence',
        params: incidentParams,
        response: { 200: incidentWithEvidenceSchema, '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const answer = await answers.of(sources.snapshot(), `incident ${id}`, () => [
        JSON.stringify(findIncident(sources, id)),
      ]);
      return sendJson(request, reply, answer, 'no-store');
    },
  );
}
