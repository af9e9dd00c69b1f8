// The Fastify application: what holds for every answer, and the routes mounted under the base path.
import type { IncomingMessage, ServerResponse } from 'node:http';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
  type RawServerDefault,
} from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { type Answers, createAnswers } from './answers.ts';
import { type Assets, assetRoutes, readAssets } from './assets.ts';
import { badgeRoute } from './badge-route.ts';
import { deploymentRoutes } from './deployment-routes.ts';
import { eventsRoute } from './events-route.ts';
import { feedRoute } from './feed-route.ts';
import { fleetRoutes } from './fleet-routes.ts';
import { historyRoute } from './history-route.ts';
import { incidentRoute } from './incident-route.ts';
import type { Metrics } from './metrics.ts';
import { describeApi } from './openapi.ts';
import { healthRoutes, operationRoutes } from './operation-routes.ts';
import { nothingHere, pageRoutes } from './page-routes.ts';
import { probeRoute } from './probe-route.ts';
import { handleError, refuseMethod, sendError } from './refusal.ts';
import type { Sources } from './sources.ts';

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

export interface AppOptions {
  readonly sources: Sources;
  readonly metrics: Pick<Metrics, 'render' | 'recycle'>;
  /** `/`, or `/prefix` without a trailing slash. */
  readonly basePath: string;
  readonly version: string;
  readonly logger: FastifyBaseLogger | false;
}

/** What routes are built from. */
export interface RouteContext extends AppOptions {
  readonly answers: Answers;
  readonly assets: Assets;
  /** Aborted when the server begins to close. */
  readonly closing: AbortSignal;
}

/** Requests are GET and have no body; a deployment's id has at most 63 characters. */
const maxBodyBytes = 1024;
const maxParamCharacters = 128;

export function createApp(options: AppOptions, closing: AbortSignal): App {
  const app: App = Fastify({
    ...(options.logger ? { loggerInstance: options.logger } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maxBodyBytes,
    routerOptions: { maxParamLength: maxParamCharacters },
    frameworkErrors: (_error, _request, reply) => {
      secure(reply);
      sendError(reply, 400, 'bad_request', 'The path cannot be read.');
    },
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(handleError);
  app.addHook('onRequest', async (request, reply) => {
    secure(reply);
    if (request.method === 'GET' || request.method === 'HEAD') return;
    reply.header('connection', 'close');
    return refuseMethod(reply, 'GET, HEAD');
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing.aborted) reply.header('connection', 'close');
  });
  describeApi(app, options.version);
  const context: RouteContext = { ...options, answers: createAnswers(), assets: readAssets(), closing };
  const mount = (prefix: string, routes: (scope: App, context: RouteContext) => void) =>
    app.register(async (scope) => routes(scope.withTypeProvider<ZodTypeProvider>(), context), { prefix });
  const prefix = prefixOf(options.basePath);
  app.setNotFoundHandler(nothingHere(prefix, context));
  mount(prefix, mountRoutes);
  if (prefix !== '') mount('', healthRoutes);
  return app;
}

/** What a base path puts before a route: nothing where it is `/`. */
export function prefixOf(basePath: string): string {
  return basePath === '/' ? '' : basePath;
}

function mountRoutes(app: App, context: RouteContext): void {
  fleetRoutes(app, context);
  deploymentRoutes(app, context);
  historyRoute(app, context);
  incidentRoute(app, context);
  eventsRoute(app, context);
  feedRoute(app, context);
  badgeRoute(app, context);
  pageRoutes(app, context);
  assetRoutes(app, context.assets);
  operationRoutes(app, context);
  healthRoutes(app, context);
  probeRoute(app, context);
}

/** No sniffing, no scripts, no framing: strings of targets are in nearly every answer. */
function secure(reply: FastifyReply): void {
  reply
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
}
