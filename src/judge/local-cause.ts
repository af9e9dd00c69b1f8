// Which failures may lie with our own network, as nothing came from beyond it.
import { isIPv4, isIPv6 } from 'node:net';
import type { Observation } from '../model/round.ts';

/**
 * Said by this machine, its resolver or a router near it: connect(2), getaddrinfo(3), ip-route(8) (a prohibited route
 * gives EACCES, a blackhole EINVAL), and our own bound on look-ups of one host that hang.
 */
const localCodes: ReadonlySet<string> = new Set([
  ...['EAI_AGAIN', 'LOOKUPS_HANG'],
  ...['ENETUNREACH', 'EHOSTUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL', 'EACCES', 'EPERM', 'EINVAL'],
]);

/** What a proxy answers itself has this and its status for a code: it was reached. */
const proxyAnswer = /^PROXY_\d/;

/**
 * A proxy that cannot be used may be how our network is cut, while a target that refuses was reached. A connection that
 * stood already shows nothing of now until something comes over it.
 */
export function isLocalCause({ failure, phases }: Observation, isProxied: boolean): boolean {
  if (failure === null) return false;
  const { kind, phase, code } = failure;
  if (localCodes.has(code)) return true;
  const isConnecting = phase === 'dns' || phase === 'connect';
  if (!isConnecting) return kind === 'timeout' && phase === 'first_byte' && phases.connect === undefined;
  return kind === 'timeout' || code === 'ETIMEDOUT' || (isProxied && !proxyAnswer.test(code));
}

/**
 * What a cut may have done to a run that was under way when it came: a deadline, wherever it was hit, and a reset by a
 * proxy that is no more.
 */
export function isLost(observation: Observation, isProxied: boolean): boolean {
  const kind = observation.failure?.kind;
  return kind === 'timeout' || (isProxied && kind === 'reset') || isLocalCause(observation, isProxied);
}

/** What is likely to fail together: the /24 of an IPv4 address, the /48 of an IPv6 one, else the host name itself. */
export function networkOf(host: string): string {
  const address = host.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(address)) return address.slice(0, address.lastIndexOf('.'));
  return isIPv6(address) ? groupsOf(address).slice(0, 3).join(':') : host;
}

/** All eight, or as many as there are before an embedded IPv4 address. */
function groupsOf(address: string): string[] {
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  return [...head, ...zeros, ...tail].map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''));
}
