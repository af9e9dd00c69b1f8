// One incident over HTTP: where it is found, how often it is read, and what is refused.
import { expect, it } from 'vitest';
import { anEvidence } from '../fixtures/deviations.ts';
import { ask, serve } from '../fixtures/served.ts';
import { anIncident, aSnapshot } from '../fixtures/snapshot.ts';

const sources = {
  incident: (id: string) => (id === 'inc_1' ? anIncident() : null),
  evidence: (incident: string) => [anEvidence({ incident })],
};

it('has everything, and is kept by nobody', async () => {
  const { statusCode, headers, body } = await ask('/api/v2/incidents/inc_1', sources);
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'cache-control': 'no-store',
    etag: expect.any(String),
  });
  expect(JSON.parse(body)).toMatchObject({ id: 'inc_1', deployment: 'files-eu', evidence: [{ good: {} }] });
});

it('is read once a snapshot, and not sent again while it is the same', async () => {
  let current = aSnapshot();
  let reads = 0;
  const evidence = () => {
    reads += 1;
    return [];
  };
  const { app } = serve({ ...sources, evidence, snapshot: () => current });
  const url = '/api/v2/incidents/inc_1';
  const { etag } = (await app.inject(url)).headers;
  await app.inject(url);
  expect(reads).toBe(1);
  current = aSnapshot();
  const again = await app.inject({ url, headers: { 'if-none-match': String(etag) } });
  expect(again).toMatchObject({ statusCode: 304, body: '' });
  expect(reads).toBe(2);
});

it.each([
  ['/api/v2/incidents/inc_2', 404, 'unknown_incident'],
  ['/api/v2/incidents/nonsense', 400, 'bad_request'],
  ['/api/v2/incidents/inc_', 400, 'bad_request'],
  ['/api/v2/incidents/inc_%27%20or%201', 400, 'bad_request'],
  [`/api/v2/incidents/inc_${'a'.repeat(61)}`, 400, 'bad_request'],
  [`/api/v2/incidents/inc_${'a'.repeat(1000)}`, 400, 'bad_request'],
  ['/self/api/v2/incidents/inc_1', 404, 'not_found'],
])('refuses %s with %d', async (url, status, code) => {
  const incident = (id: string) => {
    expect(id).toMatch(/^inc_\w{1,60}$/);
    return null;
  };
  const answer = await ask(url, { ...sources, incident });
  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toMatchObject({ error: { code } });
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' });
});
