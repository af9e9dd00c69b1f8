// The fleet's clock: the median of what its deployments' Date headers say against ours.
import type { DeploymentState } from '../model/belief.ts';

/** Fewer witnesses than this say nothing of our own clock. */
const minWitnesses = 3;

/** Median clock skew in ms, of fresh answers only; null with too few of them. Our own wrong clock blames nobody. */
export function medianSkewMs(states: readonly (DeploymentState | null)[]): number | null {
  const skews = states
    .map((state) => (state?.checks.status?.fresh ? state.clockSkewMs : null))
    .filter((skewMs) => skewMs !== null);
  if (skews.length < minWitnesses) return null;
  skews.sort((left, right) => left - right);
  const middle = (skews.length - 1) / 2;
  return ((skews[Math.floor(middle)] ?? 0) + (skews[Math.ceil(middle)] ?? 0)) / 2;
}
