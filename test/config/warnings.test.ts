// What is worth a warning, and how many runs are under way when every target hangs.
import { expect, test } from 'vitest';
import { estimateInFlight } from '../../src/config/warnings.ts';
import { configOf, entryWith } from './reading.ts';

test.each([
  ['none', '', 0],
  ['a part of one is one', '{ interval: 10s, timeout: 1s }', 1],
  ['checks add up', '{ interval: 10s, timeout: 9s }', 2],
  [
    'each at its own pace',
    '{ interval: 10s, timeout: 9s, endpoints: { status: , media: { interval: 90s } } }',
    1,
  ],
])('%s', (_what, settings, runs) => {
  const entry = settings && `${settings.slice(0, -1)}, id: a, base_url: "http://a.test", kind: media }`;
  expect(estimateInFlight(configOf(`deployments: [${entry}]`).deployments)).toBe(runs);
});

test('max_in_flight below what a blackout needs is warned of, with both numbers', () => {
  const slow = entryWith('interval: 10s', 'timeout: 9s', 'endpoints: [status, media]');
  expect(configOf(`agent: { max_in_flight: 1 }\n${slow}`).warnings).toEqual([
    'agent.max_in_flight: when every target hangs, up to 2 runs are under way at once, and 1 are allowed: raise it to 2, or lengthen intervals',
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
