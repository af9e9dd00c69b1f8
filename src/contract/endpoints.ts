// The seven endpoints of the monitored API, one row each (API document, "Endpoints").

export const apiVersions = ['v1', 'v2'] as const;
export type ApiVersion = (typeof apiVersions)[number];

export const endpointNames = ['status', 'regions', 'files', 'media', 'incidents', 'services'] as const;
export type EndpointName = (typeof endpointNames)[number];

/** The resources an endpoint answers with: a list envelope of them, or the status document itself. */
export type ResourceName = 'file' | 'media' | 'service' | 'region' | 'incident' | 'status';

export interface Endpoint {
  readonly name: EndpointName;
  readonly version: ApiVersion;
  /** Relative to base_url. */
  readonly path: string;
  readonly parameters: readonly ('limit' | 'cursor')[];
  readonly resource: ResourceName;
  readonly body: 'document' | 'list';
  /** The documented Cache-Control; directives in any order and case say the same. */
  readonly cacheControl: string;
}

export const endpoints: readonly Endpoint[] = [
  row('files', 'v1', ['limit', 'cursor'], 'file', 'list', 'public, max-age=60'),
  row('media', 'v1', ['limit', 'cursor'], 'media', 'list', 'public, max-age=60'),
  row('status', 'v1', [], 'status', 'document', 'no-store'),
  row('status', 'v2', [], 'status', 'document', 'no-store'),
  row('regions', 'v2', [], 'region', 'list', 'public, max-age=300'),
  row('incidents', 'v2', ['limit'], 'incident', 'list', 'public, max-age=60'),
  row('services', 'v2', ['limit'], 'service', 'list', 'public, max-age=60'),
];

function row(
  name: EndpointName,
  version: ApiVersion,
  parameters: Endpoint['parameters'],
  resource: ResourceName,
  body: Endpoint['body'],
  cacheControl: string,
): Endpoint {
  return { name, version, path: `/api/${version}/${name}`, parameters, resource, body, cacheControl };
}

/** The row of one endpoint in one version; undefined where that version does not have it. */
export function findEndpoint(version: ApiVersion, name: EndpointName): Endpoint | undefined {
  return endpoints.find((endpoint) => endpoint.version === version && endpoint.name === name);
}

/** Whether an endpoint can be asked for the pages that follow the first. */
export function takesCursor(name: EndpointName): boolean {
  return endpoints.some((endpoint) => endpoint.name === name && endpoint.parameters.includes('cursor'));
}

/**
 * Directive name (lower case) to value (`''` where it has none); RFC 9111 section 5.2, any order and case. One given
 * twice with different values has both, which is no value.
 */
export function parseCacheControl(header: string): Map<string, string> {
  const directives = new Map<string, string>();
  for (const part of header.split(',')) {
    const [name = '', value = ''] = part.split('=', 2);
    const directive = name.trim().toLowerCase();
    const given = value.trim().replace(/^"(.*)"$/, '$1');
    const before = directives.get(directive) ?? given;
    if (directive !== '') directives.set(directive, before === given ? given : `${before}, ${given}`);
  }
  return directives;
}

/** Seconds of the documented max-age; 0 for no-store. A list is never asked for more often than this. */
export function maxAgeSeconds(endpoint: Endpoint): number {
  return Number(parseCacheControl(endpoint.cacheControl).get('max-age') ?? 0);
}
