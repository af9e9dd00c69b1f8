// The deployments a job measures, as the configuration would give them.
import { findEndpoint } from '../src/contract/endpoints.ts';
import { kinds } from '../src/contract/kinds.ts';
import type { Check, Deployment } from '../src/model/deployment.ts';
import type { Job } from './job.ts';

export const checked = ['status', 'regions'] as const;

export function fleetOf({ origin, connections, deployments }: Job): readonly Deployment[] {
  const keepAliveMs = connections === 'kept' ? 600_000 : 0;
  return Array.from({ length: deployments }, (_, index) => deploymentOf(`d${index}`, origin, keepAliveMs));
}

function deploymentOf(id: string, origin: string, keepAliveMs: number): Deployment {
  return {
    id,
    name: id,
    kind: 'compute',
    version: 'v2',
    baseUrl: `${origin}/${id}`,
    connection: { origin, headers: {}, tls: null, proxy: null, ipFamily: 0, keepAliveMs },
    checks: checked.map((endpoint) => checkOf(id, endpoint)),
    components: { expected: kinds.compute.components, exact: false },
    confirm: { failures: 2, successes: 2, recheckAfterMs: 5000 },
    degradedAboveMs: null,
    maxComponents: 32,
    rules: {},
    statusWords: {},
    labels: {},
    slo: { availability: null, latencyMs: null },
    critical: true,
    secrets: [],
  };
}

function checkOf(id: string, endpoint: (typeof checked)[number]): Check {
  return {
    id: `${id}/${endpoint}`,
    endpoint,
    target: `/${id}${findEndpoint('v2', endpoint)?.path}`,
    intervalMs: 5000,
    timeoutMs: 4000,
    staleAfterMs: 15_000,
    maxBodyBytes: 1024 ** 2,
    limit: null,
  };
}
