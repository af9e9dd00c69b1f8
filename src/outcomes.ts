// What comes of a round that is over: believed, counted, told; asked again where it failed, walked where that is due.
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
  readonly recheck: (deployment: string, checks: readonly CheckName[], atMs: number) => void;
}

export function createOutcomes(
  means: Means,
  around: Surroundings,
  { isWatched, tell, recheck }: Watcher,
): (deployment: Deployment, result: Result) => void {
  const { store, metrics } = means;
  const albums: Albums = new WeakMap();
  const walks = createWalks(means, around, isWatched);

  return (deployment, result) => {
    const nowMs = around.now();
    const settlement = settle(deployment, result, store, nowMs, albums);
    if (settlement === null) return;
    metrics.record(deployment, result.beat.cause, settlement);
    tell(settlement);
    if (result.beat.cause !== 'slot') return;
    const startedMs = result.checks[0]?.observation.startedMs ?? result.beat.atMs;
    metrics.schedulerDelay(Math.max(0, startedMs - result.beat.atMs) / 1000);
    const failing = settlement.runs.filter((run) => run.reason !== null).map((run) => run.endpoint);
    recheck(deployment.id, failing, nowMs + deployment.confirm.recheckAfterMs);
    walks.after(deployment, result);
  };
}
