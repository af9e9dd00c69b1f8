// Targets that mean harm once they are told to: 1 MiB of nested JSON for an answer. Documented answers until then.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerTo, response } from './answers.ts';

const bodyBytes = 1024 ** 2;
const depth = 100;

const nested = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const half = `[${Array.from({ length: Math.floor(bodyBytes / 2 / (nested.length + 1)) - 1 }, () => nested).join()}]`;
const hostile = response(
  'no-store',
  `{"object":"list","status":"operational","components":${half},"data":${half}}`,
);

let isHostile = false;

const server = createServer((request) => {
  request.socket.write(isHostile ? hostile : answerTo(request.url ?? ''));
});
server.on('connection', (socket) => socket.on('error', () => socket.destroy()));
server.listen({ port: 0, host: '127.0.0.1' }, () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('message', (message) => {
  isHostile = message === 'hostile';
});
process.once('disconnect', () => process.exit());
