// Serves the application on one or more addresses, within limits, and ends without breaking what is under way.
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type App, type AppOptions, createApp, prefixOf } from './app.ts';
import { handleClientError } from './refusal.ts';

export interface Server {
  /** Resolves with the URL, base path included, no slash at its end; may be called for several addresses. `host:port`, `[::1]:port`; port 0 is any. */
  readonly listen: (address: string) => Promise<string>;
  /** Stops accepting, lets answers under way end, and ends what has not ended after the grace. */
  readonly close: () => Promise<void>;
  /** For tests: `app.inject()` asks without a socket. */
  readonly app: App;
}

const maxConnections = 1000;
const closeGraceMs = 500;

const limits = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 2_000,
  /** Longer than the common scrape interval of a minute, so that Prometheus keeps its connection. */
  keepAliveTimeout: 75_000,
};

/** A connection on which nothing passes for so long is ended, that of a /probe with longer timeouts included. */
const idleSocketMs = 120_000;

export function createServer(options: AppOptions): Server {
  const servers = new Set<HttpServer>();
  const closing = new AbortController();
  const app = createApp(options, closing.signal);

  return {
    app,
    listen: async (address) => {
      const { host, port } = parseAddress(address);
      await app.ready();
      const server = createHttpServer(limits, app.routing);
      server.maxConnections = maxConnections;
      server.setTimeout(idleSocketMs);
      server.on('clientError', handleClientError);
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject).listen({ host, port }, () => resolve());
      });
      servers.add(server);
      const { port: bound } = server.address() as AddressInfo;
      return `http://${host.includes(':') ? `[${host}]` : host}:${bound}${prefixOf(options.basePath)}`;
    },
    close: async () => {
      closing.abort();
      await Promise.all([...servers].map(closeServer));
      await app.close();
    },
  };
}

export function parseAddress(address: string): { host: string; port: number } {
  const match = /^(?:\[([^\]]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(address);
  const host = match?.[1] ?? match?.[2];
  const port = Number(match?.[3]);
  if (host === undefined || port > 65_535) throw new Error(`cannot listen on ${address}: expected host:port`);
  return { host, port };
}

async function closeServer(server: HttpServer): Promise<void> {
  const grace = setTimeout(() => server.closeAllConnections(), closeGraceMs);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  clearTimeout(grace);
}
