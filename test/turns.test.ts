// Turns: given away once they lasted long enough, and not before.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTurns, nextTurn } from '../src/turns.ts';

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

it('keeps a turn of less than a quarter of a millisecond, and gives it away then', async () => {
  const turn = createTurns();
  nowMs += 0.2;
  expect(await givenAway(turn)).toBe(false);
  nowMs += 0.1;
  expect(await givenAway(turn)).toBe(true);
});

it('counts anew from where it was given away', async () => {
  const turn = createTurns();
  nowMs += 50;
  await turn();
  nowMs += 0.2;
  expect(await givenAway(turn)).toBe(false);
});

it.each([
  [0.4, 0.25],
  [8, 2],
  [1_000, 5],
])('after %d ms that others took it may last %d ms', async (othersMs, lastsMs) => {
  const turn = createTurns();
  nowMs += 1;
  setImmediate(() => {
    nowMs += othersMs;
  });
  await turn();
  nowMs += lastsMs - 0.1;
  expect(await givenAway(turn)).toBe(false);
  nowMs += 0.2;
  expect(await givenAway(turn)).toBe(true);
});

it('begins one turn a pass of the loop, in the order in which they were asked for', async () => {
  let pass = 0;
  const count = () => {
    pass += 1;
    if (pass < 10) setImmediate(count);
  };
  setImmediate(count);
  const seen: [string, number][] = [];
  const work = async (name: string) => {
    await nextTurn();
    seen.push([name, pass]);
  };
  await Promise.all([work('first'), work('second'), work('third')]);
  expect(seen.map(([name]) => name)).toEqual(['first', 'second', 'third']);
  expect(new Set(seen.map(([, at]) => at)).size).toBe(3);
});
