// A connection as rounds use it: a client of undici's that connects in our way, and may be ended at any moment.
import type { LookupFunction } from 'node:net';
import { Client } from 'undici';
import { connect } from './connect.ts';
import type { Route } from './route.ts';
import { begin, createStopwatch, type Stopwatch } from './timing.ts';
import { createWire, type Wire } from './wire.ts';

/** Names and values together; more than this fails as too_large. */
const maxHeaderBytes = 16 * 1024;
/** For how long a connection of a single round waits for its next request. */
const roundIdleMs = 4000;

export interface Link {
  readonly route: Route;
  readonly client: Client;
  readonly openedMs: number;
  /** Of the connection in use: undici makes another by itself where the server ended one between requests. */
  wire: Wire;
  /** Of the run under way. */
  watch: Stopwatch;
}

/** Nothing happens on the network before the first request. */
export function openLink(route: Route, lookup: LookupFunction, keepAliveMs: number): Link {
  const idleMs = keepAliveMs === 0 ? roundIdleMs : keepAliveMs;
  const link: Link = {
    route,
    client: new Client(route.origin, {
      allowH2: false,
      maxHeaderSize: maxHeaderBytes,
      // Both are coarse, and the deadline of a run covers them.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      // Else a server's `Keep-Alive: timeout=2` would cost a connection for each request.
      keepAliveTimeoutThreshold: 0,
      connect: (_options, callback) => connectOnce(link, route, lookup, callback),
    }),
    openedMs: performance.now(),
    wire: createWire(),
    watch: createStopwatch(0),
  };
  return link;
}

type Callback = (...outcome: [null, Wire['sockets'][number]] | [Error, null]) => void;

function connectOnce(link: Link, route: Route, lookup: LookupFunction, callback: Callback): void {
  link.wire = createWire();
  let open = true;
  const finish: Callback = (...outcome) => {
    if (open) callback(...outcome);
    open = false;
  };
  const fail = (error: Error) => finish(error, null);
  const { wire, watch } = link;
  try {
    connect({ route, lookup, wire, watch, succeed: (socket) => finish(null, socket), fail });
  } catch (error) {
    // Only a certificate or key that cannot be read throws.
    begin(watch, 'tls', performance.now());
    fail(error instanceof Error ? error : new Error(String(error)));
  }
}

/** Made once: without one, undici makes two errors and their stacks for each connection, a tenth of a round's CPU. */
const roundOver = new Error('the round is over');

/** Ends the connection, whatever it is doing; undici alone would leave one that is being made. */
export function closeLink({ client, wire }: Link, error: Error = roundOver): void {
  client.destroy(error, () => {});
  for (const socket of wire.sockets) socket.destroy();
}
