// The routes of operation: metrics for Prometheus, health for whoever runs the agent, and the OpenAPI document.
import { z } from 'zod';
import { type Answer, answerOf, sendJson } from './answers.ts';
import type { App, AppOptions, RouteContext } from './app.ts';
import { metricsRoute } from './metrics-route.ts';
import { Refusal } from './refusal.ts';
import { errorSchema } from './schemas.ts';

const plainText = { description: 'Plain text', content: { 'text/plain': { schema: z.string() } } };

export function operationRoutes(app: App, context: RouteContext): void {
  metricsRoute(app, context);
  let answer: Promise<Answer> | null = null;
  app.get('/openapi.json', { schema: { hide: true } }, async (request, reply) => {
    if (answer === null) {
      answer = answerOf(() => [JSON.stringify(app.swagger())]);
      answer.catch(() => {
        answer = null;
      });
    }
    return sendJson(request, reply, await answer, 'no-store');
  });
}

/** Mounted apart from the others: who asks whether a process lives does not know its base path. */
export function healthRoutes(app: App, { sources }: AppOptions): void {
  const route = (path: string, summary: string, holds: () => boolean, code: string, otherwise: string) =>
    app.get(path, { schema: { summary, response: { 200: plainText, 503: errorSchema } } }, (_, reply) => {
      if (!holds()) throw new Refusal(503, code, otherwise);
      reply
        .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
        .send('ok\n');
    });
  route(
    '/-/healthy',
    'Whether the agent ticks',
    sources.healthy,
    'not_healthy',
    'The scheduler does not tick.',
  );
  route(
    '/-/ready',
    'Whether every status check has run',
    sources.ready,
    'not_ready',
    'Not every status check has run yet, or the agent is stopping.',
  );
}
