// What is worth a warning, and how many runs are under way when every target hangs.
import { expect, test } from 'vitest';
import { estimateInFlight } from '../../src/config/warnings.ts';
import { mostAtOnce } from './blackout.ts';
import { configOf, deploymentOf, entryWith } from './reading.ts';

test.each([
  ['none', '', 0],
  ['a part of one is one', '{ interval: 10s, timeout: 1s }', 1],
  ['checks add up', '{ interval: 10s, timeout: 9s }', 2],
  ['what runs again runs beside them', '{ interval: 60s, timeout: 5s }', 2],
  [
    'each at its own pace',
    '{ interval: 10s, timeout: 1s, endpoints: { status: , media: { interval: 100s } } }',
    1,
  ],
])('%s', (_what, settings, runs) => {
  const entry = settings && `${settings.slice(0, -1)}, id: a, base_url: "http://a.test", kind: media }`;
  expect(estimateInFlight(configOf(`deployments: [${entry}]`).deployments)).toBe(runs);
});

test.each([
  ['the defaults', ['30s 5s', '60s 5s'], '5s'],
  ['one check, no pause before it is run again', ['30s 5s'], '0s'],
  ['one check, a short pause', ['30s 5s'], '1s'],
  ['first runs that crowd', ['5m 5s', '5m 5s'], '5s'],
  ['timeouts beyond the crowd of first runs', ['5m 30s'], '5s'],
  ['no time to run again', ['10s 9s'], '0s'],
  ['a slot lost to what runs again', ['10s 4s'], '5s'],
  ['an interval shorter than the crowd', ['5s 2s'], '1s'],
  ['timeouts that leave gaps', ['60s 3s'], '5s'],
  ['many checks', ['60s 2s', '60s 2s', '60s 2s', '60s 2s'], '5s'],
  ['intervals a little longer than the crowd', ['15s 5s'], '5s'],
  ['the same, nearly all the time', ['12s 5s'], '5s'],
  ['intervals that differ', ['5s 2s', '60s 2s'], '1s'],
  ['rare checks that begin with a frequent one', ['5s 4s', '60s 4s', '60s 4s', '60s 4s'], '10s'],
  ['first runs of so many that they are spread further', ['60s 5s', '60s 5s'], '5s', 16_000],
])('a blackout from the start on: %s', (_what, paces, recheckAfter, size = 500) => {
  const names = ['status', 'regions', 'services', 'incidents'];
  const endpoints = paces.map((pace, index) => {
    const [interval, timeout] = pace.split(' ');
    return `${names[index]}: { interval: ${interval}, timeout: ${timeout} }`;
  });
  const text = `defaults: { endpoints: { ${endpoints} }, confirm: { recheck_after: ${recheckAfter} } }
deployments: [{ id: a, base_url: "http://a.test", version: v2, components: [] }]`;
  const deployment = deploymentOf(text);
  const fleet = Array.from({ length: size }, () => deployment);
  const starts = [0, 4_000, 14_000, 21_000, 26_000].map((ms) => 1_800_000_000_000 + ms);
  const { checks, confirm } = deployment;
  const played = starts.map((startMs) => mostAtOnce(checks, confirm.recheckAfterMs, fleet.length, startMs));
  const most = Math.max(...played);
  // Instants are spread by chance: a tenth is left to it.
  expect(estimateInFlight(fleet)).toBeGreaterThan(0.9 * most);
  expect(estimateInFlight(fleet)).toBeLessThan(1.5 * most);
});

test('max_in_flight below what a blackout needs is warned of, with both numbers', () => {
  const slow = entryWith('interval: 10s', 'timeout: 9s', 'endpoints: [status, media]');
  expect(configOf(`agent: { max_in_flight: 1 }\n${slow}`).warnings).toEqual([
    'agent.max_in_flight: when every target hangs, about 2 runs are under way at once, and 1 are allowed: raise it to 2, or lengthen intervals',
  ]);
  expect(configOf(`agent: { max_in_flight: 2 }\n${slow}`).warnings).toEqual([]);
});

test.each(['deployments:', 'deployments: []', '{}', entryWith('enabled: false')])(
  '%j checks nothing, and says so',
  (text) => {
    expect(configOf(text)).toMatchObject({
      deployments: [],
      warnings: ['deployments: none is enabled, so nothing is checked'],
    });
  },
);
