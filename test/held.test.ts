// Rounds that wait: released in the order of their beats, each by its fate.
import { beforeEach, expect, test } from 'vitest';
import { createHeld, type Fate, type HeldRound } from '../src/held.ts';
import { aLookAtTheClockTakes } from './fixtures/clock.ts';
import { aBrokenRun, aDeployment, aResult } from './fixtures/model.ts';

const atMs = 1_000_000;
let fates: Map<number, Fate>;
let told: string[];

beforeEach(() => {
  fates = new Map();
  told = [];
});

function begin() {
  const tell = (what: string) => (deployment: { id: string }, result: { beat: { atMs: number } }) => {
    told.push(`${deployment.id} ${result.beat.atMs} ${what}`);
  };
  const fateOf = ({ result }: HeldRound) => fates.get(result.beat.atMs) ?? 'wait';
  return createHeld(fateOf, { settle: tell('settled'), discard: tell('discarded') }, () => atMs);
}

const round = (id: string, beatMs: number): HeldRound => ({
  deployment: aDeployment({ id }),
  result: aResult(beatMs, [aBrokenRun('status', beatMs)]),
  sinceMs: beatMs,
});

test('what must wait holds up what came after it, of its own deployment alone', async () => {
  const held = begin();
  for (const each of [round('a', 1), round('a', 2), round('b', 3)]) held.add(each);
  fates.set(2, 'settle').set(3, 'discard');
  await held.releaseAll();
  expect(told).toEqual(['b 3 discarded']);
  expect(held.isEmpty()).toBe(false);
  fates.set(1, 'discard');
  await held.releaseAll();
  expect(told.slice(1)).toEqual(['a 1 discarded', 'a 2 settled']);
  expect(held.isEmpty()).toBe(true);
  await held.releaseAll();
  expect(told).toHaveLength(3);
});

test('before a later round of the deployment all that wait are settled, but what is discarded', () => {
  const held = begin();
  for (const each of [round('a', 1), round('a', 2), round('b', 3)]) held.add(each);
  fates.set(2, 'discard');
  held.release('a', atMs, true);
  expect(told).toEqual(['a 1 settled', 'a 2 discarded']);
  held.release('nobody', atMs, true);
  expect(held.isEmpty()).toBe(false);
});

test('what is forgotten is not released', async () => {
  const held = begin();
  for (const each of [round('a', 1), round('b', 2)]) held.add(each);
  held.forget('a');
  fates.set(1, 'settle').set(2, 'settle');
  await held.releaseAll();
  expect(told).toEqual(['b 2 settled']);
});

test('many leave everybody else a turn, and after the end none is released', async () => {
  const held = begin();
  for (let beat = 0; beat < 450; beat += 1) {
    fates.set(beat, 'discard');
    held.add(round(`d${beat}`, beat));
  }
  aLookAtTheClockTakes(0.1);
  const releasing = held.releaseAll();
  const before = told.length;
  expect(before).toBeLessThan(20);
  held.end();
  await releasing;
  expect(told).toHaveLength(before);
  expect(held.isEmpty()).toBe(true);
});
