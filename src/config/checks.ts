// The checks of a deployment: which endpoints, how often, and within which limits.
import {
  type ApiVersion,
  type Endpoint,
  type EndpointName,
  endpointNames,
  findEndpoint,
  maxAgeSeconds,
} from '../contract/endpoints.ts';
import type { Check } from '../model/deployment.ts';
import type { Draft, Path } from './issues.ts';
import { type Found, type Layer, nearest, ofEndpoint, settled } from './layers.ts';
import { formatDuration } from './units.ts';

/** What the checks of one deployment are made from. */
export interface Subject {
  readonly id: string;
  readonly version: ApiVersion;
  /** Path of base_url, without a trailing slash. */
  readonly basePath: string;
  /** Of the deployment in the configuration. */
  readonly path: Path;
  readonly layers: readonly Layer[];
}

// Lists are not asked more often than their max-age unless somebody asks for it by name.
const pacedByMaxAge: ReadonlySet<EndpointName> = new Set(['files', 'media', 'services', 'incidents']);

/** Status first. What cannot be is a problem, and then the checks are not to be used. */
export function resolveChecks(subject: Subject, problems: Draft[]): Check[] {
  const chosen = nearest(subject.layers, 'endpoints');
  const names = endpointNames.filter((name) => chosen?.value[name] !== undefined);
  const place = chosen?.path ?? [...subject.path, 'endpoints'];
  if (!names.includes('status')) {
    problems.push({ path: place, expected: "status among the endpoints: a deployment's state rests on it" });
  }
  return names.flatMap((name) => {
    const endpoint = findEndpoint(subject.version, name);
    if (endpoint !== undefined) return [resolveCheck(subject, endpoint, problems)];
    const expected = `endpoints that ${subject.version} has`;
    problems.push({ path: [...place, name], atKey: true, expected });
    return [];
  });
}

function resolveCheck(subject: Subject, endpoint: Endpoint, problems: Draft[]): Check {
  const { id, layers } = subject;
  const { name } = endpoint;
  const interval = resolveInterval(layers, endpoint);
  const timeout = ofEndpoint(layers, name, 'timeout') ?? settled(layers, 'timeout');
  const staleAfter = ofEndpoint(layers, name, 'stale_after') ?? settled(layers, 'stale_after');
  const maxBody = ofEndpoint(layers, name, 'max_body') ?? settled(layers, 'max_body');
  const limit = ofEndpoint(layers, name, 'limit')?.value ?? null;
  if (timeout.value >= interval.value) problems.push(tooSlow(subject.path, interval, timeout));
  return {
    id: `${id}/${name}`,
    endpoint: name,
    target: `${subject.basePath}${endpoint.path}${limit === null ? '' : `?limit=${limit}`}`,
    intervalMs: interval.value,
    timeoutMs: timeout.value,
    staleAfterMs: staleAfter.value * interval.value,
    maxBodyBytes: maxBody.value,
    limit,
  };
}

/** Its endpoint's, else the deployment's or its kind's, else the default, which max-age may lengthen. */
function resolveInterval(layers: readonly Layer[], endpoint: Endpoint): Found<number> {
  const own = ofEndpoint(layers, endpoint.name, 'interval');
  if (own !== null) return own;
  const general = settled(layers, 'interval');
  const isDefault = general.path === null || general.path[0] === 'defaults';
  if (!isDefault || !pacedByMaxAge.has(endpoint.name)) return general;
  return { ...general, value: Math.max(general.value, maxAgeSeconds(endpoint) * 1_000) };
}

/** Stands where the closer of the two was said. */
function tooSlow(path: Path, interval: Found<number>, timeout: Found<number>): Draft {
  const observed = `interval ${formatDuration(interval.value)}, timeout ${formatDuration(timeout.value)}`;
  if (timeout.path !== null && timeout.distance <= interval.distance) {
    return {
      path: timeout.path,
      expected: `less than the interval of ${formatDuration(interval.value)}`,
      observed,
    };
  }
  const expected = `more than the timeout of ${formatDuration(timeout.value)}`;
  return { path: interval.path ?? [...path, 'interval'], expected, observed };
}
