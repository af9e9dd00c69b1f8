// Look-ups of host names: those begun for one host shortly after each other are joined, and no answer is kept.
import type { LookupAddress, LookupAllOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { ProbeError } from './failure.ts';

/** For how long a look-up is joined: one that hangs must not hide that the name can be resolved again. */
const maxJoinAgeMs = 5_000;
/** Of one host and family: each may hold a thread of libuv's pool, which has four and is for everybody. */
const maxUnderWay = 3;

/** `dns.lookup` as it is asked here, always for every address. Calls back later, never before it returns. */
export type Resolve = (
  host: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

interface LookUp {
  readonly begunMs: number;
  readonly waiters: Parameters<Resolve>[2][];
}

/**
 * A `lookup` for `net.connect`. Those that wait are bounded by the runs that begin within `maxJoinAgeMs`, times
 * `maxUnderWay`; one too many fails at once, with the code LOOKUPS_HANG. `now` is in ms, on a steady clock.
 */
export function joinLookups(resolve: Resolve, now = () => performance.now()): LookupFunction {
  const underWay = new Map<string, readonly LookUp[]>();

  const begin = (key: string, host: string, family: LookupAllOptions['family'], lookUp: LookUp) => {
    underWay.set(key, [...(underWay.get(key) ?? []), lookUp]);
    resolve(host, { family: family ?? 0, all: true }, (error, addresses) => {
      const left = underWay.get(key)?.filter((each) => each !== lookUp) ?? [];
      if (left.length === 0) underWay.delete(key);
      else underWay.set(key, left);
      for (const tell of lookUp.waiters) tell(error, addresses);
    });
  };

  return (host, { family, all }, callback) => {
    const waiter: Parameters<Resolve>[2] = (error, addresses) => {
      if (error !== null) callback(error, []);
      else if (all) callback(null, addresses);
      else callback(null, addresses[0]?.address ?? '', addresses[0]?.family ?? 0);
    };
    const key = `${family ?? 0} ${host}`;
    const begun = underWay.get(key) ?? [];
    const youngest = begun.at(-1);
    if (youngest !== undefined && now() - youngest.begunMs < maxJoinAgeMs) youngest.waiters.push(waiter);
    else if (begun.length < maxUnderWay) begin(key, host, family, { begunMs: now(), waiters: [waiter] });
    else
      process.nextTick(waiter, new ProbeError('dns', 'LOOKUPS_HANG', `no look-up of ${host} comes back`), []);
  };
}
