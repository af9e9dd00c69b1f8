// A deployment of any kind for tests, and one round of it validated.
import type { EndpointName } from '../../src/contract/endpoints.ts';
import { kinds } from '../../src/contract/kinds.ts';
import type { Check, Deployment } from '../../src/model/deployment.ts';
import type { CheckResult, Observation, Result } from '../../src/model/round.ts';
import { validateRound } from '../../src/validate/validate.ts';
import { aCheck, aDeployment, type DeploymentOver } from '../fixtures/model.ts';
import { nowMs } from '../fixtures/observation.ts';

export function deploymentOf(kind: keyof typeof kinds, over: DeploymentOver = {}): Deployment {
  const { version, endpoints, components } = kinds[kind];
  return aDeployment({
    id: 'target',
    name: 'Target',
    kind,
    version,
    checks: endpoints.map(checkOf),
    components: { expected: components, exact: false },
    ...over,
  });
}

export function checkOf(endpoint: EndpointName): Check {
  return aCheck(endpoint, { id: `target/${endpoint}`, target: `/api/${endpoint}` });
}

type Observations = Partial<Record<EndpointName, Observation>>;

export function roundOf(
  deployment: Deployment,
  observations: Observations,
  fleetSkewMs: number | null = 0,
): Result {
  const observed = deployment.checks.flatMap((check) => {
    const observation = observations[check.endpoint];
    return observation === undefined ? [] : [{ check, observation }];
  });
  const checks = observed.map(({ check }) => check.endpoint);
  const beat = {
    id: 'target@local0@0',
    deployment: 'target',
    region: 'local0',
    atMs: 0,
    cause: 'slot',
    checks,
  } as const;
  return validateRound(deployment, beat, observed, { nowMs, fleetSkewMs });
}

/** The result of one check of a round that asks nothing else. */
export function runOf(
  deployment: Deployment,
  endpoint: EndpointName,
  observation: Observation,
  fleetSkewMs: number | null = 0,
): CheckResult {
  const [result] = roundOf(deployment, { [endpoint]: observation }, fleetSkewMs).checks;
  if (result === undefined) throw new Error(`${deployment.kind} has no ${endpoint}`);
  return result;
}

/** `severity rule path: observed`, which is what most tests compare. */
export function said({ findings }: CheckResult): string[] {
  return findings.map(({ severity, rule, path, observed }) => `${severity} ${rule} ${path}: ${observed}`);
}
