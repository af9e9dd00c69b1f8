// The four reference deployments when all is well: which endpoints each exposes, and what they answer.
import { type Endpoint, endpoints } from '../contract/endpoints.ts';
import { type Kind, kinds } from '../contract/kinds.ts';
import { valuesSeen } from '../contract/resources.ts';
import { type Answer, plain, refuse, type StatusDraft } from './answer.ts';
import { digestOf, itemsOf, pick, regions, timestamp } from './items.ts';
import { pageOf } from './paging.ts';

export type KindName = keyof typeof kinds;

/** In the order of the contract, which is also the order of the ports. */
export const kindNames = Object.keys(kinds) as readonly KindName[];

const [componentStatus] = valuesSeen.status.components;

/** The endpoint a deployment of this kind has at a path; undefined is a 404. */
export function exposedAt(kind: KindName, path: string): Endpoint | undefined {
  const { version, endpoints: names }: Kind = kinds[kind];
  return endpoints.find(
    (endpoint) => endpoint.version === version && endpoint.path === path && names.includes(endpoint.name),
  );
}

/** What a deployment answers while nothing is wrong with it. */
export function healthyAnswer(
  kind: KindName,
  endpoint: Endpoint,
  query: URLSearchParams,
  seed: number,
  nowMs: number,
): Answer {
  if (endpoint.resource === 'status') {
    return plain(200, endpoint.cacheControl, statusDraft(kind, seed, nowMs));
  }
  const page = pageOf(itemsOf(endpoint.resource, seed), endpoint, query);
  if (typeof page === 'string') return refuse(400, 'bad_parameter', page);
  const answer = plain(200, endpoint.cacheControl, {
    object: 'list',
    data: page.data,
    ...(page.nextCursor === null ? {} : { next_cursor: page.nextCursor }),
  });
  return { ...answer, limit: page.limit };
}

function statusDraft(kind: KindName, seed: number, nowMs: number): StatusDraft {
  const { version, components } = kinds[kind];
  const chance = Number.parseInt(digestOf(`${seed}/${kind}`).slice(0, 7), 16);
  return {
    status: null,
    version,
    region: pick(regions, chance).name,
    components: components.map((name) => ({ name, status: componentStatus })),
    updated_at: timestamp(nowMs),
  };
}
