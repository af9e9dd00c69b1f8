// How grave it is what a certificate shows: one answer for the row of the fleet and the page of the deployment.
import { soonDays, verySoonDays } from '../../model/expiry.ts';
import type { Certificate } from '../../model/round.ts';
import type { State } from '../../model/states.ts';

const dayMs = 86_400_000;

/** Operational where nobody has to act; unknown where nothing but its end cannot be read. */
export function certificateState(
  { notAfterMs, error }: Pick<Certificate, 'notAfterMs' | 'error'>,
  atMs: number,
): State {
  const leftMs = notAfterMs === null ? null : notAfterMs - atMs;
  if (error !== null || (leftMs !== null && leftMs <= 0)) return 'major_outage';
  if (leftMs === null) return 'unknown';
  if (leftMs < verySoonDays * dayMs) return 'partial_outage';
  return leftMs < soonDays * dayMs ? 'degraded_performance' : 'operational';
}
