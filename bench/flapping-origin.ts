// Targets that are well in one second and refuse in the next, all together.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerTo } from './answers.ts';

const periodMs = 2000;

const server = createServer((request, response) => {
  if (Date.now() % periodMs < periodMs / 2) request.socket.write(answerTo(request.url ?? ''));
  else response.writeHead(503).end();
});
server.on('connection', (socket) => socket.on('error', () => socket.destroy()));
server.listen({ port: 0, host: '127.0.0.1' }, () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.once('disconnect', () => process.exit());
