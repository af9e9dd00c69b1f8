// Long work in short turns: between any two of them, whosever they are, the event loop looks at the network.

/** The start of a probe, or the arrival of its answer, is noticed about this much later. No dearer than turns of 1 ms. */
const leastTurnMs = 0.25;
/**
 * A loop that is full makes long passes, and long work would not get anywhere in short turns: a scrape would fail, and all
 * would be blind just then. It has this share of the time that the others took since its last turn.
 */
const share = 0.25;
const mostTurnMs = 5;

/** Works that wait for a turn. One queue for all: turns of several in one pass of the loop would add up. */
const waiting: (() => void)[] = [];
let givenAwayMs = 0;

/** To be awaited often: it gives the turn away once it has lasted long enough. */
export function createTurns(): () => Promise<void> {
  let sinceMs = performance.now();
  let turnMs = leastTurnMs;
  return async () => {
    const nowMs = performance.now();
    if (nowMs - sinceMs < turnMs) return;
    givenAwayMs = nowMs;
    await nextTurn();
    sinceMs = performance.now();
    turnMs = Math.min(mostTurnMs, Math.max(leastTurnMs, share * (sinceMs - givenAwayMs)));
  };
}

/** Resolves in the next pass of the loop, whoever else does. */
export function nextPass(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Resolves in a later pass of the loop, after whoever waits already. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(begin);
  });
}

function begin(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(begin);
}
