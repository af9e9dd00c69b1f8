// Takes a walk in: the latest is kept with its check, and moves nothing else.
import type { DeploymentState, Settlement } from '../model/belief.ts';
import type { Walk } from '../model/round.ts';
import { unmoved } from './judge.ts';

/** null where the deployment does not have that check. */
export function walked(previous: DeploymentState, walk: Walk): Settlement | null {
  const check = previous.checks[walk.endpoint];
  if (check === undefined) return null;
  return unmoved({ ...previous, checks: { ...previous.checks, [walk.endpoint]: { ...check, walk } } });
}
