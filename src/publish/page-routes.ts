// The pages: a scope of their own, in which what is refused is a page to who asks for one.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { asksFor } from './accept.ts';
import type { App, RouteContext } from './app.ts';
import { deploymentPageRoute } from './deployment-page-route.ts';
import { fleetPageRoutes } from './fleet-page-routes.ts';
import { incidentPageRoutes } from './incident-page-routes.ts';
import { pageHeaders } from './page/frame.ts';
import { renderRefusalPage } from './page/refusal-page.ts';
import { handleError, handleNotFound, type Refusal, refusalOf } from './refusal.ts';

export function pageRoutes(app: App, context: RouteContext): void {
  const refuse = refuseBy(app.prefix, context);
  app.register(async (scope) => {
    const pages = scope.withTypeProvider<ZodTypeProvider>();
    pages.setErrorHandler<FastifyError>((error, request, reply) => {
      if (!asksFor(request.headers.accept, 'text/html')) return handleError(error, request, reply);
      return refuse(refusalOf(error, request), reply);
    });
    fleetPageRoutes(pages, context);
    deploymentPageRoute(pages, context);
    incidentPageRoutes(pages, context);
  });
}

/** A path at which nothing is: a page to a person, and of the API what programs are told. */
export function nothingHere(prefix: string, context: RouteContext) {
  const refuse = refuseBy(prefix, context);
  return (request: FastifyRequest, reply: FastifyReply) => {
    const isOfApi = request.url.startsWith(`${prefix}/api/`);
    if (isOfApi || !asksFor(request.headers.accept, 'text/html')) return handleNotFound(request, reply);
    return refuse({ statusCode: 404, message: 'There is nothing at this path.' }, reply);
  };
}

function refuseBy(prefix: string, { sources, assets }: RouteContext) {
  const site = { prefix, assets: assets.hash };
  return ({ statusCode, message }: Pick<Refusal, 'statusCode' | 'message'>, reply: FastifyReply) =>
    reply
      .code(statusCode)
      .removeHeader('etag')
      .headers(pageHeaders)
      .send(renderRefusalPage(statusCode, message, site, sources.snapshot().atMs));
}
