// Look-ups of host names: those under way for one host at one time are joined, and nothing is kept after.
import type { LookupAddress, LookupAllOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';

/** `dns.lookup` as it is asked here, always for every address. Calls back later, never before it returns. */
export type Resolve = (
  host: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * A `lookup` for `net.connect`. A thread of libuv's pool is held for as long as a resolver is slow, so a host
 * has at most one per family; those that wait for it are bounded by the runs in flight.
 */
export function joinLookups(resolve: Resolve): LookupFunction {
  const underWay = new Map<string, Parameters<Resolve>[2][]>();
  return (host, { family, all }, callback) => {
    const waiter: Parameters<Resolve>[2] = (error, addresses) => {
      if (error !== null) callback(error, []);
      else if (all) callback(null, addresses);
      else callback(null, addresses[0]?.address ?? '', addresses[0]?.family ?? 0);
    };
    const key = `${family ?? 0} ${host}`;
    const waiters = underWay.get(key);
    if (waiters !== undefined) {
      waiters.push(waiter);
      return;
    }
    const joined = [waiter];
    underWay.set(key, joined);
    resolve(host, { family: family ?? 0, all: true }, (error, addresses) => {
      underWay.delete(key);
      for (const tell of joined) tell(error, addresses);
    });
  };
}
