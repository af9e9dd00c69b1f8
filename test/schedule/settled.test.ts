import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settled } from '../../src/schedule/settled.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => vi.useRealTimers());

test('is over when all are, a rejected one included, and leaves no timer behind', async () => {
  await settled([Promise.resolve(), Promise.reject(new Error('broken'))], 1_000);
  expect(vi.getTimerCount()).toBe(0);
});

test('is over after its bound, whatever is left', async () => {
  let over = false;
  const wait = settled([new Promise(() => {})], 1_000).then(() => {
    over = true;
  });
  await vi.advanceTimersByTimeAsync(999);
  expect(over).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await wait;
});
