// Runs under way when every target hangs.
import { expect, test } from 'vitest';
import { estimateInFlight } from '../../src/config/estimate.ts';
import { configOf } from './reading.ts';

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
