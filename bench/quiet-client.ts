// The yardstick of a reported latency: a bare net client in an otherwise idle process, timed
// at the instants at which the agent times its own. What it errs by is the machine's share, and the origin's queue's.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { askEveryMs, intervalSeconds } from './rig-job.ts';
import type { Reported } from './truth.ts';

/** Each path rests as long as those that the agent asks for. */
const paths = (1000 * intervalSeconds) / askEveryMs;
const answerDeadlineMs = 5000;

const { origin, connections } = JSON.parse(process.argv[2] ?? 'null') as {
  origin: string;
  connections: 'fresh' | 'kept';
};
const { hostname: host, port } = new URL(origin);
let reports: Reported[] = [];
let kept: Socket | null = null;

async function opened(): Promise<Socket> {
  const socket = connect({ host, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  socket.on('error', () => socket.destroy());
  socket.once('close', () => {
    if (kept === socket) kept = null;
  });
  return socket;
}

/** The answer is small and comes in one piece: its first bytes are its last. */
async function ask(path: string): Promise<void> {
  const beforeMs = performance.now();
  let connectMs: number | null = null;
  if (kept === null) {
    kept = await opened();
    connectMs = performance.now() - beforeMs;
  }
  const socket = kept;
  const sentMs = performance.now();
  socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}:${port}\r\nconnection: keep-alive\r\n\r\n`);
  const answerMs = await answered(socket, sentMs);
  if (answerMs === null) {
    socket.destroy();
    kept = null;
    return;
  }
  reports.push({ path, atMs: Date.now(), answerMs, connectMs });
  if (connections === 'fresh') {
    socket.destroy();
    kept = null;
  }
}

/** null where the connection was closed, or its time was over, before an answer came: the next asks on another. */
async function answered(socket: Socket, sentMs: number): Promise<number | null> {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, AbortSignal.timeout(answerDeadlineMs)]);
  try {
    return await Promise.race([
      once(socket, 'data', { signal }).then(() => performance.now() - sentMs),
      once(socket, 'close', { signal }).then(() => null),
    ]);
  } catch {
    return null;
  } finally {
    over.abort();
  }
}

// Any message asks for what was kept since the last.
process.on('message', () => {
  process.send?.(reports);
  reports = [];
});
process.once('disconnect', () => process.exit());

const startedMs = performance.now();
for (let turn = 0; ; turn += 1) {
  await setTimeout(Math.max(0, startedMs + turn * askEveryMs - performance.now()));
  await ask(`/quiet${turn % paths}/api/v2/status`);
}
