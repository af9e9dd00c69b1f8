// Whether anything answers at an address: one TCP connection that is ended as soon as it stands.
import type { LookupFunction } from 'node:net';
import { connect } from './connect.ts';
import { isOurs, toFailure } from './failure.ts';
import type { Route } from './route.ts';
import { createStopwatch } from './timing.ts';
import { createWire } from './wire.ts';

/**
 * A refusal is an answer, too; what does not resolve, or not within `timeoutMs`, is none. Rejects only when we failed (no
 * file descriptor left), which says nothing of the address.
 */
export function reach(
  route: Route,
  lookup: LookupFunction,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  const wire = createWire();
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      for (const socket of wire.sockets) socket.destroy();
    };
    const settle = (isAnswered: boolean) => {
      end();
      resolve(isAnswered);
    };
    const giveUp = () => settle(false);
    // What has arrived while our own loop was busy, or stood still, is read first.
    const timer = setTimeout(() => setImmediate(giveUp), timeoutMs);
    signal.addEventListener('abort', giveUp);
    const watch = createStopwatch(performance.now());
    const fail = (error: Error) => {
      if (!isOurs(error, watch.phase)) return settle(toFailure(error, watch.phase).code === 'ECONNREFUSED');
      end();
      reject(error);
    };
    connect({ route, lookup, wire, watch, succeed: () => settle(true), fail });
  });
}
