// One reference deployment on a port of its own.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Answer, refuse } from './answer.ts';
import { deliver } from './deliver.ts';
import { exposedAt, healthyAnswer, type KindName } from './deployments.ts';
import { applyFaults } from './faults.ts';
import { answerFaults, type FaultBoard } from './faults-endpoint.ts';

export interface DeploymentServer {
  readonly kind: KindName;
  readonly url: string;
  /** Ends every connection, hung ones too. */
  readonly close: () => Promise<void>;
}

interface Serving {
  readonly kind: KindName;
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  readonly seed: number;
  readonly now: () => number;
  readonly board: FaultBoard;
}

/** Rejects with the system's error where the address cannot be listened on. */
export async function serveDeployment(serving: Serving): Promise<DeploymentServer> {
  const server = createServer(listener(serving));
  server.listen(serving.port, serving.host);
  await once(server, 'listening');
  const { address, port, family } = server.address() as AddressInfo;
  return {
    kind: serving.kind,
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    close: () => closed(server),
  };
}

function listener(serving: Serving): RequestListener {
  return (request, response) => {
    // A client that goes while it is answered is the end of that answer, and nothing else.
    answerTo(serving, request)
      .then((answer) => deliver(answer, response, serving.now))
      .catch(() => response.destroy());
  };
}

async function answerTo(serving: Serving, request: IncomingMessage): Promise<Answer> {
  const { kind, seed, now, board } = serving;
  const url = URL.parse(request.url ?? '/', 'http://simulator');
  if (url === null) return refuse(400, 'bad_request', 'expected a path');
  if (url.pathname === '/faults') return answerFaults(kind, request, board);
  const endpoint = exposedAt(kind, url.pathname);
  if (endpoint === undefined) return refuse(404, 'not_found', `${kind} has nothing at this path`);
  if (request.method !== 'GET') return refuse(405, 'bad_method', 'expected GET');
  const healthy = healthyAnswer(kind, endpoint, url.searchParams, seed, now());
  return applyFaults(healthy, endpoint.name, board.inEffect());
}

async function closed(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  server.closeAllConnections();
  return promise;
}
