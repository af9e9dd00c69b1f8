// Uptime is never better than it was, and says how much of the time nothing is known of.
import { expect, it } from 'vitest';
import { deploymentResource } from '../../../src/publish/deployment.ts';
import { uptimeTold } from '../../../src/publish/page/deployment-uptime.ts';
import { html } from '../../../src/publish/page/html.ts';
import { aView } from '../../fixtures/snapshot.ts';

const told = (uptime: number | null, coverage: number | undefined) => {
  const shares = {
    uptime: { '24h': uptime, '7d': uptime, '30d': uptime, '90d': uptime },
    ...(coverage !== undefined && {
      coverage: { '24h': coverage, '7d': coverage, '30d': coverage, '90d': coverage },
    }),
  };
  return uptimeTold(deploymentResource(aView(), shares, true), html`<b>bars</b>`).markup;
};

it.each([
  [0.99999, 1, '<dt>24h</dt><dd>99.99 %<small>all of it known</small></dd>'],
  [0.9995, 0.875, '<dt>24h</dt><dd>99.95 %<small>no data for 3 h of it</small></dd>'],
  [0.9995, 0.875, '<dt>90d</dt><dd>99.95 %<small>no data for 11 d 6 h of it</small></dd>'],
  [1, 0.995, '<dt>24h</dt><dd>100 %<small>all of it known</small></dd>'],
  [1, undefined, '<dt>24h</dt><dd>100 %<small>how much of it is known was not counted</small></dd>'],
  [null, 0, '<dt>24h</dt><dd>No data</dd>'],
])('of %s, known for %s', (uptime, coverage, expected) => {
  expect(told(uptime, coverage)).toContain(expected);
});

it('has the bars of days below', () => {
  expect(told(1, 1)).toMatch(/<\/dl>\n<b>bars<\/b>$/);
});
