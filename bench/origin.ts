// The loopback origin, a process of its own: documented answers for any number of deployments, at little cost. Its
// argument, where it has one: `tls`, with a certificate of the tests' own CA; `noting`; or `anew`.
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { documents, turned } from './documents.ts';
import { checkPaths } from './job.ts';

const [statusPath, regionsPath] = checkPaths;
const startedMs = Date.now();
/** More seconds than any deployment is asked for its status: none is ever told of the future. */
const longestRunMs = 86_400_000;

/** With this argument it notes path and instant (epoch ms) of each request, and tells those since it was last asked. */
const isNoting = process.argv[2] === 'noting';
let noted: [string, number][] = [];
process.on('message', () => {
  process.send?.(noted);
  noted = [];
});

/** With this one the lists of a document are in another order than in that before: no answer is equal to the last. */
const isAnew = process.argv[2] === 'anew';
const asked = new Map<string, number>();

function documentsFor(path: string): typeof documents {
  const before = asked.get(path) ?? 0;
  if (isAnew) asked.set(path, before + 1);
  return before % 2 === 0 ? documents : turned;
}

/** Of each deployment, the second its status document was last updated at. */
const updated = new Map<string, number>();

/** Another one for each answer, however fast they are asked for: the one before is never told again. */
function nextSecond(path: string): number {
  const second = (updated.get(path) ?? startedMs - longestRunMs) + 1000;
  updated.set(path, second);
  return second;
}

const answerer: RequestListener = (request, response) => {
  const url = request.url ?? '';
  if (isNoting) noted.push([url, Date.now()]);
  const path = url.replace(/^\/d\d+/, '');
  if (path === statusPath) {
    answer(documentsFor(url).statusAt(nextSecond(url)), 'no-store');
  } else if (path === regionsPath) {
    answer(documentsFor(url).regions, 'public, max-age=300');
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
};

const tlsFile = (name: string) => readFileSync(new URL(`../test/fixtures/tls/${name}.pem`, import.meta.url));
// Longer than any interval here, so that a kept connection is never closed from this side.
const keepAliveTimeout = 120_000;
const secure = process.argv[2] === 'tls';
const server = secure
  ? createSecureServer({ keepAliveTimeout, cert: tlsFile('good'), key: tlsFile('key') }, answerer)
  : createServer({ keepAliveTimeout }, answerer);

server.listen({ port: 0, host: '127.0.0.1', backlog: 1024 }, () => {
  process.send?.(`${secure ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.once('disconnect', () => process.exit());
