// What comes of a round that is over: believed, counted, told; asked again where it failed, walked where that is due.
import { cutOff } from './judge/judge.ts';
import type { Settlement } from './model/belief.ts';
import type { CheckName, Deployment } from './model/deployment.ts';
import type { Result } from './model/round.ts';
import { type Albums, type Surroundings, settle } from './pipeline.ts';
import { createWalks } from './walks.ts';

type Means = Parameters<typeof createWalks>[0];

/** The fleet that the round is of. */
interface Watcher {
  readonly isWatched: (deployment: Deployment) => boolean;
  readonly tell: (settlement: Settlement) => void;
  readonly recheck: (
    deployment: string,
    checks: readonly CheckName[],
    atMs: number,
    company: readonly CheckName[],
  ) => void;
}

export interface Outcomes {
  readonly settle: (deployment: Deployment, result: Result) => void;
  /** Nothing comes of runs that our own network failed, but that nothing is known of the deployment any more. */
  readonly discard: (deployment: Deployment, result: Result) => void;
}

export function createOutcomes(
  means: Means,
  around: Surroundings,
  { isWatched, tell, recheck }: Watcher,
): Outcomes {
  const { store, metrics } = means;
  const albums: Albums = new WeakMap();
  const walks = createWalks(means, around, isWatched);
  /** Of these a round was discarded, and none was settled since. */
  const lost = new WeakSet<Deployment>();

  return {
    settle(deployment, result) {
      const nowMs = around.now();
      const settlement = settle(deployment, result, store, nowMs, albums);
      if (settlement === null) return;
      metrics.record(deployment, result.beat.cause, settlement);
      tell(settlement);
      if (result.beat.cause !== 'slot') return;
      const startedMs = result.checks[0]?.observation.startedMs ?? result.beat.atMs;
      metrics.schedulerDelay(Math.max(0, startedMs - result.beat.atMs) / 1000);
      const failing = settlement.runs.filter((run) => run.reason !== null).map((run) => run.endpoint);
      const again = lost.delete(deployment) ? [...failing, ...cutIn(deployment, settlement)] : failing;
      recheck(deployment.id, again, nowMs + deployment.confirm.recheckAfterMs, companyIn(result));
      walks.after(deployment, result);
    },
    discard(deployment, { checks }) {
      metrics.discarded(checks.length);
      lost.add(deployment);
      const { id } = deployment;
      const settlement = store.advance(id, (state) => state && cutOff(deployment, state, around.now()));
      if (settlement !== null) tell(settlement);
    },
  };
}

/** Of what is asked seldom nothing would be known for long after our own network works again. */
function cutIn({ checks }: Deployment, { state }: Settlement): CheckName[] {
  return checks.flatMap(({ endpoint }) => (state.checks[endpoint]?.cut ? endpoint : []));
}

/** What is asked again beside the failing checks: the claim they contradict, or it would be confirmed long after them. */
function companyIn({ comparisons }: Result): readonly CheckName[] {
  const isContradicted = comparisons.some(
    ({ rule, finding }) => rule === 'contradiction.status_vs_checks' && finding !== null,
  );
  return isContradicted ? ['status'] : [];
}
