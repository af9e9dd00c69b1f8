// The egress guard: rounds that failed as our own network may have it wait until that is known, and count nowhere where it is cut.
import { createCanaries } from './canaries.ts';
import { createHeld, type Fate, type HeldRound } from './held.ts';
import { createFleetWitness, type Witness } from './judge/egress.ts';
import { isLocalCause, isLost, networkOf } from './judge/local-cause.ts';
import type { Reading } from './judge/readings.ts';
import type { Logger } from './log.ts';
import type { Deployment } from './model/deployment.ts';
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

function fateOf(round: HeldRound, witness: Witness, cut: Cut, nowMs: number): Fate {
  const { deployment, result, sinceMs } = round;
  if (cut.covers(result.checks, nowMs)) return 'discard';
  if (!witness.canTell() || Math.abs(nowMs - sinceMs) >= maxHeldMs) return 'settle';
  return witness.workedSince(deployment.id, lastStartOf(result.checks)) ? 'settle' : 'wait';
}

function firstStartOf(runs: readonly CheckResult[]): number {
  return runs.reduce(
    (first, { observation }) => Math.min(first, observation.startedMs),
    Number.POSITIVE_INFINITY,
  );
}

function lastStartOf(runs: readonly CheckResult[]): number {
  return runs.reduce(
    (last, { observation }) => Math.max(last, observation.startedMs),
    Number.NEGATIVE_INFINITY,
  );
}

/** Of a round what a cut may have taken, and what tells of the target however that was; null for neither. */
function partsOf(deployment: Deployment, result: Result): { lost: Result | null; told: Result | null } {
  const { checks } = result;
  if (checks.every(({ observation }) => observation.failure === null)) return { lost: null, told: result };
  const [lost, told] = [true, false].map((which) =>
    checks.filter(({ observation }) => isLost(observation, isProxied(deployment)) === which),
  );
  const of = (runs: readonly CheckResult[] = []) => (runs.length === 0 ? null : { ...result, checks: runs });
  return { lost: of(lost), told: of(told) };
}

/** null where nothing shows whether the network carried it: a deadline that was hit while an answer was waited for. */
function readingOf(deployment: Deployment, told: Result | null, { checks }: Result): Reading | null {
  const isLocal = ({ observation }: CheckResult) => isLocalCause(observation, isProxied(deployment));
  if (told === null && !checks.every(isLocal)) return null;
  const runs = told?.checks ?? checks;
  const last = runs.at(-1)?.observation;
  return {
    deployment: deployment.id,
    network: last?.remoteAddress ? networkOf(last.remoteAddress) : null,
    beganMs: lastStartOf(runs),
    endedMs: last?.endedMs ?? 0,
    isLocal: told === null,
    everyMs: Math.min(...deployment.checks.map(({ intervalMs }) => intervalMs)),
  };
}

function isProxied({ connection }: Deployment): boolean {
  return connection.proxy !== null;
}
