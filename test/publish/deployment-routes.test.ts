// Our own resource over HTTP: lists, one deployment, its history, and what is refused.
import { describe, expect, it } from 'vitest';
import { ask, serve } from '../fixtures/served.ts';
import { aCheckState, aFinding, aRun, aSnapshot, aView, nowMs } from '../fixtures/snapshot.ts';

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
    expect(await item('&expand=findings')).toMatchObject({ findings, uptime: { '24h': 0.5 } });
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
    expect(JSON.parse(body)).toMatchObject({ id: 'b', findings, uptime: { '24h': 0.5 } });
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

describe('GET /api/v2/deployments/:id/history', () => {
  const asked: unknown[] = [];
  const history = (...question: [string, number]) => {
    asked.push(question);
    return [];
  };

  it.each([
    ['', 24 * 3_600_000],
    ['?window=1m', 60_000],
    ['?window=90s', 90_000],
    ['?window=3650d', 3650 * 86_400_000],
  ])('with %j reaches back from the snapshot', async (query, windowMs) => {
    const { statusCode, body } = await ask(`/api/v2/deployments/b/history${query}`, { ...sources, history });
    expect(statusCode).toBe(200);
    expect(JSON.parse(body)).toEqual({ object: 'list', data: [] });
    expect(asked.pop()).toEqual(['b', nowMs - windowMs]);
  });

  it('is read once a snapshot, deployment and window, however many ask', async () => {
    let current = snapshot;
    const { app } = serve({ ...sources, snapshot: () => current, history });
    const ask = async (id: string, window: string) => {
      const answer = await app.inject(`/api/v2/deployments/${id}/history?window=${window}`);
      expect(answer.headers).toMatchObject({ etag: expect.any(String), 'cache-control': 'no-store' });
    };
    for (const window of ['1h', '1h', '60m', '2h']) await ask('b', window);
    await ask('a', '1h');
    current = { ...snapshot };
    await ask('b', '1h');
    expect(asked.splice(0)).toEqual(
      [['b', 1] as const, ['b', 2] as const, ['a', 1] as const, ['b', 1] as const].map(([id, hours]) => [
        id,
        nowMs - hours * 3_600_000,
      ]),
    );
  });

  it.each(['59s', '3651d', '1w', '-1h', '1e9d', '', '9999999999d'])('refuses window=%s', async (window) => {
    const url = `/api/v2/deployments/b/history?window=${window}`;
    expect(await ask(url, { ...sources, history })).toMatchObject({ statusCode: 400 });
    expect(asked).toEqual([]);
  });
});
