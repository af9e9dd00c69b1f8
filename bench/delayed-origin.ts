// An origin that answers after a while and keeps the truth of it: from a request's head read to its answer flushed.
// On node:net and not node:http: the less it takes itself, the less of its own queue is charged to who asks.
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { answerTo } from './answers.ts';
import { originDelayMs } from './rig-job.ts';
import type { Truth } from './truth.ts';

const headEnd = '\r\n\r\n';
const maxHeadBytes = 16 * 1024;
const maxTruths = 1_000_000;

let truths: Truth[] = [];

function serve(socket: Socket): void {
  let head = '';
  socket.setNoDelay(true);
  socket.setEncoding('latin1');
  socket.on('error', () => socket.destroy());
  socket.on('data', (text: string) => {
    head += text;
    if (head.length > maxHeadBytes) socket.destroy();
    // No client of a bench sends a second request before the answer to its first.
    if (!head.endsWith(headEnd)) return;
    const read = { atMs: Date.now(), nowMs: performance.now() };
    const path = head.slice(4, head.indexOf(' ', 4));
    head = '';
    setTimeout(() => {
      if (socket.destroyed) return;
      // The system call is made within write(): the answer is with the kernel when it returns.
      socket.write(answerTo(path));
      if (truths.length < maxTruths) truths.push([path, read.atMs, performance.now() - read.nowMs]);
    }, originDelayMs);
  });
}

const server = createServer(serve);
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
// Any message asks for what was kept since the last.
process.on('message', () => {
  process.send?.(truths);
  truths = [];
});
process.once('disconnect', () => process.exit());
