// What comes of a round that is over: believed, counted, told; asked again where it failed, walked where that is due.
import { cutOff } from './judge/judge.ts';
import type { DeploymentState, Settlement } from './model/belief.ts';
import type { CheckName, Deployment } from './model/deployment.ts';
import { firstRunsMs } from './model/first-runs.ts';
import type { Result } from './model/round.ts';
import { type Memories, type Surroundings, settle } from './pipeline.ts';
import { createTurns } from './turns.ts';
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
  /**
   * Has all asked again of which a round was discarded since the last time, at the pace of a start: of what is asked seldom
   * nothing would be known for long after our own network works again.
   */
  readonly askAgain: () => Promise<void>;
}

export function createOutcomes(
  means: Means,
  around: Surroundings,
  { isWatched, tell, recheck }: Watcher,
): Outcomes {
  const { store, metrics } = means;
  const memories: Memories = new WeakMap();
  const walks = createWalks(means, around, isWatched);
  /** By id. Of these a round was discarded. */
  const lost = new Map<string, Deployment>();

  return {
    settle(deployment, result) {
      const nowMs = around.now();
      const settlement = settle(deployment, result, store, nowMs, memories);
      if (settlement === null) return;
      metrics.record(deployment, result.beat.cause, settlement);
      tell(settlement);
      if (result.beat.cause !== 'slot') return;
      const startedMs = result.checks[0]?.observation.startedMs ?? result.beat.atMs;
      metrics.schedulerDelay(Math.max(0, startedMs - result.beat.atMs) / 1000);
      const failing = settlement.runs.filter((run) => run.reason !== null).map((run) => run.endpoint);
      recheck(deployment.id, failing, nowMs + deployment.confirm.recheckAfterMs, companyIn(result));
      walks.after(deployment, result);
    },
    discard(deployment, { checks }) {
      const { id } = deployment;
      metrics.discarded(checks.length);
      lost.set(id, deployment);
      const settlement = store.advance(id, (state) => state && cutOff(deployment, state, around.now()));
      if (settlement !== null) tell(settlement);
    },
    async askAgain() {
      const all = [...lost.values()];
      lost.clear();
      const checks = all.reduce((sum, deployment) => sum + deployment.checks.length, 0);
      const gapMs = firstRunsMs(checks) / all.length;
      const nowMs = around.now();
      const turn = createTurns();
      for (const [index, deployment] of all.entries()) {
        await turn();
        if (!isWatched(deployment)) continue;
        const atMs = nowMs + deployment.confirm.recheckAfterMs + Math.floor(index * gapMs);
        recheck(deployment.id, cutIn(deployment, store.get(deployment.id)), atMs, []);
      }
    },
  };
}

function cutIn({ checks }: Deployment, state: DeploymentState | null): CheckName[] {
  return checks.flatMap(({ endpoint }) => (state?.checks[endpoint]?.cut ? endpoint : []));
}

/** What is asked again beside the failing checks: the claim they contradict, or it would be confirmed long after them. */
function companyIn({ comparisons }: Result): readonly CheckName[] {
  const isContradicted = comparisons.some(
    ({ rule, finding }) => rule === 'contradiction.status_vs_checks' && finding !== null,
  );
  return isContradicted ? ['status'] : [];
}
