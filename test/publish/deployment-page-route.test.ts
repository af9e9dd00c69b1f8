// The page of a deployment over HTTP: which history it asks for, whose incidents it shows, and what it refuses.
import { describe, expect, it } from 'vitest';
import type { Rollup } from '../../src/model/history.ts';
import { anEvidence, anExhibit } from '../fixtures/deviations.ts';
import { ask, serve } from '../fixtures/served.ts';
import { anIncident, aSnapshot, nowMs } from '../fixtures/snapshot.ts';

const hourMs = 3_600_000;
const fineMs = 300_000;
const dayMs = 24 * hourMs;

describe('history', () => {
  const questions = async (query: string) => {
    const asked: unknown[] = [];
    const history = (...question: unknown[]) => {
      asked.push(question);
      return [];
    };
    expect(await ask(`/deployments/files-eu${query}`, { history })).toMatchObject({ statusCode: 200 });
    return asked;
  };

  it.each([
    ['', dayMs, fineMs, hourMs, 'status'],
    ['?window=1h&check=files', hourMs, fineMs, fineMs, 'files'],
    ['?window=7d', 7 * dayMs, hourMs, dayMs, 'status'],
    ['?window=90d&check=status&other=x', 90 * dayMs, dayMs, dayMs, 'status'],
  ])(
    'of %j is that of all checks for its strip, and of one for its table',
    async (query, windowMs, bucketMs, rowMs, check) => {
      expect(await questions(query)).toEqual([
        ['files-eu', nowMs - windowMs, bucketMs],
        ['files-eu', nowMs - windowMs, rowMs, check],
      ]);
    },
  );

  it('is told whole, in however many parts it comes', async () => {
    const rollupAt = (startMs: number): Rollup => ({
      endpoint: 'status',
      startMs,
      lengthMs: fineMs,
      runs: 10,
      failures: 1,
      bad: 1,
      worst: 'operational',
      answers: 9,
      durationSumMs: 90,
      durationMaxMs: 10,
      phaseSumsMs: {},
      coveredMs: fineMs,
    });
    const startMs = Math.floor(nowMs / fineMs) * fineMs;
    const parts = [[3, 2], [], [1], [0]].map((ago) => ago.map((each) => rollupAt(startMs - each * fineMs)));
    const { body } = await ask('/deployments/files-eu?window=1h', { history: () => parts });
    expect(body).toContain('4 of 40 runs failed');
    expect(body.match(/<th scope="row"><time/g)).toHaveLength(4);
  });

  it('is read once a snapshot and choice, however many look', async () => {
    let count = 0;
    const history = () => {
      count += 1;
      return [];
    };
    const { app } = serve({ history });
    for (const query of ['', '?window=24h', '?check=status', '?window=1h', '?check=files'])
      await app.inject(`/deployments/files-eu${query}`);
    expect(count).toBe(6);
  });
});

it.each([
  ['?window=2h', 400, 'bad_request'],
  ['?window=', 400, 'bad_request'],
  ['?window=1h&window=7d', 400, 'bad_request'],
  ['?window=__proto__', 400, 'bad_request'],
  ['?check=<script>', 400, 'bad_request'],
  ['?check=constructor', 400, 'bad_request'],
  ['?check=media', 400, 'unknown_check'],
])('refuses %s, as the API does', async (query, status, code) => {
  const answer = await ask(`/deployments/files-eu${query}`);
  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toMatchObject({ error: { code } });
});

it('shows at most 20 incidents, those of this deployment', async () => {
  const asked: unknown[] = [];
  const incidentsOf = (...question: unknown[]) => {
    asked.push(question);
    return [anIncident({ id: 'inc_7' })];
  };
  const { body } = await ask('/deployments/files-eu', { incidentsOf });
  expect(asked).toEqual([['files-eu', 20]]);
  expect(body).toContain('href="/incidents/inc_7"');
});

describe('the last failure', () => {
  const incidents = ['inc_3', 'inc_2', 'inc_1'].map((id) => anIncident({ id }));
  const page = async (kept: Record<string, ReturnType<typeof anEvidence>[]>) =>
    (await ask('/deployments/files-eu', { incidentsOf: () => incidents, evidence: (id) => kept[id] ?? [] }))
      .body;

  it('is of the newest incident of which a failing answer is kept', async () => {
    const resolution = anEvidence({ transition: 'incident_resolved', failing: null });
    const failing = anExhibit({ body: 'broken' });
    const body = await page({ inc_3: [resolution], inc_2: [anEvidence({ failing })], inc_1: [anEvidence()] });
    expect(body).toMatch(/<h2>Last failure<\/h2>\n<p>At .* in <a href="\/incidents\/inc_2">/);
    expect(body).toContain('broken');
  });

  it('is not told where none is kept', async () => {
    expect(await page({})).not.toContain('Last failure');
  });
});

it('is told under its base path', async () => {
  const { body } = await serve({ snapshot: () => aSnapshot() }, '/picket').app.inject(
    '/picket/deployments/files-eu',
  );
  expect(body).toContain('data-history="/picket/api/v2/deployments/files-eu/history?');
});

it('says where the agent itself is not well: what was green may be so no more', async () => {
  const self = [{ name: 'Monitoring', state: 'major_outage' }] as const;
  const { body } = await ask('/deployments/files-eu', { snapshot: () => aSnapshot({ self }) });
  expect(/<div id="head" data-live[^>]*>[\s\S]*?<\/div>\n<div id="uptime"/.exec(body)?.[0]).toContain(
    'Picket itself is not well',
  );
});
