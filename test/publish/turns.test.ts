// Turns: given away once they lasted long enough, and not before.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTurns } from '../../src/publish/turns.ts';

let nowMs = 0;
beforeEach(() => {
  nowMs = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Whether others had their turn while it was waited for. */
async function givenAway(turn: () => Promise<void>): Promise<boolean> {
  let others = false;
  setImmediate(() => {
    others = true;
  });
  await turn();
  return others;
}

it('keeps a turn of less than 2 ms, and gives it away then', async () => {
  const turn = createTurns();
  nowMs += 1.9;
  expect(await givenAway(turn)).toBe(false);
  nowMs += 0.2;
  expect(await givenAway(turn)).toBe(true);
});

it('counts anew from where it was given away', async () => {
  const turn = createTurns();
  nowMs += 50;
  await turn();
  nowMs += 1.9;
  expect(await givenAway(turn)).toBe(false);
});
