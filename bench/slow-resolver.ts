// A loopback name server, a process of its own: every name is 127.0.0.1 after a delay, and a dark zone never answers.
import { createSocket } from 'node:dgram';
import type { ResolverJob, ResolverTruth } from './resolver-job.ts';

const headerBytes = 12;
const typeA = 1;
/** RFC 1035 4.1.1: an answer, recursion desired and available. */
const flags = 0x8180;
/** A pointer to the question's name, type A, class IN, TTL 0, the four bytes of 127.0.0.1. */
const record = Buffer.from([0xc0, headerBytes, 0, typeA, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1]);

const { delayMs, darkZone } = JSON.parse(process.argv[2] ?? 'null') as ResolverJob;
let taken: number[] = [];
let unanswered = 0;
const socket = createSocket('udp4');

/** The name in the question, lower case, and where the question ends. */
function questionIn(query: Buffer): { name: string; endsAt: number } {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), endsAt: at + 5 };
}

/** Any type but A has no record: the name is there, and has none of that type. */
function answerTo(query: Buffer, endsAt: number): Buffer {
  const hasRecord = query.readUInt16BE(endsAt - 4) === typeA;
  const head = Buffer.alloc(headerBytes);
  query.copy(head, 0, 0, 2);
  head.writeUInt16BE(flags, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(hasRecord ? 1 : 0, 6);
  return Buffer.concat([head, query.subarray(headerBytes, endsAt), ...(hasRecord ? [record] : [])]);
}

socket.on('message', (query, { port, address }) => {
  const receivedMs = performance.now();
  const { name, endsAt } = questionIn(query);
  if (name.endsWith(`.${darkZone}`)) {
    unanswered += 1;
    return;
  }
  setTimeout(() => {
    socket.send(answerTo(query, endsAt), port, address);
    taken.push(performance.now() - receivedMs);
  }, delayMs);
});

/** Asked by any message: what it took since it was asked last. */
process.on('message', () => {
  const truth: ResolverTruth = { takenMs: taken, unanswered };
  taken = [];
  unanswered = 0;
  process.send?.(truth);
});
socket.bind(53, '127.0.0.1', () => process.send?.('listening'));
process.once('disconnect', () => process.exit());
