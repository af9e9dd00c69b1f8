// What the probe's tests share: servers on loopback that misbehave on purpose, and the shortest way to ask one.
import { readFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions as ServerOptions } from 'node:tls';
import { onTestFinished } from 'vitest';
import type { Check, Connection, Deployment, TlsOptions } from '../../src/model/deployment.ts';
import type { Observation } from '../../src/model/round.ts';
import { secret } from '../../src/model/secret.ts';
import type { Resolve } from '../../src/probe/lookup.ts';
import { createProber } from '../../src/probe/rounds.ts';
import { aConnection, aCheck as anyCheck, aDeployment as anyDeployment } from '../fixtures/model.ts';

/** Well below the 4 s after which undici ends an idle connection: who waits for that has not closed it. */
export const maxIdleWaitMs = 3_000;

export function pem(name: string): string {
  return readFileSync(new URL(`../fixtures/tls/${name}.pem`, import.meta.url), 'utf8');
}

export const trusting: TlsOptions = { ca: pem('ca'), cert: null, key: null, serverName: null };
export const withClientCertificate: TlsOptions = {
  ...trusting,
  cert: pem('client'),
  key: secret(pem('key')),
};

export function aDeployment(connection: Partial<Connection>): Deployment {
  return anyDeployment({
    connection: aConnection({ origin: 'http://127.0.0.1:1', ...connection }),
    checks: [],
  });
}

export function aCheck(fields: Partial<Check> = {}): Check {
  return anyCheck('status', { timeoutMs: 3000, maxBodyBytes: 1024, ...fields });
}

/** One run in a round of its own. */
export async function ask(
  connection: Partial<Connection>,
  check: Partial<Check> = {},
  resolve?: Resolve,
): Promise<Observation> {
  const prober = createProber({ userAgent: 'picket/test', ...(resolve === undefined ? {} : { resolve }) });
  const round = prober.round(aDeployment(connection), false);
  const observation = await round.get(aCheck(check), false);
  round.end();
  return observation;
}

export interface Target {
  readonly origin: string;
  readonly port: number;
  /** Of the server's side, open ones only. */
  readonly sockets: Set<Socket>;
  readonly accepted: () => number;
  /** Resolves when no connection is open; rejects after `maxIdleWaitMs`. */
  readonly idle: () => Promise<void>;
}

/** What is done with a request: bytes to send, or anything at all. */
export type Reply = string | Buffer | ((socket: Socket) => void);

/** Answers the nth request (over all connections) with the nth reply, and from then on with the last. */
export function replying(...replies: Reply[]): (socket: Socket) => void {
  let asked = 0;
  return (socket) => {
    socket.on('data', () => {
      const reply = replies[Math.min(asked++, replies.length - 1)] ?? '';
      if (typeof reply === 'function') reply(socket);
      else socket.write(reply);
    });
  };
}

export function serve(accept: (socket: Socket) => void): Promise<Target> {
  return listen('http', createServer(accept));
}

export function serveTls(options: ServerOptions, accept: (socket: Socket) => void): Promise<Target> {
  return listen('https', createTlsServer({ key: pem('key'), cert: pem('good'), ...options }, accept));
}

export async function listen(scheme: string, server: Server): Promise<Target> {
  const sockets = new Set<Socket>();
  let accepted = 0;
  const whenIdle: (() => void)[] = [];
  server.on('connection', (socket) => {
    accepted++;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0) for (const tell of whenIdle.splice(0)) tell();
    });
  });
  server.on('secureConnection', (socket: Socket) => socket.on('error', () => {}));
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    origin: `${scheme}://127.0.0.1:${port}`,
    port,
    sockets,
    accepted: () => accepted,
    idle: () =>
      new Promise((resolve, reject) => {
        if (sockets.size === 0) return resolve();
        const timer = setTimeout(() => reject(new Error(`${sockets.size} left open`)), maxIdleWaitMs);
        whenIdle.push(() => {
          clearTimeout(timer);
          resolve();
        });
      }),
  };
}

export function reset(socket: Socket): void {
  socket.resetAndDestroy();
}

/** A whole answer with its length. */
export function ok(body: string | Buffer, ...fields: string[]): Buffer {
  const head = ['HTTP/1.1 200 OK', `Content-Length: ${Buffer.byteLength(body)}`, ...fields];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), Buffer.from(body)]);
}
