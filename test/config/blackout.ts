// A fleet in which every target hangs, played through slot by slot as the scheduling rules tell it.
import { createHash } from 'node:crypto';

export interface Paced {
  readonly intervalMs: number;
  readonly timeoutMs: number;
}

/** The most runs at once from a start on, in deployments that all have these checks, status first. */
export function mostAtOnce(
  checks: readonly Paced[],
  recheckAfterMs: number,
  deployments: number,
  startMs: number,
): number {
  // Ten seconds, or more where that would be over two thousand first runs a second.
  const soonMs = Math.max(10_000, (deployments * checks.length) / 2);
  const steps: [atMs: number, runs: 1 | -1][] = [];
  for (let n = 0; n < deployments; n += 1) {
    const hash = createHash('sha256').update(`d${n}`).digest().readUIntBE(0, 6);
    for (const [fromMs, toMs] of runsOf(checks, recheckAfterMs, hash, startMs, soonMs)) {
      steps.push([fromMs, 1], [toMs, -1]);
    }
  }
  let underWay = 0;
  let most = 0;
  for (const [, runs] of steps.sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    underWay += runs;
    most = Math.max(most, underWay);
  }
  return most;
}

/** One deployment: rounds at its slots, each failing, and checks run once more where their next slot is later. */
function runsOf(
  checks: readonly Paced[],
  recheckAfterMs: number,
  hash: number,
  startMs: number,
  soonMs: number,
) {
  const runs: [fromMs: number, toMs: number][] = [];
  const slotAfter = (intervalMs: number, atMs: number) => {
    const phaseMs = hash % intervalMs;
    return phaseMs + (Math.floor((atMs - phaseMs) / intervalMs) + 1) * intervalMs;
  };
  const withinMs = Math.min(soonMs, ...checks.map(({ intervalMs }) => intervalMs));
  const slotMs = Math.min(...checks.map(({ intervalMs }) => slotAfter(intervalMs, startMs)));
  const firstMs = slotMs < startMs + withinMs ? slotMs : startMs + (hash % withinMs);
  const next = checks.map(() => firstMs);
  const untilMs = startMs + soonMs + 2 * Math.max(...checks.map(({ intervalMs }) => intervalMs));
  const takeDue = (atMs: number) =>
    [...checks.entries()].flatMap(([index, check]) => {
      if ((next[index] ?? 0) > atMs) return [];
      next[index] = slotAfter(check.intervalMs, atMs);
      return [index];
    });
  /** The first asks alone, the others at once when it has failed. */
  const ask = (atMs: number, asked: readonly number[]) => {
    const [first = 0, ...rest] = asked.map((index) => checks[index]?.timeoutMs ?? 0);
    runs.push([atMs, atMs + first]);
    for (const timeoutMs of rest) runs.push([atMs + first, atMs + first + timeoutMs]);
    return atMs + first + Math.max(0, ...rest);
  };
  let again: { readonly atMs: number; readonly asked: readonly number[] } | null = null;
  for (;;) {
    const slotMs = Math.min(...next);
    if (slotMs > untilMs) return runs;
    if (again !== null && again.atMs <= slotMs) {
      ask(again.atMs, again.asked);
      again = null;
    } else {
      const asked = takeDue(slotMs);
      const endMs = ask(slotMs, asked);
      // Slots that pass while a round is under way are skipped; a re-check holds up none.
      while (Math.min(...next) < endMs) takeDue(Math.min(...next));
      const atMs = endMs + recheckAfterMs;
      const sooner = asked.filter((index) => (next[index] ?? 0) > atMs);
      again = sooner.length === 0 ? null : { atMs, asked: sooner };
    }
  }
}
