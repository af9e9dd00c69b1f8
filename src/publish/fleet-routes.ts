// The routes that speak the monitored API: the fleet at the base path, the agent itself under /self.
import { z } from 'zod';
import { type EndpointName, findEndpoint } from '../contract/endpoints.ts';
import { listOf as listSchema } from '../contract/resources.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { sendJson } from './answers.ts';
import type { App, RouteContext } from './app.ts';
import { type Documents, fleetDocuments, selfDocuments } from './document.ts';
import { errorSchema, fleetSchemas } from './schemas.ts';

const incidentsQuery = z.object({ limit: z.coerce.number().int().min(1).max(1000).default(100) });

const schemas = {
  status: fleetSchemas.status,
  regions: listSchema(fleetSchemas.region),
  incidents: listSchema(fleetSchemas.incident),
};

export function fleetRoutes(app: App, context: RouteContext): void {
  documentRoutes(app, context, '', fleetDocuments, 'The fleet');
  documentRoutes(app, context, '/self', selfDocuments, 'The agent itself');
}

/** Paths and Cache-Control are those of the document's own table. */
function documentRoutes(
  app: App,
  { sources, answers }: RouteContext,
  prefix: string,
  documents: Documents,
  subject: string,
): void {
  const route = (
    name: EndpointName & keyof Documents,
    querystring: z.ZodType<{ limit?: number }>,
    build: (snapshot: Snapshot, limit: number) => unknown,
  ) => {
    const endpoint = findEndpoint('v2', name);
    if (endpoint === undefined) throw new Error(`the API document has no ${name} in v2`);
    app.get(
      prefix + endpoint.path,
      {
        schema: {
          summary: `${subject}: ${name}`,
          querystring,
          response: { 200: schemas[name], '4xx': errorSchema },
        },
      },
      async (request, reply) => {
        const snapshot = sources.snapshot();
        const limit = request.query.limit ?? 0;
        const answer = await answers.of(snapshot, `${prefix}${name} ${limit}`, () => [
          JSON.stringify(build(snapshot, limit)),
        ]);
        return sendJson(request, reply, answer, endpoint.cacheControl);
      },
    );
  };
  route('status', z.object({}), documents.status);
  route('regions', z.object({}), documents.regions);
  route('incidents', incidentsQuery, documents.incidents);
}
