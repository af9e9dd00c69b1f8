import { describe, expect, it } from 'vitest';
import { type ApiVersion, type EndpointName, findEndpoint } from '../../src/contract/endpoints.ts';
import { type Page, pageOf } from '../../src/simulate/paging.ts';

const items = Array.from({ length: 7 }, (_, index) => ({ index }));

function ask(version: ApiVersion, name: EndpointName, query: string): Page | string {
  const endpoint = findEndpoint(version, name);
  if (endpoint === undefined) throw new Error(`no ${version} ${name}`);
  return pageOf(items, endpoint, new URLSearchParams(query));
}

/** Follows the cursor to the end; the sizes of the pages and everything on them. */
function walk(name: 'files' | 'media', limit: number) {
  const sizes: number[] = [];
  const seen: object[] = [];
  let cursor: string | null = '';
  for (let pages = 0; cursor !== null && pages < 20; pages += 1) {
    const page = ask('v1', name, `limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`);
    if (typeof page === 'string') throw new Error(page);
    sizes.push(page.data.length);
    seen.push(...page.data);
    cursor = page.nextCursor;
  }
  return { sizes, seen };
}

describe('following the cursor', () => {
  it.each([
    ['files', 1, [1, 1, 1, 1, 1, 1, 1]],
    ['files', 3, [3, 3, 1]],
    ['media', 7, [7]],
    ['media', 6, [6, 1]],
    ['files', 100, [7]],
  ] as const)('%s by %i walks all items once', (name, limit, sizes) => {
    expect(walk(name, limit)).toEqual({ sizes, seen: items });
  });

  it('shows nothing of what it means', () => {
    expect(ask('v1', 'files', 'limit=2')).toMatchObject({ nextCursor: expect.stringMatching(/^[\w-]+$/) });
  });
});

describe('what an endpoint takes', () => {
  it.each([
    ['v1', 'files', '', 7, null],
    ['v2', 'incidents', 'limit=2', 2, 2],
    ['v2', 'services', 'limit=2&cursor=anything', 2, 2],
    ['v2', 'regions', 'limit=2', 7, null],
  ] as const)('%s %s?%s is %i items', (version, name, query, count, limit) => {
    const page = ask(version, name, query);
    expect(page).toEqual({ data: items.slice(0, count), nextCursor: null, limit });
  });
});

describe('what cannot be read', () => {
  const cursorOfMedia = Buffer.from('media:2').toString('base64url');
  const cursorPastTheEnd = Buffer.from('files:7').toString('base64url');

  it.each(['limit=0', 'limit=-1', 'limit=abc', 'limit=', 'limit=1.5', 'limit=9999999999'])('%s', (query) => {
    expect(ask('v1', 'files', query)).toBe('limit: expected a positive integer');
  });

  it.each(['', 'x', cursorOfMedia, cursorPastTheEnd])('cursor=%s', (cursor) => {
    expect(ask('v1', 'files', `cursor=${cursor}`)).toBe('cursor: expected one from an earlier answer');
  });
});
