// Places to run an agent in whose way out can be cut: behind a proxy of its own, or in a network namespace.
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';

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

const name = `picket-${process.pid}`;
/** Of the networks for benchmarks (RFC 2544): eight for each process. */
const net = (index: number) => `198.18.${(process.pid % 32) * 8 + index}`;
const targets = [0, 1, 2, 3];
const [outside, inside, outsideOwn, insideOwn] = ['a', 'b', 'c', 'd'].map((end) => `pk${process.pid}${end}`);

function ip(commands: readonly string[], at: readonly string[] = []): void {
  execFileSync('ip', [...at, '-batch', '-'], { input: `${commands.join('\n')}\n`, stdio: 'pipe' });
}
const ipInside = (commands: readonly string[]) => ip(commands, ['-n', name]);

/** Whether there may be one; a notice says where there may not. */
export function canHaveNamespaces(): boolean {
  const { status } = spawnSync('ip', ['netns', 'add', `${name}-try`], { stdio: 'ignore' });
  if (status === 0) {
    spawnSync('ip', ['netns', 'delete', `${name}-try`], { stdio: 'ignore' });
    return true;
  }
  process.stderr.write('network namespaces are not allowed: egress is cut by a closed proxy alone\n');
  return false;
}

/** Two links lead out: one to the targets, which is cut, and one to ask the agent over. */
export function openNamespace(): Place {
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
      // The links go with the namespace, once nothing runs in it.
      execFileSync('ip', ['netns', 'delete', name]);
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
  const open = async (port: number) => {
    proxy.listen(port, '127.0.0.1');
    await once(proxy, 'listening');
    const address = proxy.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  };
  const cut = () => {
    proxy.close();
    for (const socket of sockets) socket.destroy();
  };
  const port = await open(0);
  return {
    addresses: targets.map((index) => `127.0.${10 + index}.1`),
    listen: '127.0.0.1:0',
    proxy: `http://127.0.0.1:${port}`,
    within: [],
    cut,
    restore: async () => {
      await open(port);
    },
    close: cut,
  };
}
