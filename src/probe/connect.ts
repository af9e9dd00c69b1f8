// One connection made: DNS, TCP and TLS, each timed as its socket event comes, and the certificate verified.
import { isIP, type Socket, connect as tcpConnect } from 'node:net';
import { type ConnectionOptions, type TLSSocket, connect as tlsConnect } from 'node:tls';
import { readCertificate, verificationError } from './certificate.ts';
import { ProbeError } from './failure.ts';
import { begin, lap } from './timing.ts';
import { openTunnel } from './tunnel.ts';
import type { Attempt, TcpOptions } from './wire.ts';

/**
 * For how long one address of several is tried before the next. Node's own 250 ms gives up on hosts that are
 * only far or lossy (nodejs/node#54359); in 1 s a lost SYN is sent again (RFC 6298 2).
 */
const attemptTimeoutMs = 1000;

/** Throws when a configured certificate or key cannot be read. */
export function connect(attempt: Attempt): void {
  const { route, watch } = attempt;
  if (route.proxy === null) connectDirectly(attempt);
  else {
    begin(watch, 'connect', performance.now());
    openTunnel(attempt, route.proxy, tcpOptions(attempt), (socket) => {
      lap(watch, route.secure ? 'tls' : 'first_byte', performance.now());
      if (route.secure) handshake(attempt, { socket, host: route.host });
      else attempt.succeed(follow(attempt, socket));
    });
  }
}

function connectDirectly(attempt: Attempt): void {
  const { route, watch, wire } = attempt;
  begin(watch, isIP(route.host) === 0 ? 'dns' : 'connect', performance.now());
  const options = { ...tcpOptions(attempt), host: route.host, port: route.port };
  const socket = route.secure ? handshake(attempt, options) : follow(attempt, tcpConnect(options));
  // Comes once for each address, and with an error when there is none.
  socket.once('lookup', (error: Error | null) => {
    if (error === null) lap(watch, 'connect', performance.now());
  });
  socket.once('connect', () => {
    lap(watch, route.secure ? 'tls' : 'first_byte', performance.now());
    wire.remoteAddress = socket.remoteAddress ?? null;
    if (!route.secure) attempt.succeed(socket);
  });
}

/** The handshake is not verified by Node, so that the certificate can be read before we end it ourselves. */
function handshake(attempt: Attempt, options: ConnectionOptions): TLSSocket {
  const { route, watch, wire } = attempt;
  const socket = tlsConnect({
    ...options,
    ...(route.serverName === null ? {} : { servername: route.serverName }),
    secureContext: route.context(),
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: false,
  });
  socket.once('secureConnect', () => {
    const securedMs = performance.now();
    const error = verificationError(socket);
    wire.certificate = readCertificate(socket, error);
    if (error === null) {
      lap(watch, 'first_byte', securedMs);
      attempt.succeed(socket);
    } else {
      socket.destroy();
      attempt.fail(new ProbeError('tls', error, `the certificate was not accepted: ${error}`));
    }
  });
  return follow(attempt, socket);
}

/** The listener stays for the connection's life: some errors reach it and not undici. */
function follow<S extends Socket>({ wire, fail }: Attempt, socket: S): S {
  wire.sockets.push(socket);
  socket.on('error', (error) => {
    wire.error ??= error;
    fail(error);
  });
  socket.once('end', () => {
    wire.ended = true;
  });
  return socket;
}

function tcpOptions({ route: { family }, lookup }: Attempt): TcpOptions {
  return {
    lookup,
    family,
    noDelay: true,
    autoSelectFamily: family === 0,
    autoSelectFamilyAttemptTimeout: attemptTimeoutMs,
  };
}
