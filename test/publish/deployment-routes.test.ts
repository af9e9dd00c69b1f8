// Our own resource over HTTP: lists, one deployment, and what is refused.
import { describe, expect, it } from 'vitest';
import { ask, serve } from '../fixtures/served.ts';
import { aCheckState, aFinding, aRun, aSnapshot, aView } from '../fixtures/snapshot.ts';

const findings = [aFinding({ observed: '"><script>\u2028' })];
const snapshot = aSnapshot({
  deployments: [
    aView({
      deployment: { id: 'b', labels: { team: 'web' } },
      state: { checks: { status: aCheckState('status', { last: aRun({ findings }) }) } },
    }),
    aView({ deployment: { id: 'a' }, state: { status: 'major_outage' } }),
  ],
});
const sources = {
  snapshot: () => snapshot,
  uptime: () => new Map([['b', { '24h': 0.5, '7d': 1, '30d': 1, '90d': null }]]),
  coverage: () => new Map([['b', { '24h': 1, '7d': 0.25, '30d': 0.1, '90d': 0 }]]),
};

describe('GET /api/v2/deployments', () => {
  it.each([
    ['', ['a', 'b']],
    ['?status=major_outage', ['a']],
    ['?label=team:web', ['b']],
    ['?label=team:web&label=tier:1', []],
  ])('with %j', async (query, ids) => {
    const list = (await ask(`/api/v2/deployments${query}`, sources)).json();
    expect(list).toMatchObject({ object: 'list', next_cursor: null });
    expect(list.data.map(({ id }: { id: string }) => id)).toEqual(ids);
  });

  it('comes in pages', async () => {
    const { app } = serve(sources);
    const first = (await app.inject('/api/v2/deployments?limit=1')).json();
    const second = (await app.inject(`/api/v2/deployments?limit=1&cursor=${first.next_cursor}`)).json();
    expect([first, second].map(({ data }) => data[0].id)).toEqual(['a', 'b']);
    expect(second.next_cursor).toBeNull();
  });

  it('tells the others though the certificate of one has a date beyond all years', async () => {
    const certificate = { notAfterMs: Number.MAX_VALUE, subject: 's', issuer: 'i', error: null };
    const hostile = aView({ deployment: { id: 'hostile' }, state: { certificate } });
    const { statusCode, body } = await ask('/api/v2/deployments', {
      snapshot: () => aSnapshot({ deployments: [aView(), hostile] }),
    });
    expect(statusCode).toBe(200);
    expect(JSON.parse(body).data).toMatchObject([
      { id: 'files-eu', certificate: null },
      { id: 'hostile', certificate: { not_after: null } },
    ]);
  });

  it('has findings only where they are asked for', async () => {
    const item = async (query: string) =>
      (await ask(`/api/v2/deployments?label=team:web${query}`, sources)).json().data[0];
    expect(await item('')).not.toHaveProperty('findings');
    expect(await item('&expand=findings')).toMatchObject({
      findings,
      uptime: { '24h': 0.5 },
      coverage: { '7d': 0.25 },
    });
  });

  it.each(['status=fine', 'label=team', 'limit=0', 'limit=1001', 'cursor=x', 'expand=all'])(
    'refuses %s',
    async (query) => {
      const { statusCode, body } = await ask(`/api/v2/deployments?${query}`, sources);
      expect(statusCode).toBe(400);
      expect(JSON.parse(body)).toEqual({ error: { code: expect.any(String), message: expect.any(String) } });
    },
  );
});

describe('GET /api/v2/deployments/:id', () => {
  it('has everything, and is kept by nobody', async () => {
    const { headers, body } = await ask('/api/v2/deployments/b', sources);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', etag: expect.any(String) });
    expect(JSON.parse(body)).toMatchObject({
      id: 'b',
      findings,
      uptime: { '24h': 0.5 },
      coverage: { '7d': 0.25 },
    });
  });

  it.each(['/api/v2/deployments/c', '/api/v2/deployments/__proto__', '/api/v2/deployments/c/history'])(
    'answers 404 to %s',
    async (url) => {
      const { statusCode, body } = await ask(url, sources);
      expect(statusCode).toBe(404);
      expect(JSON.parse(body)).toMatchObject({ error: { code: 'unknown_deployment' } });
    },
  );
});
