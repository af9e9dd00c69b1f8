// When a running agent looks at its files, and what it does about what it sees.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchFiles } from '../../src/cli/file-watch.ts';
import type { Config } from '../../src/config/config.ts';
import type { Sight } from '../../src/config/loader.ts';

const secondMs = 1_000;
const load = () => Promise.reject<Config>(new Error('not called here'));
const loadAgain = () => Promise.reject<Config>(new Error('not called here'));

/** What the next looks see, and whether a reload is under way. */
let sights: Sight[];
let filesChanged: boolean;
let isReloading: boolean;
const look = vi.fn(async (_nowMs: number) => sights.shift() ?? 'same');
const take = vi.fn();
const missing = vi.fn();
let unwatch: () => void;

function watch(everyMs: number | null): void {
  unwatch = watchFiles({
    loader: { load, loadAgain, filesChanged: () => filesChanged, look },
    everyMs,
    isReloading: () => isReloading,
    take,
    missing,
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  sights = [];
  filesChanged = false;
  isReloading = false;
});

afterEach(() => {
  unwatch();
  vi.useRealTimers();
});

test('the files that the configuration names are looked at every 10 s, whatever is asked for', async () => {
  watch(null);
  filesChanged = true;
  await vi.advanceTimersByTimeAsync(9 * secondMs);
  expect(take).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(secondMs);
  expect(take.mock.calls).toEqual([[loadAgain]]);
});

test('the configuration is looked at as often as is asked for, and never where it is not', async () => {
  watch(null);
  await vi.advanceTimersByTimeAsync(3_600 * secondMs);
  expect(look).not.toHaveBeenCalled();
  unwatch();
  watch(30 * secondMs);
  await vi.advanceTimersByTimeAsync(60 * secondMs);
  expect(look.mock.calls).toEqual([[Date.now() - 30 * secondMs], [Date.now()]]);
  expect(take).not.toHaveBeenCalled();
});

test('another text is taken over', async () => {
  watch(secondMs);
  sights = ['same', 'other', 'same'];
  await vi.advanceTimersByTimeAsync(3 * secondMs);
  expect(take.mock.calls).toEqual([[load]]);
});

test('a file that is missing changes nothing, and is told once each time it goes', async () => {
  watch(secondMs);
  sights = ['missing', 'missing', 'same', 'missing'];
  await vi.advanceTimersByTimeAsync(2 * secondMs);
  expect(missing).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2 * secondMs);
  expect(missing).toHaveBeenCalledTimes(2);
  expect(take).not.toHaveBeenCalled();
});

test('while a reload is under way nothing is looked at', async () => {
  watch(secondMs);
  isReloading = true;
  filesChanged = true;
  await vi.advanceTimersByTimeAsync(10 * secondMs);
  expect(look).not.toHaveBeenCalled();
  expect(take).not.toHaveBeenCalled();
});

test('a reload that was asked for during a look stands for it', async () => {
  watch(secondMs);
  look.mockImplementationOnce(async () => {
    isReloading = true;
    return 'other';
  });
  await vi.advanceTimersByTimeAsync(secondMs);
  expect(take).not.toHaveBeenCalled();
});

test('a look that lasts is the only one', async () => {
  watch(secondMs);
  const { promise, resolve } = Promise.withResolvers<Sight>();
  look.mockImplementationOnce(() => promise);
  await vi.advanceTimersByTimeAsync(5 * secondMs);
  expect(look).toHaveBeenCalledTimes(1);
  resolve('other');
  await vi.advanceTimersByTimeAsync(secondMs);
  expect(look).toHaveBeenCalledTimes(2);
  expect(take.mock.calls).toEqual([[load]]);
});

test('nothing is looked at after the end', async () => {
  watch(secondMs);
  unwatch();
  await vi.advanceTimersByTimeAsync(60 * secondMs);
  expect(look).not.toHaveBeenCalled();
});
