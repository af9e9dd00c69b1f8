// Long work in short turns: between two of them the event loop serves whoever else waits, a probe before all.
import { setImmediate } from 'node:timers/promises';

/** The start of a probe, or the arrival of its answer, is noticed at most this much later. */
const maxTurnMs = 2;

/** To be awaited often: it gives the turn away once it has lasted long enough. */
export function createTurns(): () => Promise<void> {
  let sinceMs = performance.now();
  return async () => {
    if (performance.now() - sinceMs < maxTurnMs) return;
    await setImmediate();
    sinceMs = performance.now();
  };
}
