// Long work in short turns: between any two of them, whosever they are, the event loop looks at the network.

/** The start of a probe, or the arrival of its answer, is noticed at most about this much later. No dearer than 1 ms. */
const maxTurnMs = 0.25;

/** Works that wait for a turn. One queue for all: turns of several in one pass of the loop would add up. */
const waiting: (() => void)[] = [];

/** To be awaited often: it gives the turn away once it has lasted long enough. */
export function createTurns(): () => Promise<void> {
  let sinceMs = performance.now();
  return async () => {
    if (performance.now() - sinceMs < maxTurnMs) return;
    await nextTurn();
    sinceMs = performance.now();
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
