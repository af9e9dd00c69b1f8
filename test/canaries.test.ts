// Canaries: when they are asked, and what their answers say of our own network.
import { setImmediate as nextPass } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { createCanaries } from '../src/canaries.ts';

const startMs = Date.UTC(2026, 0, 1);
let nowMs: number;
/** Which of them answer; those that are left out are silent until they are given up. */
let answers: Record<string, boolean>;
let asked: string[];
let givenUp: string[];

beforeEach(() => {
  nowMs = startMs;
  answers = {};
  asked = [];
  givenUp = [];
});

function begin(...addresses: string[]) {
  const reach = (address: string, timeoutMs: number, signal: AbortSignal) => {
    expect(timeoutMs).toBe(3_000);
    asked.push(address);
    const answer = answers[address];
    if (answer !== undefined) return Promise.resolve(answer);
    return new Promise<boolean>((resolve) => {
      signal.addEventListener('abort', () => {
        givenUp.push(address);
        resolve(false);
      });
    });
  };
  return createCanaries(addresses, reach, () => nowMs);
}

describe('are asked', () => {
  test('at once, and then every ten seconds', async () => {
    answers = { a: true };
    const canaries = begin('a');
    expect(await canaries.ask(nowMs, false)).toBe(true);
    nowMs += 9_999;
    expect(await canaries.ask(nowMs, false)).toBe(false);
    nowMs += 1;
    expect(await canaries.ask(nowMs, false)).toBe(true);
    expect(asked).toEqual(['a', 'a']);
  });

  test('sooner where somebody waits, but not twice in a second', async () => {
    answers = { a: true };
    const canaries = begin('a');
    await canaries.ask(nowMs, false);
    nowMs += 999;
    await canaries.ask(nowMs, true);
    expect(asked).toHaveLength(1);
    nowMs += 1;
    await canaries.ask(nowMs, true);
    expect(asked).toHaveLength(2);
  });

  test('after a clock that was set back, too', async () => {
    answers = { a: true };
    const canaries = begin('a');
    await canaries.ask(nowMs, false);
    nowMs -= 3_600_000;
    expect(await canaries.ask(nowMs, false)).toBe(true);
  });

  test('once at a time, until the first that answers', async () => {
    answers = { b: true };
    const canaries = begin('a', 'b');
    const first = canaries.ask(nowMs, false);
    nowMs += 60_000;
    expect(await canaries.ask(nowMs, true)).toBe(false);
    expect(await first).toBe(true);
    expect(asked).toEqual(['a', 'b']);
    expect(givenUp).toEqual(['a']);
  });
});

describe('say that our network', () => {
  test('is cut while none of them answers', async () => {
    answers = { a: false, b: false };
    const canaries = begin('a', 'b');
    expect(canaries.isCut()).toBe(false);
    await canaries.ask(nowMs, false);
    expect([canaries.isCut(), canaries.words()]).toEqual([true, 'no canary answers; ']);
    answers = { a: false, b: true };
    nowMs += 10_000;
    await canaries.ask(nowMs, false);
    expect([canaries.isCut(), canaries.words()]).toEqual([false, 'a canary answers; ']);
  });

  test('is as it was where we failed to ask: that is told, and they are asked again', async () => {
    answers = { a: true };
    const reach = () => (answers.a ? Promise.resolve(true) : Promise.reject(new Error('EMFILE')));
    const canaries = createCanaries(['a', 'b'], reach, () => nowMs);
    await canaries.ask(nowMs, false);
    answers = {};
    nowMs += 10_000;
    await expect(canaries.ask(nowMs, false)).rejects.toThrow('EMFILE');
    expect([canaries.isCut(), canaries.workedSince('any', startMs)]).toEqual([false, false]);
    answers = { a: true };
    nowMs += 1_000;
    expect(await canaries.ask(nowMs, true)).toBe(true);
    expect(canaries.workedSince('any', startMs)).toBe(true);
  });

  test('worked since a run that began before they were asked, and were answered', async () => {
    answers = { a: true };
    const canaries = begin('a');
    await canaries.ask(nowMs, false);
    expect(canaries.workedSince('any', startMs - 1)).toBe(true);
    expect(canaries.workedSince('any', startMs)).toBe(false);
    answers = { a: false };
    nowMs += 10_000;
    await canaries.ask(nowMs, false);
    expect(canaries.workedSince('any', startMs)).toBe(false);
  });

  test('can be told of any fleet', () => {
    expect(begin('a').canTell()).toBe(true);
  });
});

test('after the end none is asked, and what is under way says nothing', async () => {
  const canaries = begin('a');
  const asking = canaries.ask(nowMs, false);
  await nextPass();
  canaries.end();
  expect(await asking).toBe(false);
  expect([givenUp, canaries.isCut()]).toEqual([['a'], false]);
  nowMs += 60_000;
  expect(await canaries.ask(nowMs, true)).toBe(false);
  expect(asked).toHaveLength(1);
});
