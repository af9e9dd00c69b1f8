// Looks at each deployment when something of it may have gone stale; where it runs as it should that is seldom.
import { staleFromMs } from './judge/check.ts';
import { sweep } from './judge/judge.ts';
import type { Settlement } from './model/belief.ts';
import type { Deployment } from './model/deployment.ts';
import { createTimeline } from './schedule/timeline.ts';
import type { Store } from './store/store.ts';
import { createTurns } from './turns.ts';

/** The first looks at what is taken up at once are spread over this many instants. */
const firstLooks = 1_000;
/** A clock that was set back by more, or forward by more than the jump, makes everything due. */
const setBackMs = 1_000;
const clockJumpMs = 60_000;

export interface Staleness {
  /** From now on, as long as `deployments` has it. */
  readonly watch: (deployment: Deployment, nowMs: number) => void;
  /** All that is due, with a turn for everybody else now and then. */
  readonly sweep: (nowMs: number) => Promise<void>;
  /** Looks at nothing any more, a sweep under way included. */
  readonly end: () => void;
}

export function createStaleness(
  store: Store,
  deployments: ReadonlyMap<string, Deployment>,
  tell: (settlement: Settlement | null) => void,
  startedMs: number,
): Staleness {
  const looks = createTimeline<{ readonly atMs: number; readonly deployment: Deployment }>();
  let sweptMs = startedMs;
  let watched = 0;
  let isOver = false;

  const dueMs = (deployment: Deployment, nowMs: number) =>
    staleFromMs(deployment, store.get(deployment.id)?.checks ?? {}, nowMs);

  function look(deployment: Deployment, nowMs: number): void {
    if (deployments.get(deployment.id) !== deployment) return;
    try {
      tell(store.advance(deployment.id, (state) => state && sweep(deployment, state, nowMs)));
    } finally {
      looks.add({ atMs: dueMs(deployment, nowMs), deployment });
    }
  }

  function hasLeapt(nowMs: number): boolean {
    return nowMs < sweptMs - setBackMs || nowMs > sweptMs + clockJumpMs;
  }

  return {
    watch(deployment, nowMs) {
      const share = (watched % firstLooks) / firstLooks;
      watched += 1;
      looks.add({ atMs: nowMs + share * (dueMs(deployment, nowMs) - nowMs), deployment });
    },
    async sweep(nowMs) {
      if (hasLeapt(nowMs)) {
        for (const { deployment } of looks.drain()) looks.add({ atMs: nowMs, deployment });
      }
      sweptMs = nowMs;
      looks.reach(nowMs);
      const turn = createTurns();
      while (!isOver && (looks.peek()?.atMs ?? Number.POSITIVE_INFINITY) <= nowMs) {
        const next = looks.take();
        if (next !== undefined) look(next.deployment, nowMs);
        await turn();
      }
    },
    end: () => {
      isOver = true;
    },
  };
}
