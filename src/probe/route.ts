// Where a Connection leads and how: everything about it that is the same for each of its rounds.
import { hash } from 'node:crypto';
import { isIP } from 'node:net';
import { createSecureContext, type SecureContext } from 'node:tls';
import type { Connection, TlsOptions } from '../model/deployment.ts';

export interface Route {
  readonly origin: URL;
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  /** The name that is looked up to connect, the proxy's where there is one; null for an IP literal. */
  readonly lookedUp: string | null;
  /** null for an IP literal without a configured name: RFC 6066 3 forbids literals in SNI. */
  readonly serverName: string | null;
  readonly family: 0 | 4 | 6;
  readonly proxy: URL | null;
  /** Request headers, name and value in turn. */
  readonly headers: string[];
  /** Throws when certificate or key cannot be read. */
  readonly context: () => SecureContext;
}

/** Routes by Connection, worked out once for each; a Connection that is gone takes its Route with it. */
export function createRoutes(userAgent: string, maxContexts = 256): (connection: Connection) => Route {
  const routes = new WeakMap<Connection, Route>();
  const contexts = createContexts(maxContexts);
  return (connection) => {
    const known = routes.get(connection);
    if (known !== undefined) return known;
    const route = toRoute(connection, userAgent, contexts);
    routes.set(connection, route);
    return route;
  };
}

function toRoute(connection: Connection, userAgent: string, contexts: Contexts): Route {
  const origin = new URL(connection.origin);
  const secure = origin.protocol === 'https:';
  const host = hostOf(origin);
  const proxy = connection.proxy === null ? null : new URL(connection.proxy.reveal());
  const met = proxy === null ? host : hostOf(proxy);
  let context: SecureContext | undefined;
  return {
    origin,
    host,
    port: origin.port === '' ? (secure ? 443 : 80) : Number(origin.port),
    secure,
    lookedUp: isIP(met) === 0 ? met : null,
    serverName: connection.tls?.serverName ?? (isIP(host) === 0 ? host : null),
    family: connection.ipFamily,
    proxy,
    headers: toHeaders(connection, userAgent),
    context: () => {
      context ??= contexts(connection.tls);
      return context;
    },
  };
}

/** As sockets want it: an IPv6 literal without its brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/** Configured headers replace ours of the same name, whatever their case. */
function toHeaders(connection: Connection, userAgent: string): string[] {
  const headers = new Map([
    ['accept', 'application/json'],
    ['accept-encoding', 'identity'],
    ['user-agent', userAgent],
  ]);
  for (const [name, value] of Object.entries(connection.headers)) {
    headers.set(name.toLowerCase(), value.reveal());
  }
  return [...headers].flat();
}

type Contexts = (tls: TlsOptions | null) => SecureContext;

/** One context for each distinct content, as making one costs more than a request; the oldest goes first. */
function createContexts(maxContexts: number): Contexts {
  const kept = new Map<string, SecureContext>();
  return (tls) => {
    const options = { ca: tls?.ca ?? undefined, cert: tls?.cert ?? undefined, key: tls?.key?.reveal() };
    const digest = hash(
      'sha256',
      JSON.stringify([options.ca ?? null, options.cert ?? null, options.key ?? null]),
    );
    const known = kept.get(digest);
    if (known !== undefined) return known;
    const context = createSecureContext(options);
    const oldest = kept.keys().next();
    if (kept.size >= maxContexts && !oldest.done) kept.delete(oldest.value);
    kept.set(digest, context);
    return context;
  };
}
