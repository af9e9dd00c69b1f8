// Rounds that wait until it is known whose failure they are; those of a deployment in the order of their beats.
import type { Deployment } from './model/deployment.ts';
import type { Result } from './model/round.ts';
import type { Outcomes } from './outcomes.ts';
import { createTurns } from './turns.ts';

export interface HeldRound {
  readonly deployment: Deployment;
  readonly result: Result;
  readonly sinceMs: number;
}

export type Fate = 'wait' | 'settle' | 'discard';

interface HeldRounds {
  readonly add: (round: HeldRound) => void;
  /** Of one deployment, up to the first that must wait; with `all`, those that must wait are settled too. */
  readonly release: (deployment: string, nowMs: number, all: boolean) => void;
  /** Of all deployments, with a turn for everybody else now and then. */
  readonly releaseAll: () => Promise<void>;
  readonly isEmpty: () => boolean;
  readonly forget: (deployment: string) => void;
  /** Lets all of them go; nothing is released any more, by a release under way neither. */
  readonly end: () => void;
}

/** Bounded by `fateOf`, which lets none wait for ever. */
export function createHeld(
  fateOf: (round: HeldRound, nowMs: number) => Fate,
  { settle, discard }: Pick<Outcomes, 'settle' | 'discard'>,
  now: () => number,
): HeldRounds {
  const held = new Map<string, HeldRound[]>();

  function release(id: string, nowMs: number, all: boolean): void {
    const rounds = held.get(id) ?? [];
    for (let next = rounds[0]; next !== undefined; next = rounds[0]) {
      const fate = fateOf(next, nowMs);
      if (fate === 'wait' && !all) return;
      rounds.shift();
      (fate === 'discard' ? discard : settle)(next.deployment, next.result);
    }
    held.delete(id);
  }

  return {
    add(round) {
      const { id } = round.deployment;
      const rounds = held.get(id);
      if (rounds === undefined) held.set(id, [round]);
      else rounds.push(round);
    },
    release,
    async releaseAll() {
      const turn = createTurns();
      for (const id of held.keys()) {
        release(id, now(), false);
        await turn();
      }
    },
    isEmpty: () => held.size === 0,
    forget: (id) => {
      held.delete(id);
    },
    end: () => held.clear(),
  };
}
