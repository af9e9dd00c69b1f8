// The four kinds against the API document: component names by hand, endpoints as their version has them.
import { describe, expect, test } from 'vitest';
import { findEndpoint } from '../../src/contract/endpoints.ts';
import { kinds } from '../../src/contract/kinds.ts';

test.each([
  ['file-storage', 'v1', 'API, Upload Service, Storage, Virus Scanning', 'status, files'],
  ['media', 'v1', 'API, Media Processing, Delivery, Storage', 'status, media'],
  [
    'monitoring',
    'v2',
    'Status API, Monitoring, Notifications, Incident History',
    'status, regions, incidents',
  ],
  ['compute', 'v2', 'Control API, Scheduler, Build Service, Registry', 'status, regions, services'],
] as const)('%s', (name, version, components, endpoints) => {
  const kind = kinds[name];
  expect([kind.version, kind.components.join(', '), kind.endpoints.join(', ')]).toEqual([
    version,
    components,
    endpoints,
  ]);
});

describe.each(Object.entries(kinds))('%s', (_, kind) => {
  test.each(kind.endpoints)('has %s in its version', (endpoint) => {
    expect(findEndpoint(kind.version, endpoint)).toBeDefined();
  });
});
