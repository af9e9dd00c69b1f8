// When lists are walked: after a round in which their check ran well, and no more often than configured.
import { takesCursor } from './contract/endpoints.ts';
import { walked } from './judge/walked.ts';
import type { Check, Deployment, Pagination } from './model/deployment.ts';
import type { Result } from './model/round.ts';
import type { Surroundings } from './pipeline.ts';
import type { Metrics } from './publish/metrics.ts';
import type { Store } from './store/store.ts';
import { walk } from './walk.ts';

/** At once: each remembers the ids it met. What finds no room is walked after a later round. */
const maxWalks = 8;

interface Means {
  readonly store: Store;
  readonly metrics: Metrics;
  /** We failed, not a target. */
  readonly failed: (stage: string, error: unknown) => void;
}

interface Walks {
  /** Begins the walk that is due after a settled round, one at a time a deployment; waits for none. */
  readonly after: (deployment: Deployment, result: Result) => void;
}

/** A walk whose deployment, exactly as it was, is watched no more ends before its next page. */
export function createWalks(
  { store, metrics, failed }: Means,
  around: Surroundings,
  isWatched: (deployment: Deployment) => boolean,
): Walks {
  const underWay = new Set<string>();

  function dueOf(deployment: Deployment, { everyMs }: Pagination, { checks }: Result): Check | undefined {
    const state = store.get(deployment.id);
    const isDue = (check: Check) => {
      const startedMs = state?.checks[check.endpoint]?.walk?.startedMs ?? Number.NEGATIVE_INFINITY;
      // A walk that lies ahead tells that the clock was set back.
      return Math.abs(around.now() - startedMs) >= everyMs;
    };
    const wentWell = ({ endpoint }: Check) =>
      checks.some((run) => run.endpoint === endpoint && run.reason === null);
    return deployment.checks.find((check) => takesCursor(check.endpoint) && wentWell(check) && isDue(check));
  }

  async function begin(deployment: Deployment, pagination: Pagination, check: Check): Promise<void> {
    try {
      const outcome = await walk(deployment, pagination, check, around, () => isWatched(deployment));
      if (outcome === null) return;
      const settlement = store.advance(deployment.id, (state) => state && walked(state, outcome));
      if (settlement !== null) metrics.walked(deployment, outcome);
    } catch (error) {
      if (isWatched(deployment)) failed('walk', error);
    } finally {
      underWay.delete(deployment.id);
    }
  }

  return {
    after(deployment, result) {
      const { id, pagination } = deployment;
      if (pagination === null || underWay.size >= maxWalks || underWay.has(id)) return;
      const check = dueOf(deployment, pagination, result);
      if (check === undefined) return;
      underWay.add(id);
      void begin(deployment, pagination, check);
    },
  };
}
