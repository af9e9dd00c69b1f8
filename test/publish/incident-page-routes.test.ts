// The pages of incidents over HTTP: which are shown of a fleet, and which stand beside one.
import { describe, expect, it } from 'vitest';
import type { Incident } from '../../src/model/belief.ts';
import { ask } from '../fixtures/served.ts';
import { anIncident, aSnapshot, aView, nowMs } from '../fixtures/snapshot.ts';

const over = { status: 'resolved', resolvedMs: nowMs } as const;
const asking = (url: string, incidents: readonly Incident[]) =>
  ask(url, {
    snapshot: () => aSnapshot({ incidents }),
    incident: (id) => incidents.find((incident) => incident.id === id) ?? null,
  });
const linked = (body: string) => [...body.matchAll(/href="\/incidents\/(\w+)"/g)].map(([, id]) => id);

describe('the page of the latest', () => {
  it('shows the newest 100 of the fleet, and says so where there are more', async () => {
    const many = Array.from({ length: 101 }, (_, index) => anIncident({ ...over, id: `inc_${index}` }));
    const { body } = await asking('/incidents', many);
    expect(linked(body)).toEqual(many.slice(0, 100).map(({ id }) => id));
    expect(body).toContain('Older ones are left out here.');
    expect((await asking('/incidents', many.slice(1))).body).not.toContain('left out');
  });

  it('shows one that is open before newer ones that are over, however many', async () => {
    const many = Array.from({ length: 120 }, (_, index) => anIncident({ ...over, id: `inc_${index}` }));
    const { body } = await asking('/incidents', [...many, anIncident({ id: 'inc_open' })]);
    expect(linked(body).slice(0, 2)).toEqual(['inc_open', 'inc_0']);
    expect(linked(body)).toHaveLength(100);
  });

  it('shows one that is open where so many newer ones are over that it is not among them', async () => {
    const [newer, older] = [anIncident({ id: 'inc_b' }), anIncident({ id: 'inc_a', createdMs: nowMs - 6e8 })];
    const deployments = [older, newer].map((incident, index) =>
      aView({ deployment: { id: `d${index}` }, state: { incident } }),
    );
    const incidents = [newer, anIncident({ ...over, id: 'inc_c' })];
    const { body } = await ask('/incidents', { snapshot: () => aSnapshot({ deployments, incidents }) });
    expect(linked(body)).toEqual(['inc_b', 'inc_a', 'inc_c']);
  });

  it('leads only to deployments that are configured', async () => {
    const incidents = [anIncident(), anIncident({ id: 'inc_0', deployment: 'another' })];
    const { body } = await asking('/incidents', incidents);
    expect([...body.matchAll(/href="(\/deployments\/[^"]+)"/g)].map(([, link]) => link)).toEqual([
      '/deployments/files-eu',
    ]);
  });
});

describe('the page of one', () => {
  const incidents = [
    anIncident({ id: 'inc_3' }),
    anIncident({ ...over, id: 'inc_other', deployment: 'another' }),
    anIncident({ ...over, id: 'inc_2' }),
    anIncident({ ...over, id: 'inc_1' }),
  ];

  it.each([
    ['inc_3', ['inc_2']],
    ['inc_2', ['inc_1', 'inc_3']],
    ['inc_1', ['inc_2']],
    ['inc_other', []],
  ])('of %s leads to the one before and the next of its deployment', async (id, neighbours) => {
    expect(linked((await asking(`/incidents/${id}`, incidents)).body)).toEqual(neighbours);
  });

  it('leads to none from one that is older than those at hand', async () => {
    const old = anIncident({ ...over, id: 'inc_0' });
    const { statusCode, body } = await ask('/incidents/inc_0', {
      snapshot: () => aSnapshot({ incidents }),
      incident: () => old,
    });
    expect(statusCode).toBe(200);
    expect(linked(body)).toEqual([]);
  });

  it('says for how long nobody looked, of one that is configured', async () => {
    const asked: unknown[] = [];
    const history = (...question: unknown[]) => {
      asked.push(question);
      return [];
    };
    const createdMs = nowMs - 3_600_000;
    const ofIncident = async (over: Partial<Incident>) => {
      const incident = anIncident({ createdMs, ...over });
      return (await ask('/incidents/inc_1', { incident: () => incident, history })).body;
    };
    expect(await ofIncident({})).toContain('Nobody looked for about 1 h of it');
    expect(asked).toEqual([['files-eu', Math.floor(createdMs / 1_000) * 1_000, 300_000, 'status']]);
    expect(await ofIncident({ deployment: 'another' })).not.toContain('Nobody looked');
  });

  it('does not lead to a deployment that is configured no more', async () => {
    expect((await asking('/incidents/inc_other', incidents)).body).not.toContain('href="/deployments/');
  });
});
