// The plain fleet that benches watch: so many deployments of one kind at one origin, two checks each.
import { parseConfig } from '../src/config/load.ts';
import type { Deployment } from '../src/model/deployment.ts';
import type { Connections } from './job.ts';

export const checked = ['status', 'regions'] as const;

const mostTimeoutMs = 5_000;

export interface Fleet {
  /** Deployment i is at `<origin>/d<i>`. */
  readonly origin: string;
  readonly deployments: number;
  /** Whole seconds. */
  readonly intervalSeconds: number;
  readonly connections: Connections;
  /** Of the CA that signed the origin's certificate. */
  readonly caFile?: string;
}

/** A deployment as the configuration has it. */
export type Entry = Readonly<Record<'id' | 'base_url' | 'kind', string>> & Readonly<Record<string, unknown>>;

/** A configuration as a JSON value, which YAML takes too. */
export interface FleetConfig {
  readonly deployments: readonly Entry[];
  readonly [section: string]: unknown;
}

export function configOf({ origin, deployments, intervalSeconds, connections, caFile }: Fleet): FleetConfig {
  return {
    agent: { listen: '127.0.0.1:0' },
    store: { path: 'picket.db' },
    defaults: {
      interval: `${intervalSeconds}s`,
      timeout: `${Math.min(mostTimeoutMs, intervalSeconds * 900)}ms`,
      keep_alive: connections === 'kept' ? '10m' : '0s',
      ...(caFile === undefined ? {} : { tls: { ca: caFile } }),
    },
    deployments: Array.from({ length: deployments }, (_, index) => ({
      id: `d${index}`,
      base_url: `${origin}/d${index}`,
      kind: 'compute',
      endpoints: checked,
    })),
  };
}

export function fleetOf(fleet: Fleet): readonly Deployment[] {
  return parseConfig(JSON.stringify(configOf(fleet)), 'bench').deployments;
}
