// Several tasks at a time, and their results in order.
import { expect, test } from 'vitest';
import { inTurns } from '../../src/cli/several.ts';

test('no more than so many at a time, and results in the order of the items', async () => {
  const open: (() => void)[] = [];
  const begun: number[] = [];
  const all = inTurns([0, 1, 2, 3], 2, async (item) => {
    begun.push(item);
    await new Promise<void>((resolve) => open.push(resolve));
    return item * 10;
  });
  expect(begun).toEqual([0, 1]);
  open[1]?.();
  await Promise.resolve();
  await Promise.resolve();
  await Promise.resolve();
  expect(begun).toEqual([0, 1, 2]);
  open[0]?.();
  open[2]?.();
  for (let turn = 0; turn < 10 && open.length < 4; turn += 1) await Promise.resolve();
  open[3]?.();
  expect(await all).toEqual([0, 10, 20, 30]);
});

test('no items, no work; and what rejects, rejects', async () => {
  expect(await inTurns([], 10, async () => 1)).toEqual([]);
  await expect(inTurns([1], 10, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
});
