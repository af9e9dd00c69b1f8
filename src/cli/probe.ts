// `picket probe`: one round now, of a configured deployment or of any base_url; changes no state.
import { examineOnce } from '../agent.ts';
import { loadConfig, parseConfig } from '../config/load.ts';
import { type ApiVersion, apiVersions, type EndpointName, findEndpoint } from '../contract/endpoints.ts';
import type { Deployment } from '../model/deployment.ts';
import type { Result } from '../model/round.ts';
import { exitCodes, OperatorError } from './exit.ts';
import { describeRound } from './round.ts';
import { version } from './version.ts';

interface ProbeOptions {
  readonly config: string;
  readonly endpoint?: EndpointName;
  readonly json?: boolean;
}

export async function probe(target: string, options: ProbeOptions): Promise<number> {
  const { deployment, result } = /^https?:\/\//i.test(target)
    ? await probeUrl(target, options.endpoint)
    : await probeConfigured(target, options);
  process.stdout.write(
    `${options.json ? JSON.stringify(result, null, 2) : describeRound(deployment, result)}\n`,
  );
  return result.checks.some((check) => check.reason !== null) ? exitCodes.target : exitCodes.well;
}

interface Probed {
  readonly deployment: Deployment;
  readonly result: Result;
}

async function probeConfigured(id: string, { config, endpoint }: ProbeOptions): Promise<Probed> {
  const { deployments } = loadConfig(config);
  const deployment = deployments.find((candidate) => candidate.id === id);
  if (deployment === undefined) throw new OperatorError(`${config}: no enabled deployment has the id ${id}`);
  if (endpoint !== undefined && !deployment.checks.some((check) => check.endpoint === endpoint)) {
    throw new OperatorError(`${config}: ${id} has no check of ${endpoint}`);
  }
  return round(deployment, endpoint);
}

/** A base_url says nothing of its version: v2 is asked first, v1 where v2 has no status document. */
async function probeUrl(url: string, endpoint: EndpointName | undefined): Promise<Probed> {
  const [only, ...others] = apiVersions.filter(
    (api) => findEndpoint(api, endpoint ?? 'status') !== undefined,
  );
  if (only !== undefined && others.length === 0) return round(unconfigured(url, only, endpoint), endpoint);
  const second = await round(unconfigured(url, 'v2', endpoint), endpoint);
  if (second.result.checks[0]?.observation.status !== 404) return second;
  const first = await round(unconfigured(url, 'v1', endpoint), endpoint);
  return first.result.checks[0]?.observation.status === 404 ? second : first;
}

/** What a configuration with nothing but this base_url would ask. */
function unconfigured(url: string, api: ApiVersion, endpoint: EndpointName | undefined): Deployment {
  const usual: EndpointName[] = api === 'v2' ? ['status', 'regions'] : ['status'];
  const endpoints = [...new Set<EndpointName>(endpoint === undefined ? usual : ['status', endpoint])];
  const entry = { id: 'target', base_url: url, version: api, endpoints, components: [] };
  const [deployment] = parseConfig(JSON.stringify({ deployments: [entry] }), 'the command line').deployments;
  if (deployment === undefined) throw new OperatorError(`${url}: nothing to ask`);
  return deployment;
}

async function round(deployment: Deployment, endpoint: EndpointName | undefined): Promise<Probed> {
  const checks = endpoint === undefined ? deployment.checks.map((check) => check.endpoint) : [endpoint];
  return { deployment, result: await examineOnce(deployment, checks, version) };
}
