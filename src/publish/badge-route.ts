// GET /badges/:id.svg: the state of one deployment as a picture, for other people's pages.
import { z } from 'zod';
import { sendAnswer } from './answers.ts';
import type { App, RouteContext } from './app.ts';
import { renderBadge } from './badge.ts';
import { deploymentParams, findDeployment } from './deployment-routes.ts';
import { errorSchema } from './schemas.ts';

const badge = { description: 'An image', content: { 'image/svg+xml': { schema: z.string() } } };

/** Asked for anew each time: an old state would be shown as the current one. Opened by itself it may do nothing at all. */
const badgeHeaders = {
  'content-type': 'image/svg+xml',
  'cache-control': 'no-cache',
  'content-security-policy': "default-src 'none'; style-src 'none'; sandbox; frame-ancestors 'none'",
};

export function badgeRoute(app: App, { sources, answers }: RouteContext): void {
  app.get(
    '/badges/:id.svg',
    {
      schema: {
        summary: 'The state of one deployment as a picture',
        params: deploymentParams,
        response: { 200: badge, '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const snapshot = sources.snapshot();
      const { deployment, state } = findDeployment(snapshot, request.params.id);
      // While nothing is asked, nothing goes stale either.
      const status = sources.healthy() ? state.status : 'unknown';
      const answer = await answers.of(snapshot, `badge ${deployment.id} ${status}`, () => [
        renderBadge(deployment.name, status),
      ]);
      return sendAnswer(request, reply.headers(badgeHeaders), answer);
    },
  );
}
