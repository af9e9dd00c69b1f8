import { describe, expect, it } from 'vitest';
import { statusSchema } from '../../src/contract/resources.ts';
import { bodyOf } from '../../src/simulate/answer.ts';
import { exposedAt, healthyAnswer, type KindName, kindNames } from '../../src/simulate/deployments.ts';

const nowMs = Date.UTC(2026, 10, 21, 12, 0, 0, 999);

// API document, "Endpoints", and "Status document" for the component names; written by hand.
const paths = [
  '/api/v1/files',
  '/api/v1/media',
  '/api/v1/status',
  '/api/v2/status',
  '/api/v2/regions',
  '/api/v2/incidents',
  '/api/v2/services',
];
const documented: Record<KindName, { exposed: string[]; version: string; components: string[] }> = {
  'file-storage': {
    exposed: ['/api/v1/files', '/api/v1/status'],
    version: 'v1',
    components: ['API', 'Upload Service', 'Storage', 'Virus Scanning'],
  },
  media: {
    exposed: ['/api/v1/media', '/api/v1/status'],
    version: 'v1',
    components: ['API', 'Media Processing', 'Delivery', 'Storage'],
  },
  monitoring: {
    exposed: ['/api/v2/status', '/api/v2/regions', '/api/v2/incidents'],
    version: 'v2',
    components: ['Status API', 'Monitoring', 'Notifications', 'Incident History'],
  },
  compute: {
    exposed: ['/api/v2/status', '/api/v2/regions', '/api/v2/services'],
    version: 'v2',
    components: ['Control API', 'Scheduler', 'Build Service', 'Registry'],
  },
};
const cacheControls: Record<string, string> = {
  '/api/v1/files': 'public, max-age=60',
  '/api/v1/media': 'public, max-age=60',
  '/api/v1/status': 'no-store',
  '/api/v2/status': 'no-store',
  '/api/v2/regions': 'public, max-age=300',
  '/api/v2/incidents': 'public, max-age=60',
  '/api/v2/services': 'public, max-age=60',
};

function ask(kind: KindName, path: string, query = '') {
  const endpoint = exposedAt(kind, path);
  if (endpoint === undefined) throw new Error(`${kind} has no ${path}`);
  const answer = healthyAnswer(kind, endpoint, new URLSearchParams(query), 1, nowMs);
  return { ...answer, body: JSON.parse(bodyOf(answer).toString()) };
}

it('there are the four kinds of the document', () => {
  expect(kindNames).toEqual(Object.keys(documented));
});

describe.each(kindNames)('%s', (kind) => {
  const { exposed, version, components } = documented[kind];

  it('exposes exactly its endpoints', () => {
    const found = [...paths, '/', '/api/v1/status/', '/api/v3/status'].filter((path) =>
      exposedAt(kind, path),
    );
    expect(found.sort()).toEqual([...exposed].sort());
  });

  it.each(exposed)('answers %s as documented', (path) => {
    const { status, mediaType, cacheControl } = ask(kind, path);
    expect({ status, mediaType, cacheControl }).toEqual({
      status: 200,
      mediaType: 'application/json',
      cacheControl: cacheControls[path],
    });
  });

  it.each(exposed.filter((path) => !path.endsWith('status')))('%s is a plain list', (path) => {
    const { body } = ask(kind, path);
    expect(Object.keys(body)).toEqual(['object', 'data']);
    expect(body.object).toBe('list');
  });

  it('says in its status document that all is well, just now', () => {
    const { body } = ask(kind, `/api/${version}/status`);
    expect(body).toEqual({
      status: 'operational',
      version,
      region: expect.stringMatching(/^(Frankfurt|Dublin|Washington, D\.C\.|Singapore)$/),
      components: components.map((name) => ({ name, status: 'operational' })),
      updated_at: '2026-11-21T12:00:00Z',
    });
    expect(statusSchema.safeParse(body).error).toBeUndefined();
  });
});

it.each(['monitoring', 'compute'] as const)('%s answers from a region of its own list', (kind) => {
  const names = ask(kind, '/api/v2/regions').body.data.map(({ name }: { name: string }) => name);
  expect(names).toContain(ask(kind, '/api/v2/status').body.region);
});

it('shows a cursor only where a limit left items over', () => {
  expect(ask('media', '/api/v1/media', 'limit=2').body).toMatchObject({
    data: [{}, {}],
    next_cursor: expect.any(String),
  });
  expect(ask('media', '/api/v1/media', 'limit=500').body).not.toHaveProperty('next_cursor');
});

it('refuses a limit that is none', () => {
  expect(ask('compute', '/api/v2/services', 'limit=many')).toMatchObject({
    status: 400,
    body: { error: { code: 'bad_parameter', message: 'limit: expected a positive integer' } },
  });
});
