// Places to run an agent in whose way out can be cut: behind a proxy of its own, or in a network namespace.
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { freePort } from './free-port.ts';

export interface Place {
  /** Of this machine, each on a network of its own: what targets listen on. */
  readonly addresses: readonly string[];
  /** For `agent.listen`; reached from here whether cut or not. */
  readonly listen: string;
  readonly proxy: string | null;
  /** Command that runs another in it. */
  readonly within: readonly string[];
  readonly cut: (how: string) => void | Promise<void>;
  readonly restore: () => void | Promise<void>;
  readonly close: () => void | Promise<void>;
}

/** `how` is how the kernel of the namespace sees it. */
export const namespaceCuts = ['no route (ENETUNREACH)', 'unreachable (EHOSTUNREACH)', 'silence (deadlines)'];

/** Of the networks for benchmarks (RFC 2544): each namespace has eight, and there may be one of another process. */
const blocks = Array.from({ length: 32 }, (_, index) => ((process.pid + index) % 32) * 8);
const targets = [0, 1, 2, 3];
let opened = 0;

function ip(commands: readonly string[], at: readonly string[] = []): void {
  execFileSync('ip', [...at, '-batch', '-'], { input: `${commands.join('\n')}\n`, stdio: 'pipe' });
}

/** Whether there may be one; a notice says where there may not. */
export function canHaveNamespaces(): boolean {
  const name = `picket-try-${process.pid}`;
  const { status } = spawnSync('ip', ['netns', 'add', name], { stdio: 'ignore' });
  if (status === 0) {
    execFileSync('ip', ['netns', 'delete', name]);
    return true;
  }
  process.stderr.write('network namespaces are not allowed: egress is cut by a closed proxy alone\n');
  return false;
}

/** Two links lead out: one to the targets, which is cut, and one to ask the agent over. */
export function openNamespace(): Place {
  const taken = Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address));
  const block = blocks.find((first) => !taken.some((address) => address.startsWith(`198.18.${first}.`)));
  if (block === undefined) throw new Error('every network for a namespace is taken');
  const net = (index: number) => `198.18.${block + index}`;
  // What went before may not be gone yet: the kernel takes its time.
  opened += 1;
  const name = `picket-${process.pid}-${opened}`;
  const [outside, inside, outsideOwn, insideOwn] = ['a', 'b', 'c', 'd'].map(
    (end) => `pk${process.pid}${opened}${end}`,
  );
  const ipInside = (commands: readonly string[]) => ip(commands, ['-n', name]);
  ip([
    `netns add ${name}`,
    `link add ${outside} type veth peer name ${inside} netns ${name}`,
    `link add ${outsideOwn} type veth peer name ${insideOwn} netns ${name}`,
    ...targets.map((index) => `address add ${net(index)}.1/24 dev ${outside}`),
    `address add ${net(7)}.1/24 dev ${outsideOwn}`,
    `link set ${outside} up`,
    `link set ${outsideOwn} up`,
  ]);
  ipInside([
    'link set lo up',
    `address add ${net(0)}.2/24 dev ${inside}`,
    `address add ${net(7)}.2/24 dev ${insideOwn}`,
    `link set ${insideOwn} up`,
  ]);
  const restore = () =>
    ipInside([
      `link set ${inside} up`,
      ...targets.map((index) => `route replace ${net(index)}.0/24 dev ${inside} src ${net(0)}.2`),
      `neighbour flush dev ${inside} nud permanent`,
    ]);
  const cuts: Readonly<Record<string, readonly string[]>> = {
    'no route (ENETUNREACH)': [`link set ${inside} down`],
    'unreachable (EHOSTUNREACH)': targets.map((index) => `route replace unreachable ${net(index)}.0/24`),
    'silence (deadlines)': targets.map(
      (index) => `neighbour replace ${net(index)}.1 lladdr 02:00:00:00:00:01 dev ${inside} nud permanent`,
    ),
  };
  restore();
  return {
    addresses: targets.map((index) => `${net(index)}.1`),
    listen: `${net(7)}.2:0`,
    proxy: null,
    within: ['ip', 'netns', 'exec', name],
    cut: (how) => ipInside(cuts[how] ?? []),
    restore,
    close: () => {
      ip([`link delete ${outside}`, `link delete ${outsideOwn}`, `netns delete ${name}`]);
    },
  };
}

/** The only way out is the proxy; the targets are on loopback. */
export async function openProxied(): Promise<Place> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket));
  };
  const proxy = createServer();
  proxy.on('connection', keep);
  proxy.on('connect', ({ url = '' }, client: Socket) => {
    const { hostname, port } = new URL(`http://${url}`);
    const target = connect({ host: hostname, port: Number(port) }, () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      client.pipe(target).pipe(client);
    });
    keep(target);
  });
  const port = await freePort();
  const restore = async () => {
    proxy.listen(port, '127.0.0.1');
    await once(proxy, 'listening');
  };
  const cut = () => {
    proxy.close();
    for (const socket of sockets) socket.destroy();
  };
  await restore();
  return {
    addresses: targets.map((index) => `127.0.${10 + index}.1`),
    listen: '127.0.0.1:0',
    proxy: `http://127.0.0.1:${port}`,
    within: [],
    cut,
    restore,
    close: cut,
  };
}
