// Uptime is never better than it was, and says how much of the time nothing is known of.
import { expect, it } from 'vitest';
import type { Day } from '../../../src/model/history.ts';
import { deploymentResource } from '../../../src/publish/deployment.ts';
import { daysTold, uptimeTold } from '../../../src/publish/page/deployment-uptime.ts';
import { aView, nowMs } from '../../fixtures/snapshot.ts';

const told = (uptime: number | null, coverage: number | undefined) => {
  const shares = {
    uptime: { '24h': uptime, '7d': uptime, '30d': uptime, '90d': uptime },
    ...(coverage !== undefined && {
      coverage: { '24h': coverage, '7d': coverage, '30d': coverage, '90d': coverage },
    }),
  };
  return uptimeTold(deploymentResource(aView(), shares, true)).markup;
};

it.each([
  [0.99999, 1, '<dt>24h</dt><dd>99.99 %<small>all of it known</small></dd>'],
  [0.9995, 0.875, '<dt>24h</dt><dd>99.95 %<small>no data for 3 h of it</small></dd>'],
  [0.9995, 0.875, '<dt>90d</dt><dd>99.95 %<small>no data for 11 d 6 h of it</small></dd>'],
  [1, 0.00001, '<dt>24h</dt><dd>100 %<small>no data for 23 h 59 min of it</small></dd>'],
  [1, 0.995, '<dt>24h</dt><dd>100 %<small>all of it known</small></dd>'],
  [1, undefined, '<dt>24h</dt><dd>100 %<small>how much of it is known was not counted</small></dd>'],
  [null, 0, '<dt>24h</dt><dd>No data</dd>'],
])('of %s, known for %s', (uptime, coverage, expected) => {
  expect(told(uptime, coverage)).toContain(expected);
});

const dayMs = 86_400_000;
const aDay = (agoDays: number, bad: number): Day => ({
  startMs: (Math.floor(nowMs / dayMs) - agoDays) * dayMs,
  runs: 100,
  bad,
  worst: bad === 0 ? 'operational' : 'major_outage',
  coveredMs: dayMs,
  answers: 100,
  durationSumMs: 3_700,
  incidents: bad === 0 ? 0 : 1,
});

it('has days as bars in a box that can be as wide as the page, and words for those that were not well', () => {
  const days = daysTold({ days: [aDay(2, 50), aDay(1, 0)], hours: [] }, nowMs).markup;
  expect(days).toMatch(
    /<div class="bars" data-today="\d+" data-days="[^"]+"><svg aria-hidden="true" viewBox="0 0 270 24"/,
  );
  expect(days).toContain('<path class="s-major_outage"');
  expect(days).toMatch(/<p class="quiet">2026-11-19: major outage, 50 % up/);
  expect(daysTold({ days: [], hours: [] }, nowMs).markup).not.toContain('quiet');
});
