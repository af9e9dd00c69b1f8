// A large fleet as the server reads it, round after round: every number is another after each, as measured ones are.
import { judge } from '../src/judge/judge.ts';
import type { Deployment } from '../src/model/deployment.ts';
import { type CheckResult, noClaims, type Observation, type Result } from '../src/model/round.ts';
import type { DeploymentView, Snapshot } from '../src/model/snapshot.ts';
import type { Metrics } from '../src/publish/metrics.ts';
import { checked, fleetOf } from './fleet.ts';

const components = ['Control API', 'Scheduler', 'Build Service', 'Registry'];
const reported = { word: 'operational', state: 'operational' } as const;

/** Numbers with fractions, as measured ones have, and others at another time. */
function observationAt(atMs: number, index: number): Observation {
  const jitter = 1 + ((index + atMs / 1000) % 97) / 97;
  const phases = { connect: 0.31 * jitter, first_byte: 21.7 * jitter, transfer: 0.17 * jitter };
  return {
    startedMs: atMs,
    endedMs: atMs + 22,
    failure: null,
    status: 200,
    headers: {},
    body: '',
    bodyIsUtf8: true,
    bodyBytes: 812,
    wireBytes: 812,
    phases,
    durationMs: phases.connect + phases.first_byte + phases.transfer,
    certificate: null,
    remoteAddress: '127.0.0.1',
  };
}

function resultOf({ id }: Deployment, index: number, atMs: number): Result {
  const run = (endpoint: CheckResult['endpoint'], claims: CheckResult['claims']): CheckResult => ({
    endpoint,
    observation: observationAt(atMs + index, index),
    findings: [],
    reason: null,
    claims,
    clockSkewMs: index % 900,
  });
  const listed = components.map((name) => ({ name, reported }));
  return {
    beat: { id, deployment: id, region: 'bench1', atMs, cause: 'slot', checks: checked },
    checks: [
      run('status', { ...noClaims, overall: reported, updatedAtMs: atMs, components: listed }),
      run('regions', { ...noClaims, items: 4 }),
    ],
    comparisons: [],
  };
}

const vantage = { code: 'bench1', name: 'Bench', zone: 'bench-local', country: 'DE' };
const intervalSeconds = 15;

/** Each call settles one more round of every deployment, and gives the fleet as it is then. */
export function settledFleet(deployments: number, metrics: Pick<Metrics, 'record'>): () => Snapshot {
  const fleet = fleetOf({
    origin: 'http://127.0.0.1:9',
    deployments,
    intervalSeconds,
    connections: 'fresh',
  });
  let atMs = Date.now();
  let views: readonly DeploymentView[] = [];
  return () => {
    atMs += 1000 * intervalSeconds;
    views = fleet.map((deployment, index) => {
      const result = resultOf(deployment, index, atMs);
      const settlement = judge(deployment, views[index]?.state ?? null, result, atMs + 30);
      metrics.record(deployment, 'slot', settlement);
      return { deployment, state: settlement.state, nextRunMs: {} };
    });
    return { atMs, vantage, fleet: 'operational', deployments: views, incidents: [], self: [] };
  };
}
