// The line: ask and compare (examine, no memory), decide and remember (settle, one writer a deployment).

import { sampleOf } from './judge/availability.ts';
import { albumAfter } from './judge/evidence.ts';
import { judge } from './judge/judge.ts';
import type { Settlement } from './model/belief.ts';
import type { Check, CheckName, Deployment } from './model/deployment.ts';
import type { Album } from './model/evidence.ts';
import type { Beat, Observation, Result } from './model/round.ts';
import type { Prober, Round } from './probe/prober.ts';
import { withoutSecrets } from './redaction.ts';
import type { Store } from './store/store.ts';
import { nextPass, nextTurn } from './turns.ts';
import { validateRound } from './validate/validate.ts';

/** Decoded bytes; above, to read a body takes a turn of its own: 1 MiB of nested lists is some 80 ms. */
const heavyBytes = 32 * 1024;

/** What a round needs of the process it runs in. */
export interface Surroundings {
  readonly prober: Prober;
  /** Runs a task when there is room for one more run (`max_in_flight`). */
  readonly limit: <T>(task: () => Promise<T>) => Promise<T>;
  readonly now: () => number;
  /** Median of the fleet's clocks against ours, ms; null while it is not known: then no clock is judged. */
  readonly fleetSkewMs: () => number | null;
}

/** What a process knows of a deployment beside its state. */
interface Memory {
  /** Its good answers. */
  album: Album;
  /** When each check was counted last, epoch ms. */
  readonly countedMs: Map<CheckName, number>;
}

/** By the deployment as it is configured now: one that is changed or dropped takes what is known of it along. */
export type Memories = WeakMap<Deployment, Memory>;

interface Seen {
  readonly check: Check;
  readonly observation: Observation;
}

/** One round: each check asked, its answer compared with the document. Rejects when we failed; never changes state. */
export async function examine(deployment: Deployment, beat: Beat, around: Surroundings): Promise<Result> {
  const checks = deployment.checks.filter((check) => beat.checks.includes(check.endpoint));
  const round = around.prober.round(deployment, beat.cause !== 'slot');
  const seen = await ask(round, checks, around).finally(round.end);
  // Judging takes a moment: what came in with the last answer is timed first.
  await (seen.some(isHeavy) ? nextTurn() : nextPass());
  const context = { nowMs: around.now(), fleetSkewMs: around.fleetSkewMs() };
  return withoutSecrets(validateRound(deployment, beat, seen, context), deployment.secrets);
}

/** Takes a result into what we believe, its runs into history, and its good answers into the album. */
export function settle(
  deployment: Deployment,
  result: Result,
  store: Store,
  nowMs: number,
  memories: Memories,
): Settlement | null {
  const memory = memories.get(deployment) ?? { album: {}, countedMs: new Map() };
  const settlement = store.advance(deployment.id, (state) =>
    judge(deployment, state, result, nowMs, memory.album),
  );
  if (settlement === null) return null;
  memories.set(deployment, memory);
  memory.album = albumAfter(memory.album, deployment, settlement);
  for (const sample of sampleOf(deployment, result, settlement, memory.countedMs)) {
    memory.countedMs.set(sample.endpoint, sample.atMs);
    store.record(sample);
  }
  return settlement;
}

/**
 * Status first, one after the other on one connection. After a transport failure, or once the round has lasted
 * as long as one run may, the rest at once and each alone: a round must not hold up its next slot.
 */
async function ask(round: Round, checks: readonly Check[], around: Surroundings): Promise<Seen[]> {
  const startedMs = around.now();
  const seen: Seen[] = [];
  for (const check of checks) {
    if (around.now() - startedMs >= check.timeoutMs) break;
    const observation = await around.limit(() => round.get(check, false));
    seen.push({ check, observation });
    if (isTransportFailure(observation)) break;
  }
  const rest = checks.slice(seen.length).map(async (check) => ({
    check,
    observation: await around.limit(() => round.get(check, true)),
  }));
  return [...seen, ...(await Promise.all(rest))];
}

function isHeavy({ observation: { bodyBytes } }: Seen): boolean {
  return bodyBytes > heavyBytes;
}

/** No complete answer could be had; an answer that was too large or badly encoded came all the same. */
function isTransportFailure({ failure }: Observation): boolean {
  return failure !== null && failure.kind !== 'too_large' && failure.kind !== 'encoding';
}
