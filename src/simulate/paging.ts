// `limit` and the opaque `cursor` of the list endpoints (API document, "Query parameters").
import type { Endpoint, EndpointName } from '../contract/endpoints.ts';

export interface Page {
  readonly data: readonly object[];
  /** Asks for what follows; null on the last page, and where the endpoint takes no cursor. */
  readonly nextCursor: string | null;
  /** The `limit` that was asked for; null where none was. */
  readonly limit: number | null;
}

/**
 * The page a query asks for; a text where the query cannot be read (the document does not show what happens
 * then). Parameters an endpoint does not take are ignored. Without `limit` a page is all that is left.
 */
export function pageOf(items: readonly object[], endpoint: Endpoint, query: URLSearchParams): Page | string {
  const limitText = endpoint.parameters.includes('limit') ? query.get('limit') : null;
  if (limitText !== null && !/^[1-9][0-9]{0,8}$/.test(limitText)) return 'limit: expected a positive integer';
  const takesCursor = endpoint.parameters.includes('cursor');
  const cursor = takesCursor ? query.get('cursor') : null;
  const start = cursor === null ? 0 : offsetOf(cursor, endpoint);
  if (start === null || start >= Math.max(items.length, 1))
    return 'cursor: expected one from an earlier answer';
  const limit = limitText === null ? null : Number(limitText);
  const end = limit === null ? items.length : Math.min(start + limit, items.length);
  return {
    data: items.slice(start, end),
    nextCursor: takesCursor && end < items.length ? cursorOf(end, endpoint.name) : null,
    limit,
  };
}

/** Asks for the items from `offset` on. */
export function cursorOf(offset: number, endpoint: EndpointName): string {
  return Buffer.from(`${endpoint}:${offset}`).toString('base64url');
}

function offsetOf(cursor: string, endpoint: Endpoint): number | null {
  const [name, offset = ''] = Buffer.from(cursor, 'base64url').toString('latin1').split(':', 2);
  return name === endpoint.name && /^[0-9]{1,9}$/.test(offset) ? Number(offset) : null;
}
