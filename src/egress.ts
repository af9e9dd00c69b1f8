// The egress guard: rounds that failed as our own network may have it wait until that is known, and count nowhere where it is cut.
import { createCanaries } from './canaries.ts';
import { createHeld, type Fate, type HeldRound } from './held.ts';
import { firstStartOf, isAllLocal, lastEndOf, lastStartOf, partsOf, readingOf } from './judge/carried.ts';
import { createFleetWitness, type Witness } from './judge/egress.ts';
import { networkOf } from './judge/local-cause.ts';
import type { Logger } from './log.ts';
import type { Check, Deployment } from './model/deployment.ts';
import type { CheckResult, Result } from './model/round.ts';
import type { Outcomes } from './outcomes.ts';
import type { Prober } from './probe/prober.ts';
import { hostOf } from './probe/route.ts';
import type { Metrics } from './publish/metrics.ts';

/** No round waits longer. Rounds are a second apart at least: of one deployment at most so many seconds' wait at once. */
const maxHeldMs = 60_000;

export interface EgressMeans {
  readonly prober: Prober;
  readonly now: () => number;
  readonly metrics: Pick<Metrics, 'egress'>;
  readonly log: Logger;
  /** We failed, not a target. */
  readonly failed: (stage: string, error: unknown) => void;
  /** As it is configured. */
  readonly egress: { readonly canaries: readonly string[]; readonly share: number };
}

export interface Egress {
  /**
   * What waits of it as it was before is let go. What it showed of the network stays until it shows something else: that
   * a configuration is taken over ends no cut.
   */
  readonly watch: (deployment: Deployment) => void;
  /** What waits of it is let go, too. */
  readonly forget: (deployment: string) => void;
  /** Settles a round now or later, or discards it; those of one deployment in the order in which they come. */
  readonly take: (deployment: Deployment, result: Result) => void;
  /** To be called every second. */
  readonly tick: (nowMs: number) => void;
  /** What waits is let go. */
  readonly end: () => void;
  readonly isCut: () => boolean;
}

export function createEgress(means: EgressMeans, outcomes: Outcomes): Egress {
  const { prober, now, failed, egress } = means;
  const fleet = createFleetWitness(egress.share);
  const canaries = egress.canaries.length === 0 ? null : createCanaries(egress.canaries, prober.reach, now);
  const witness = canaries ?? fleet;
  const cut = createCut(means, witness, () => `${canaries?.words() ?? ''}${fleet.words()}`);
  const held = createHeld((round, nowMs) => fateOf(round, witness, cut, nowMs), outcomes, now);

  const fail = (error: unknown) => failed('egress', error);
  const look = () => {
    cut.turns(now());
    held.releaseAll().catch(fail);
  };
  const ask = (nowMs: number) => {
    const isUrgent = cut.isCut() || !held.isEmpty();
    const heard = canaries?.ask(nowMs, isUrgent).then((isNews) => isNews && look());
    heard?.catch(fail);
  };

  return {
    watch({ id, egressGuard, connection }) {
      held.forget(id);
      if (egressGuard) fleet.watch(id, networkOf(hostOf(new URL(connection.origin))));
      else fleet.forget(id);
    },
    forget(id) {
      held.forget(id);
      fleet.forget(id);
    },
    take(deployment, result) {
      if (!deployment.egressGuard) return outcomes.settle(deployment, result);
      const nowMs = now();
      const { lost, told } = partsOf(deployment, result);
      const reading = readingOf(deployment, told, result);
      if (reading !== null) fleet.take(reading, nowMs);
      if (cut.turns(nowMs)) look();
      if (told === null) {
        held.add({ deployment, result, sinceMs: nowMs });
        held.release(deployment.id, nowMs, false);
        return ask(nowMs);
      }
      held.release(deployment.id, nowMs, true);
      if (lost === null || !cut.covers(result.checks, nowMs)) return outcomes.settle(deployment, result);
      // What contradicts an answer is what the cut took from others: then the answer goes with them.
      const isWhole = result.comparisons.some(({ finding }) => finding !== null);
      outcomes.discard(deployment, isWhole ? result : lost);
      if (!isWhole) outcomes.settle(deployment, told);
    },
    tick(nowMs) {
      ask(nowMs);
      look();
      if (!cut.isCut()) outcomes.askAgain().catch(fail);
    },
    end() {
      held.end();
      canaries?.end();
    },
    isCut: cut.isCut,
  };
}

interface Cut {
  readonly isCut: () => boolean;
  /** Takes over what the witness says, and tells it; whether that is another thing than before. */
  readonly turns: (nowMs: number) => boolean;
  /** Whether the network is cut, or was while these runs were under way. */
  readonly covers: (runs: readonly CheckResult[], nowMs: number) => boolean;
}

function createCut({ metrics, log }: EgressMeans, witness: Witness, words: () => string): Cut {
  let isCut = false;
  let restoredMs = Number.NEGATIVE_INFINITY;
  return {
    isCut: () => isCut,
    turns(nowMs) {
      if (witness.isCut() === isCut) return false;
      isCut = !isCut;
      metrics.egress(!isCut);
      if (isCut) {
        const message = `the agent's own network is cut, and what fails for that counts nowhere: ${words()}`;
        log.warn({ event: 'egress.cut' }, message);
      } else {
        restoredMs = nowMs;
        log.info({ event: 'egress.restored' }, `the agent's own network works again: ${words()}`);
      }
      return true;
    },
    covers: (runs, nowMs) =>
      isCut || (Math.abs(nowMs - restoredMs) < maxHeldMs && firstStartOf(runs) < restoredMs),
  };
}

function fateOf({ deployment, result, sinceMs }: HeldRound, witness: Witness, cut: Cut, nowMs: number): Fate {
  const { checks } = result;
  if (cut.covers(checks, nowMs)) return 'discard';
  if (!witness.canTell() || Math.abs(nowMs - sinceMs) >= heldMsOf(deployment)) return 'settle';
  // A connection that was made may have been cut at any time up to the deadline: only what began after that shows it was not.
  const fromMs = isAllLocal(deployment, checks) ? lastStartOf(checks) : lastEndOf(checks);
  return witness.workedSince(deployment.id, fromMs) ? 'settle' : 'wait';
}

/** Settled later, one after the other, they would be stale as they come: nothing would ever be known of the deployment. */
function heldMsOf({ checks }: Deployment): number {
  return Math.min(maxHeldMs, ...checks.map(freshMsOf));
}

/** What is left of the time for which a run counts, beside the round (two timeouts at most) and the wait for the next. */
function freshMsOf({ staleAfterMs, intervalMs, timeoutMs }: Check): number {
  return Math.max(0, staleAfterMs - intervalMs - 2 * timeoutMs);
}
