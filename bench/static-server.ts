// The yardstick of a page's cost: a bare server with answers that were taken down before, packed anew for each who asks.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** By path. The argument is a file of these, as JSON. */
export type TakenDown = Readonly<Record<string, { readonly contentType: string; readonly body: string }>>;

/** As the agent packs its pages. */
const level = 1;
const pack = promisify(gzip);
const answers = new Map(
  Object.entries(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as TakenDown).map(
    ([path, { contentType, body }]) => [path, { contentType, body: Buffer.from(body) }],
  ),
);

const server = createServer(async ({ url, headers }, response) => {
  const answer = answers.get(url ?? '');
  if (answer === undefined) return response.writeHead(404).end();
  response.setHeader('content-type', answer.contentType);
  if (!headers['accept-encoding']?.includes('gzip')) return response.end(answer.body);
  response.setHeader('content-encoding', 'gzip').end(await pack(answer.body, { level }));
});
server.listen({ port: 0, host: '127.0.0.1' }, () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.once('disconnect', () => process.exit());
