// Whose clocks bear witness of ours.
import { expect, test } from 'vitest';
import { medianSkewMs } from '../../src/judge/clock.ts';
import { resume } from '../../src/judge/judge.ts';
import type { DeploymentState } from '../../src/model/belief.ts';
import { play } from './play.ts';

const witness = (clockSkewMs: number | null): DeploymentState => ({ ...play('ok').state, clockSkewMs });
const stale = (clockSkewMs: number) => resume(witness(clockSkewMs), 0);

test.each<[string, readonly (DeploymentState | null)[], number | null]>([
  ['nobody', [], null],
  ['two are too few', [witness(500), witness(500)], null],
  ['three are enough: the one in the middle', [witness(900), witness(-100), witness(400)], 400],
  [
    'of four the mean of the two in the middle',
    [witness(900), witness(-100), witness(400), witness(100)],
    250,
  ],
  ['by number, not by text', [witness(9), witness(10), witness(100)], 10],
  ['those without a Date or a state do not count', [witness(500), witness(500), witness(null), null], null],
  ['nor do stale ones', [witness(500), witness(500), stale(500)], null],
  ['which do not pull either', [witness(1), witness(2), witness(3), stale(900), stale(900)], 2],
])('%s', (_who, states, skewMs) => {
  expect(medianSkewMs(states)).toBe(skewMs);
});
