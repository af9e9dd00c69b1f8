// The yardstick of a reported latency: a bare net client in an otherwise idle process, 20 requests a second, timed
// at the instants at which the agent times its own. What it errs by is the machine's share, and the origin's queue's.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Reported } from './truth.ts';

const everyMs = 50;
/** Each path rests for 5 s, as those that the agent asks for. */
const paths = 100;

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
  const answerMs = await new Promise<number>((resolve) =>
    socket.once('data', () => resolve(performance.now() - sentMs)),
  );
  reports.push({ path, atMs: Date.now(), answerMs, connectMs });
  if (connections === 'fresh') {
    socket.destroy();
    kept = null;
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
  await setTimeout(Math.max(0, startedMs + turn * everyMs - performance.now()));
  await ask(`/quiet${turn % paths}/api/v2/status`);
}
