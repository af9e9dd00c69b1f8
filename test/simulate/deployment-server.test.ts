import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type DeploymentServer, serveDeployment } from '../../src/simulate/deployment-server.ts';
import type { Fault } from '../../src/simulate/faults.ts';

let server: DeploymentServer | undefined;
afterEach(() => server?.close());

async function serve(faults: readonly Fault[] = []): Promise<string> {
  const board = { inEffect: () => faults, set: () => {} };
  const now = () => Date.UTC(2026, 10, 21, 12, 0, 0);
  server = await serveDeployment({ kind: 'media', host: '127.0.0.1', port: 0, seed: 1, now, board });
  return server.url;
}

describe('a deployment on its port', () => {
  it.each([
    ['GET', '/api/v1/status', 200],
    ['GET', '/api/v1/status?limit=1', 200],
    ['GET', '/api/v1/media?limit=3', 200],
    ['GET', '/api/v1/media?limit=x', 400],
    ['GET', '/api/v1/files', 404],
    ['GET', '/api/v2/status', 404],
    ['GET', '/api/v1/status/', 404],
    ['GET', '/', 404],
    ['POST', '/api/v1/media', 405],
    ['GET', '/faults', 200],
    ['POST', '/faults', 405],
  ])('%s %s is %i', async (method, path, status) => {
    const response = await fetch(`${await serve()}${path}`, { method });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('date')).toBe('Sat, 21 Nov 2026 12:00:00 GMT');
    await response.json();
  });

  it('a target that is no path is refused', async () => {
    const { port } = new URL(await serve());
    const socket = connect(Number(port), '127.0.0.1');
    socket.end('GET // HTTP/1.1\r\nHost: x\r\n\r\n');
    const [chunk] = await once(socket, 'data');
    expect(chunk.toString()).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('has its faults in its endpoints, not in other paths', async () => {
    const url = await serve([{ type: 'http_status', status: 503, body: 'busy' }]);
    const [status, missing, faults] = await Promise.all(
      ['/api/v1/status', '/api/v1/files', '/faults'].map((path) => fetch(`${url}${path}`)),
    );
    expect(status?.status).toBe(503);
    expect(await status?.text()).toBe('busy');
    expect(missing?.status).toBe(404);
    expect(faults?.status).toBe(200);
  });
});

it.each(['hang', 'hang_in_body'] as const)('%s does not keep close() waiting', async (type) => {
  const url = await serve([{ type }]);
  const { port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => {});
  socket.write('GET /api/v1/media HTTP/1.1\r\nHost: x\r\n\r\n');
  const ended = once(socket, 'close');
  if (type === 'hang_in_body') await once(socket, 'data');
  else await fetch(`${url}/faults`).then((response) => response.json());
  await server?.close();
  await ended;
});

it('an address that cannot be had is the error of the system', async () => {
  const { port } = new URL(await serve());
  const board = { inEffect: () => [], set: () => {} };
  const again = {
    kind: 'media',
    host: '127.0.0.1',
    port: Number(port),
    seed: 1,
    now: Date.now,
    board,
  } as const;
  await expect(serveDeployment(again)).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
