// A walk over the pages of a list: on a connection of its own, apart from the rounds, which wait for none of it.
import type { Check, Deployment, Pagination } from './model/deployment.ts';
import type { Walk } from './model/round.ts';
import type { Surroundings } from './pipeline.ts';
import { collectPages } from './validate/pages.ts';

/**
 * Each page takes its turn among the runs, and has the check's own deadline. null where `goesOn` said no before
 * the end. Rejects when we failed.
 */
export async function walk(
  deployment: Deployment,
  pagination: Pagination,
  check: Check,
  around: Surroundings,
  goesOn: () => boolean,
): Promise<Walk | null> {
  const startedMs = around.now();
  const pages = collectPages(deployment, pagination, check);
  const round = around.prober.round(deployment, true);
  try {
    for (let target: string | null = check.target; target !== null; ) {
      const asked = { ...check, target };
      const observation = await around.limit(async () => (goesOn() ? round.get(asked, false) : null));
      if (observation === null || !goesOn()) return null;
      const clocks = { nowMs: around.now(), fleetSkewMs: around.fleetSkewMs() };
      const cursor = pages.take(observation, clocks);
      target = cursor === null ? null : targetOf(check, cursor);
    }
  } finally {
    round.end();
  }
  return { endpoint: check.endpoint, startedMs, endedMs: around.now(), ...pages.conclude() };
}

function targetOf({ target }: Check, cursor: string): string {
  return `${target}${target.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;
}
