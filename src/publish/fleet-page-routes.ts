// The fleet's page, filtered as its query says, and the parts of it that a page already shown asks for.
import { z } from 'zod';
import { answerOf, sendAnswer } from './answers.ts';
import type { App, RouteContext } from './app.ts';
import { fleetQuery } from './page/fleet-filter.ts';
import { renderFleetFragment, renderFleetPage } from './page/fleet-page.ts';
import { pageHeaders } from './page/frame.ts';

/** Rows of one request; for more the whole page is as cheap. The browser's fleet.js asks for no more. */
const maxRows = 50;

const idOfDeployment = z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/);
const fragmentQuery = z.object({
  id: z.union([idOfDeployment, z.array(idOfDeployment).max(maxRows)]).optional(),
});

export function fleetPageRoutes(app: App, { sources, answers, assets }: RouteContext): void {
  const site = { prefix: app.prefix, assets: assets.hash };
  const past = async () => {
    const chronicles = await sources.chronicles();
    return { snapshot: sources.snapshot(), chronicles };
  };

  app.get('/', { schema: { hide: true, querystring: fleetQuery } }, async (request, reply) => {
    const now = await past();
    const { query } = request;
    const build = () => renderFleetPage(now, query, site);
    const answer = await (isPlain(query) ? answers.of(now.snapshot, 'page', build) : answerOf(build));
    return sendAnswer(request, reply.headers(pageHeaders), answer);
  });

  app.get(
    '/fragments/fleet',
    { schema: { hide: true, querystring: fragmentQuery } },
    async (request, reply) => {
      const now = await past();
      const ids = new Set([request.query.id ?? []].flat().sort());
      const answer = await answers.of(now.snapshot, `rows ${[...ids].join(' ')}`, () =>
        renderFleetFragment(now, ids, site),
      );
      return sendAnswer(request, reply.headers(pageHeaders), answer);
    },
  );
}

/** A whole page for every text that somebody types would be kept for nobody. */
function isPlain({ q, state, label, sort }: z.infer<typeof fleetQuery>): boolean {
  return q === '' && state === '' && label === '' && sort === 'worst';
}
