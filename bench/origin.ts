// The loopback origin, a process of its own: documented answers for any number of deployments, at little cost.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkPaths } from './job.ts';

const components = ['Control API', 'Scheduler', 'Build Service', 'Registry'];
const statusHead = JSON.stringify({
  status: 'operational',
  version: 'v2',
  region: 'Frankfurt',
  components: components.map((name) => ({ name, status: 'operational' })),
}).slice(0, -1);
const regions = JSON.stringify({
  object: 'list',
  data: [
    { code: 'fra1', name: 'Frankfurt', zone: 'eu-central', country: 'DE', status: 'operational' },
    { code: 'dub1', name: 'Dublin', zone: 'eu-west', country: 'IE', status: 'operational' },
    { code: 'iad1', name: 'Washington, D.C.', zone: 'us-east', country: 'US', status: 'operational' },
    { code: 'sin1', name: 'Singapore', zone: 'asia-southeast', country: 'SG', status: 'operational' },
  ],
});
const [statusPath, regionsPath] = checkPaths;

/** With this argument it notes path and instant (epoch ms) of each request, and tells those since it was last asked. */
const isNoting = process.argv[2] === 'noting';
let noted: [string, number][] = [];
process.on('message', () => {
  process.send?.(noted);
  noted = [];
});

// Longer than any interval here, so that a kept connection is never closed from this side.
const server = createServer({ keepAliveTimeout: 120_000 }, (request, response) => {
  if (isNoting) noted.push([request.url ?? '', Date.now()]);
  const path = (request.url ?? '').replace(/^\/d\d+/, '');
  if (path === statusPath) {
    const updatedAt = `${new Date().toISOString().slice(0, 19)}Z`;
    answer(`${statusHead},"updated_at":"${updatedAt}"}`, 'no-store');
  } else if (path === regionsPath) {
    answer(regions, 'public, max-age=300');
  } else {
    response.writeHead(404).end();
  }

  function answer(body: string, cacheControl: string): void {
    response.writeHead(200, {
      'content-type': 'application/json',
      'cache-control': cacheControl,
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  }
});

server.listen({ port: 0, host: '127.0.0.1', backlog: 1024 }, () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.once('disconnect', () => process.exit());
