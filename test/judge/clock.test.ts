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
  ['one is judged by its own clock', [witness(3_600_000)], 3_600_000],
  ['two that agree are right against us', [witness(3_600_000), witness(3_599_000)], 3_599_000],
  ['of two, the one that agrees with us', [witness(-3_600_000), witness(100)], 0],
  ['two that are off to either side leave us in the middle', [witness(-900), witness(900)], 0],
  ['of three, the one in the middle', [witness(900), witness(-100), witness(400)], 400],
  ['of four and us', [witness(900), witness(-100), witness(400), witness(100)], 100],
  ['two of four that are off are not right', [witness(900), witness(800), witness(1), witness(-1)], 1],
  ['of five', [witness(900), witness(-100), witness(400), witness(100), witness(200)], 200],
  ['by number, not by text', [witness(9), witness(10), witness(100)], 10],
  ['those without a Date or a state do not count', [witness(500), witness(null), null], 500],
  ['nor do stale ones', [witness(500), stale(900)], 500],
  ['which alone tell nothing', [stale(900), witness(null)], null],
])('%s', (_who, states, skewMs) => {
  expect(medianSkewMs(states)).toBe(skewMs);
});
