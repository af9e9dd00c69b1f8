// The deployments a job measures, as the configuration gives them.
import { parseConfig } from '../src/config/load.ts';
import type { Deployment } from '../src/model/deployment.ts';
import type { Job } from './job.ts';

export const checked = ['status', 'regions'] as const;

export function fleetOf({ origin, connections, deployments }: Job): readonly Deployment[] {
  const entries = Array.from({ length: deployments }, (_, index) => ({
    id: `d${index}`,
    base_url: `${origin}/d${index}`,
    kind: 'compute',
    endpoints: checked,
  }));
  const keep_alive = connections === 'kept' ? '10m' : '0s';
  const defaults = { interval: '5s', timeout: '4s', keep_alive };
  return parseConfig(JSON.stringify({ defaults, deployments: entries }), 'bench').deployments;
}
