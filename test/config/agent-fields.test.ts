// What an agent is where little or nothing is said of it.
import { expect, test } from 'vitest';
import { agent } from '../../src/config/agent-fields.ts';

test('without a word', () => {
  expect(agent.parse({})).toEqual({
    region: { code: 'local0', name: 'Local', zone: 'local-zone', country: 'ZZ' },
    listen: ['127.0.0.1:7425'],
    base_path: '/',
    max_in_flight: 1_000,
    reload_every: null,
    egress: { canaries: [], share: 0.5 },
  });
});

test.each([
  [{ code: 'fra1' }, 'fra1'],
  [{ code: 'fra1', name: 'Frankfurt' }, 'Frankfurt'],
  [{ zone: 'eu-central' }, 'Local'],
])('the region %j is called %s', (region, name) => {
  expect(agent.parse({ region })).toMatchObject({ region: { name } });
});

test('as many canaries as there may be, each once', () => {
  const canaries = Array.from({ length: 16 }, (_, index) => `c${index}.test:443`);
  expect(agent.parse({ egress: { canaries } })).toMatchObject({ egress: { canaries, share: 0.5 } });
  for (const wrong of [
    [...canaries, 'c16.test:443'],
    ['a.test:1', 'a.test:1'],
  ]) {
    expect(agent.safeParse({ egress: { canaries: wrong } }).success).toBe(false);
  }
});
