// History over HTTP: how far back, in which length, of which check; and what is refused.
import { describe, expect, it } from 'vitest';
import type { Sources } from '../../src/publish/sources.ts';
import { ask, serve } from '../fixtures/served.ts';
import { aSnapshot, aView, nowMs } from '../fixtures/snapshot.ts';

const snapshot = aSnapshot({
  deployments: [aView({ deployment: { id: 'b' } }), aView({ deployment: { id: 'a' } })],
});
const sources = { snapshot: () => snapshot };

describe('GET /api/v2/deployments/:id/history', () => {
  const asked: unknown[] = [];
  const history: Sources['history'] = (...question) => {
    asked.push(question.filter((part) => part !== undefined));
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

  it.each([
    ['?resolution=5m', 1, 300_000],
    ['?window=48h&resolution=5m', 2, 300_000],
    ['?window=90d&resolution=1h', 90, 3_600_000],
    ['?window=1h&resolution=1d', 1 / 24, 86_400_000],
    ['?window=3650d&resolution=1d', 3650, 86_400_000],
    ['?window=90d&check=files', 90, undefined, 'files'],
    ['?window=90d&resolution=1h&check=status', 90, 3_600_000, 'status'],
  ])('with %j asks for that length and check', async (query, days, ...rest) => {
    const { statusCode } = await ask(`/api/v2/deployments/b/history${query}`, { ...sources, history });
    expect(statusCode).toBe(200);
    const told = rest.filter((part) => part !== undefined);
    expect(asked.pop()).toEqual(['b', nowMs - days * 86_400_000, ...told]);
  });

  it('answers each length and each check for itself', async () => {
    const { app } = serve({ ...sources, history });
    for (const query of ['', '?resolution=5m', '?resolution=1h', '?check=files', '?check=status']) {
      await app.inject(`/api/v2/deployments/b/history${query}`);
    }
    expect(asked.splice(0)).toHaveLength(5);
  });

  it.each([
    ['window=2881m&resolution=5m', '5m is kept for 2 days: ask for a window of at most 2d'],
    ['window=91d&resolution=1h', '1h is kept for 90 days: ask for a window of at most 90d'],
  ])('refuses %s: what is not kept would look like no data', async (query, message) => {
    const { statusCode, body } = await ask(`/api/v2/deployments/b/history?${query}`, { ...sources, history });
    expect([statusCode, JSON.parse(body)]).toEqual([
      400,
      { error: { code: 'resolution_not_kept', message: expect.stringContaining(message) } },
    ]);
    expect(asked).toEqual([]);
  });

  it.each(['resolution=1w', 'resolution=', 'check=nothing', 'check='])('refuses %s', async (query) => {
    const url = `/api/v2/deployments/b/history?${query}`;
    expect(await ask(url, { ...sources, history })).toMatchObject({ statusCode: 400 });
    expect(asked).toEqual([]);
  });

  it('refuses a deployment that there is none of', async () => {
    expect(await ask('/api/v2/deployments/c/history', sources)).toMatchObject({ statusCode: 404 });
  });
});
