// The Prober: rounds of GETs over one connection each, opened for the round or kept from an earlier one.
import { lookup as dnsLookup } from 'node:dns';
import type { Check, Connection } from '../model/deployment.ts';
import { createKept } from './kept.ts';
import { closeLink, openLink } from './link.ts';
import { createLookups, type Resolve } from './lookup.ts';
import type { Prober } from './prober.ts';
import { reach } from './reach.ts';
import { createRoutes } from './route.ts';
import { run, type Slot } from './run.ts';

interface ProberOptions {
  /** Sent as User-Agent, unless a deployment's headers bear their own. */
  readonly userAgent: string;
  /** `dns.lookup` unless given. */
  readonly resolve?: Resolve;
}

/** After `close()`, runs under way go on to their own end; no connection outlives its round. */
export function createProber({ userAgent, resolve = dnsLookup }: ProberOptions): Prober {
  const { lookup, room: roomFor } = createLookups(resolve);
  const routeOf = createRoutes(userAgent);
  const kept = createKept();
  return {
    forget: kept.forget,
    close: kept.close,
    reach: (address, timeoutMs, signal) => reach(routeOf(bareConnection(address)), lookup, timeoutMs, signal),
    round(deployment, fresh) {
      const { connection } = deployment;
      const open = () => openLink(routeOf(connection), lookup, connection.keepAliveMs);
      const room = () => {
        const { lookedUp, family } = routeOf(connection);
        return lookedUp === null ? null : roomFor(lookedUp, family);
      };
      const runAlone = async (check: Check) => {
        const own: Slot = { link: null, open, room };
        const observation = await run(own, check);
        if (own.link !== null) closeLink(own.link);
        return observation;
      };
      const shared: Slot = { link: fresh ? null : kept.take(deployment, performance.now()), open, room };
      return {
        get: (check, alone) => (alone ? runAlone(check) : run(shared, check)),
        end() {
          // One that was made for a fresh round would take the place of the deployment's own.
          if (shared.link !== null && fresh) closeLink(shared.link);
          else if (shared.link !== null) kept.put(deployment, shared.link, performance.now());
          shared.link = null;
        },
      };
    },
  };
}

function bareConnection(address: string): Connection {
  return { origin: `http://${address}`, headers: {}, tls: null, proxy: null, ipFamily: 0, keepAliveMs: 0 };
}
