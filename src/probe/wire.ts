// A connection while it is made and used: what it needs, and what is known of it.
import type { LookupFunction, Socket } from 'node:net';
import type { Certificate } from '../model/round.ts';
import type { Route } from './route.ts';
import type { Stopwatch } from './timing.ts';

/** What is known of a connection; filled while it is made and used. */
export interface Wire {
  /** Destroying all of them ends the connection in any phase, while it is being made too. */
  readonly sockets: Socket[];
  /** What our own listeners saw: the first error, and whether the other side ended its half. */
  error: Error | null;
  ended: boolean;
  certificate: Certificate | null;
  /** null through a proxy, which alone knows it. */
  remoteAddress: string | null;
}

export function createWire(): Wire {
  return { sockets: [], error: null, ended: false, certificate: null, remoteAddress: null };
}

export interface Attempt {
  readonly route: Route;
  readonly lookup: LookupFunction;
  readonly wire: Wire;
  readonly watch: Stopwatch;
  /** Called with a socket that takes the request, or with why there is none; what comes second is ignored. */
  readonly succeed: (socket: Socket) => void;
  readonly fail: (error: Error) => void;
}

export interface TcpOptions {
  readonly lookup: LookupFunction;
  readonly family: 0 | 4 | 6;
  readonly noDelay: true;
  readonly autoSelectFamily: boolean;
  readonly autoSelectFamilyAttemptTimeout: number;
}
