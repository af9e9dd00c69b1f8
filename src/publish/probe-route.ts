// GET /probe: one round of a configured deployment now, one at a time each, without changing what is believed.
import { z } from 'zod';
import { endpointNames } from '../contract/endpoints.ts';
import type { Deployment } from '../model/deployment.ts';
import type { Result } from '../model/round.ts';
import { asksFor } from './accept.ts';
import type { App, RouteContext } from './app.ts';
import { findDeployment } from './deployment-routes.ts';
import { metricsContentTypes } from './openmetrics.ts';
import { probeDebug, probeMetrics, probeResource } from './probe-report.ts';
import { Refusal, refuseMethod } from './refusal.ts';
import { errorSchema, probeSchema } from './schemas.ts';

const querystring = z.object({
  deployment: z.string(),
  check: z.enum(endpointNames).optional(),
  debug: z.enum(['true', 'false']).default('false'),
});

const answers = {
  description: 'Metrics of the round, or JSON where asked for',
  content: { 'text/plain': { schema: z.string() }, 'application/json': { schema: probeSchema } },
};

export function probeRoute(app: App, { sources }: RouteContext): void {
  // Fastify would answer HEAD by running the round and throwing its report away.
  app.head('/probe', { schema: { hide: true } }, (_, reply) => refuseMethod(reply, 'GET'));
  app.get(
    '/probe',
    { schema: { summary: 'One round now', querystring, response: { 200: answers, '4xx': errorSchema } } },
    async (request, reply) => {
      const { deployment: id, check, debug } = request.query;
      const { deployment } = findDeployment(sources.snapshot(), id);
      const configured = deployment.checks.map(({ endpoint }) => endpoint);
      if (check !== undefined && !configured.includes(check)) {
        throw new Refusal(400, 'unknown_check', 'The deployment does not have this check.');
      }
      const result = await sources.examine(deployment, check === undefined ? configured : [check]);
      if (result === null) {
        reply.header('retry-after', retryAfterSeconds(deployment));
        throw new Refusal(429, 'busy', 'A round asked for is still under way.');
      }
      const { type, text } = await report(deployment, result, debug === 'true', request.headers.accept);
      return reply.headers({ 'content-type': type, 'cache-control': 'no-store', vary: 'accept' }).send(text);
    },
  );
}

async function report(deployment: Deployment, result: Result, debug: boolean, accept: string | undefined) {
  if (!debug && asksFor(accept, 'application/json')) {
    return { type: 'application/json', text: JSON.stringify(probeResource(result)) };
  }
  const metrics = await probeMetrics(result);
  return debug
    ? { type: 'text/plain; charset=utf-8', text: probeDebug(deployment, result, metrics) }
    : { type: metricsContentTypes.text, text: metrics };
}

/** A round lasts at most twice the longest timeout; half of that is a fair time to come back. */
function retryAfterSeconds({ checks }: Deployment): number {
  return Math.max(1, ...checks.map(({ timeoutMs }) => Math.ceil(timeoutMs / 1000)));
}
