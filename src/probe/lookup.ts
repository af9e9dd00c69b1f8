// Look-ups of host names: those begun for one host shortly after each other are joined, and no answer is kept.
import type { LookupAddress, LookupAllOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { ProbeError } from './failure.ts';
import { createSlowNames } from './slow-names.ts';

/** For how long a look-up is joined: one that hangs must not hide that the name can be resolved again. */
const maxJoinAgeMs = 5_000;
/** Of one host and family: each may hold a thread of libuv's pool, which is for everybody. */
const maxUnderWay = 3;
/** Of all hosts: half the pool that main asks for, as much as libuv gives to look-ups; beyond it, it would queue them. */
export const maxLookups = 256;
/** Of hosts that are known to be slow: what hangs leaves the other half of the look-ups to all others. */
const maxSlowLookups = maxLookups / 2;

/** `dns.lookup` as it is asked here, always for every address. Calls back later, never before it returns. */
export type Resolve = (
  host: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

type Waiter = Parameters<Resolve>[2];

interface LookUp {
  readonly key: string;
  readonly begunMs: number;
  readonly waiters: Waiter[];
}

export interface Lookups {
  /**
   * For `net.connect`. Those that wait are bounded by the runs that begin within `maxJoinAgeMs`, times
   * `maxUnderWay`; one too many fails at once, with the code LOOKUPS_HANG.
   */
  readonly lookup: LookupFunction;
  /**
   * null when the host can be looked up now; else to be asked again once it resolves: first come, first served.
   * Throws where too many slow look-ups are under way to add another: then we failed, and not the target.
   */
  readonly room: (host: string, family: 0 | 4 | 6) => Promise<void> | null;
}

/** `now` is in ms, on a steady clock. */
export function createLookups(resolve: Resolve, now = () => performance.now()): Lookups {
  const underWay = new Map<string, readonly LookUp[]>();
  const all = new Set<LookUp>();
  const waiting: (() => void)[] = [];
  const slow = createSlowNames();

  const isSlow = ({ key, begunMs }: LookUp) => slow.has(key, now() - begunMs);
  /** Whether another look-up of this host would take what is left for those that answer. */
  const isCrowdedFor = (key: string) => {
    const oldest = underWay.get(key)?.[0];
    const isKnown = oldest === undefined ? slow.has(key, 0) : isSlow(oldest);
    return isKnown && [...all].filter(isSlow).length >= maxSlowLookups;
  };
  const isJoinable = (lookUp: LookUp | undefined): lookUp is LookUp =>
    lookUp !== undefined && now() - lookUp.begunMs < maxJoinAgeMs;

  const begin = (host: string, family: LookupAllOptions['family'], lookUp: LookUp) => {
    const { key, begunMs, waiters } = lookUp;
    underWay.set(key, [...(underWay.get(key) ?? []), lookUp]);
    all.add(lookUp);
    resolve(host, { family: family ?? 0, all: true }, (error, addresses) => {
      const left = underWay.get(key)?.filter((each) => each !== lookUp) ?? [];
      if (left.length === 0) underWay.delete(key);
      else underWay.set(key, left);
      all.delete(lookUp);
      slow.learn(key, now() - begunMs);
      // All of them: one that joins another's look-up takes no room, and nobody's turn would come after it.
      for (const turn of waiting.splice(0)) turn();
      for (const tell of waiters) tell(error, addresses);
    });
  };

  return {
    lookup(host, { family, all: wantsAll }, callback) {
      const waiter = waiterOf(callback, wantsAll ?? false);
      const key = keyOf(host, family);
      const begun = underWay.get(key) ?? [];
      const youngest = begun.at(-1);
      if (isJoinable(youngest)) youngest.waiters.push(waiter);
      else if (begun.length < maxUnderWay && !(begun.length > 0 && isCrowdedFor(key))) {
        begin(host, family, { key, begunMs: now(), waiters: [waiter] });
      } else {
        const error = new ProbeError('dns', 'LOOKUPS_HANG', `no look-up of ${host} comes back`);
        process.nextTick(waiter, error, []);
      }
    },
    room(host, family) {
      const key = keyOf(host, family);
      const begun = underWay.get(key) ?? [];
      // It is joined, or it begins, or it fails for what its own look-ups do.
      if (isJoinable(begun.at(-1)) || begun.length >= maxUnderWay) return null;
      if (isCrowdedFor(key)) {
        if (begun.length > 0) return null;
        throw new Error(`no room to look up slow names: ${maxSlowLookups} such look-ups are under way`);
      }
      if (all.size < maxLookups) return null;
      return new Promise((turn) => waiting.push(turn));
    },
  };
}

/** Calls back in the form that was asked for: every address, or the first. */
function waiterOf(callback: Parameters<LookupFunction>[2], wantsAll: boolean): Waiter {
  return (error, addresses) => {
    if (error !== null) callback(error, []);
    else if (wantsAll) callback(null, addresses);
    else callback(null, addresses[0]?.address ?? '', addresses[0]?.family ?? 0);
  };
}

function keyOf(host: string, family: LookupAllOptions['family']): string {
  return `${family ?? 0} ${host}`;
}
