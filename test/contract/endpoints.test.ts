// The endpoint table against the API document's "Endpoints" and "Limits", copied by hand.
import { expect, test } from 'vitest';
import {
  endpointNames,
  endpoints,
  findEndpoint,
  maxAgeSeconds,
  parseCacheControl,
  takesCursor,
} from '../../src/contract/endpoints.ts';

test.each([
  ['/api/v1/files', ['limit', 'cursor'], 'file', 'list', 'public, max-age=60', 60],
  ['/api/v1/media', ['limit', 'cursor'], 'media', 'list', 'public, max-age=60', 60],
  ['/api/v1/status', [], 'status', 'document', 'no-store', 0],
  ['/api/v2/status', [], 'status', 'document', 'no-store', 0],
  ['/api/v2/regions', [], 'region', 'list', 'public, max-age=300', 300],
  ['/api/v2/incidents', ['limit'], 'incident', 'list', 'public, max-age=60', 60],
  ['/api/v2/services', ['limit'], 'service', 'list', 'public, max-age=60', 60],
])('%s', (path, parameters, resource, body, cacheControl, maxAge) => {
  const endpoint = endpoints.find((row) => row.path === path);
  expect(endpoint).toMatchObject({ parameters, resource, body, cacheControl });
  expect(endpoint && maxAgeSeconds(endpoint)).toBe(maxAge);
});

test('there are seven, and a version has only its own', () => {
  expect(endpoints).toHaveLength(7);
  expect(findEndpoint('v2', 'status')?.path).toBe('/api/v2/status');
  expect([findEndpoint('v1', 'regions'), findEndpoint('v2', 'files')]).toEqual([undefined, undefined]);
});

test('a cursor is accepted on files and media only', () => {
  expect(endpointNames.filter(takesCursor)).toEqual(['files', 'media']);
});

test.each([
  ['public, max-age=300', { public: '', 'max-age': '300' }],
  ['MAX-AGE = 300 ,, Public', { 'max-age': '300', public: '' }],
  ['private="x", max-age="60"', { private: 'x', 'max-age': '60' }],
  ['', {}],
])('Cache-Control: %s', (header, directives) => {
  expect(parseCacheControl(header)).toEqual(new Map(Object.entries(directives)));
});
