// The pages: a scope of their own, in which what is refused is a page to who asks for one.
import type { FastifyError } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { asksFor } from './accept.ts';
import type { App, RouteContext } from './app.ts';
import { deploymentPageRoute } from './deployment-page-route.ts';
import { fleetPageRoutes } from './fleet-page-routes.ts';
import { incidentPageRoutes } from './incident-page-routes.ts';
import { pageHeaders } from './page/frame.ts';
import { renderRefusalPage } from './page/refusal-page.ts';
import { handleError, refusalOf } from './refusal.ts';

export function pageRoutes(app: App, context: RouteContext): void {
  const { sources, assets } = context;
  const site = { prefix: app.prefix, assets: assets.hash };
  app.register(async (scope) => {
    const pages = scope.withTypeProvider<ZodTypeProvider>();
    pages.setErrorHandler<FastifyError>((error, request, reply) => {
      if (!asksFor(request.headers.accept, 'text/html')) return handleError(error, request, reply);
      const { statusCode, message } = refusalOf(error, request);
      return reply
        .code(statusCode)
        .removeHeader('etag')
        .headers(pageHeaders)
        .send(renderRefusalPage(statusCode, message, site, sources.snapshot().atMs));
    });
    fleetPageRoutes(pages, context);
    deploymentPageRoute(pages, context);
    incidentPageRoutes(pages, context);
  });
}
