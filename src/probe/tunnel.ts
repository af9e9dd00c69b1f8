// A way through an HTTP proxy: CONNECT, for http targets too, so that what follows is as without one.
import { request } from 'node:http';
import { type Socket, connect as tcpConnect } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { ProbeError } from './failure.ts';
import { hostOf } from './route.ts';
import type { Attempt, TcpOptions } from './wire.ts';

const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** Whatever goes wrong up to the proxy's 2xx is `connect`: the target has not been met yet. */
export function openTunnel(
  { route, wire, fail }: Attempt,
  proxy: URL,
  tcp: TcpOptions,
  opened: (socket: Socket) => void,
): void {
  const options = {
    ...tcp,
    host: hostOf(proxy),
    port: Number(proxy.port) || (defaultPorts[proxy.protocol] ?? 0),
  };
  const socket = proxy.protocol === 'https:' ? tlsConnect(options) : tcpConnect(options);
  wire.sockets.push(socket);
  socket.on('error', (error) => fail(proxyError(error)));
  const authority = `${route.origin.hostname}:${route.port}`;
  const asked = request({
    method: 'CONNECT',
    path: authority,
    headers: { host: authority, ...authorization(proxy) },
    createConnection: () => socket,
  });
  asked.once('connect', ({ statusCode = 0 }, _socket, head: Buffer) => {
    if (statusCode < 200 || statusCode > 299) {
      socket.destroy();
      fail(new ProbeError('connect', `PROXY_${statusCode}`, `the proxy answered ${statusCode}`));
      return;
    }
    if (head.length > 0) socket.unshift(head);
    opened(socket);
  });
  asked.on('error', (error) => fail(proxyError(error)));
  asked.end();
}

/** With the code alone: the message bears the proxy's address, and the whole of it is a secret. */
function proxyError(error: NodeJS.ErrnoException): ProbeError {
  const code = error.code ?? 'PROXY';
  return new ProbeError('connect', code, `the proxy could not be used: ${code}`);
}

/** RFC 7617, from the user and password of the proxy's URL. */
function authorization({ username, password }: URL): Record<string, string> {
  if (username === '') return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
}
