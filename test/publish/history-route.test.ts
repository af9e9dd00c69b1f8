// History over HTTP: how far back, in which length, of which check; and what is refused.
import { describe, expect, it } from 'vitest';
import type { Rollup } from '../../src/model/history.ts';
import { rollupItem } from '../../src/publish/deployment.ts';
import type { Sources } from '../../src/publish/sources.ts';
import { ask, serve } from '../fixtures/served.ts';
import { aSnapshot, aView, nowMs } from '../fixtures/snapshot.ts';

const snapshot = aSnapshot({
  deployments: [aView({ deployment: { id: 'b' } }), aView({ deployment: { id: 'a' } })],
});
const sources = { snapshot: () => snapshot };

const fiveMinutesMs = 300_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const aRollup: Rollup = {
  endpoint: 'status',
  startMs: nowMs,
  lengthMs: hourMs,
  runs: 120,
  failures: 1,
  bad: 1,
  worst: 'major_outage',
  answers: 119,
  durationSumMs: 1_190,
  durationMaxMs: 30,
  phaseSumsMs: { connect: 119 },
  coveredMs: hourMs,
};

describe('GET /api/v2/deployments/:id/history', () => {
  const asked: unknown[] = [];
  const history: Sources['history'] = (...question) => {
    asked.push(question.filter((part) => part !== undefined));
    return [];
  };

  it.each([
    ['', 24 * hourMs, fiveMinutesMs],
    ['?window=1m', 60_000, fiveMinutesMs],
    ['?window=90s', 90_000, fiveMinutesMs],
    ['?window=48h', 48 * hourMs, fiveMinutesMs],
    ['?window=2881m', 2881 * 60_000, hourMs],
    ['?window=90d', 90 * dayMs, hourMs],
    ['?window=91d', 91 * dayMs, dayMs],
    ['?window=3650d', 3650 * dayMs, dayMs],
  ])(
    'with %j reaches back from the snapshot, in the finest length kept that far',
    async (query, windowMs, lengthMs) => {
      const { statusCode, body } = await ask(`/api/v2/deployments/b/history${query}`, {
        ...sources,
        history,
      });
      expect(statusCode).toBe(200);
      expect(JSON.parse(body)).toEqual({ object: 'list', data: [] });
      expect(asked.pop()).toEqual(['b', nowMs - windowMs, lengthMs]);
    },
  );

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
        nowMs - hours * hourMs,
        fiveMinutesMs,
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
    ['?window=90d&check=files', 90, 3_600_000, 'files'],
    ['?window=90d&resolution=1h&check=status', 90, 3_600_000, 'status'],
  ])('with %j asks for that length and check', async (query, days, ...rest) => {
    const { statusCode } = await ask(`/api/v2/deployments/b/history${query}`, { ...sources, history });
    expect(statusCode).toBe(200);
    expect(asked.pop()).toEqual(['b', nowMs - days * dayMs, ...rest]);
  });

  it.each([
    ['none', []],
    ['parts of which some are empty', [[], [0, 1], [], [2], [], [3]]],
  ])('is one list of all parts: %s', async (_, parts) => {
    const rollupAt = (hour: number) => ({ ...aRollup, startMs: nowMs + hour * hourMs });
    const { body } = await ask('/api/v2/deployments/b/history', {
      ...sources,
      history: () => parts.map((hours) => hours.map(rollupAt)),
    });
    const data = parts.flat().map((hour) => JSON.parse(JSON.stringify(rollupItem(rollupAt(hour)))));
    expect(JSON.parse(body)).toEqual({ object: 'list', data });
  });

  it('answers each length and each check for itself', async () => {
    const { app } = serve({ ...sources, history });
    for (const query of [
      '?resolution=5m',
      '?resolution=1h',
      '?resolution=1d',
      '?check=files',
      '?check=status',
    ]) {
      await app.inject(`/api/v2/deployments/b/history${query}`);
    }
    expect(asked.splice(0)).toHaveLength(5);
  });

  it.each([
    ['window=2881m&resolution=5m', '5m is kept for 2 days: ask for a window of at most 2d'],
    ['window=91d&resolution=1h', '1h is kept for 90 days: ask for a window of at most 90d'],
  ])('refuses %s: what is not kept would look like no data', async (query, message) => {
    const { statusCode, body } = await ask(`/api/v2/deployments/b/history?${query}`, {
      ...sources,
      history,
    });
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
