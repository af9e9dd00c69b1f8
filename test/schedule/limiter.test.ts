import { describe, expect, test } from 'vitest';
import { createLimiter } from '../../src/schedule/limiter.ts';

function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe('limiter', () => {
  test('never has more than its bound under way, and starts those waiting in order', async () => {
    const limiter = createLimiter(2);
    const gates = [gate(), gate(), gate(), gate()];
    const begun: number[] = [];
    const runs = gates.map(({ opened }, index) =>
      limiter.run(async () => {
        begun.push(index);
        await opened;
      }),
    );
    expect(begun).toEqual([0, 1]);
    expect(limiter.inFlight()).toBe(2);
    gates[1]?.open();
    await runs[1];
    await Promise.resolve();
    expect(begun).toEqual([0, 1, 2]);
    for (const { open } of gates) open();
    await Promise.all(runs);
    expect(begun).toEqual([0, 1, 2, 3]);
    expect(limiter.inFlight()).toBe(0);
  });

  test('a task that throws gives its place back', async () => {
    const limiter = createLimiter(1);
    await expect(limiter.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await limiter.run(async () => 'next')).toBe('next');
  });

  test('a smaller bound lets those under way end, and in no more than it says', async () => {
    const limiter = createLimiter(2);
    const [first, second, third] = [gate(), gate(), gate()];
    const runs = [first, second, third].map(({ opened }) => limiter.run(() => opened));
    limiter.resize(1);
    expect(limiter.inFlight()).toBe(2);
    first.open();
    await runs[0];
    expect(limiter.inFlight()).toBe(1);
    second.open();
    await runs[1];
    expect(limiter.inFlight()).toBe(1);
    third.open();
    await runs[2];
    expect(limiter.inFlight()).toBe(0);
  });

  test('a larger bound lets those waiting in at once', async () => {
    const limiter = createLimiter(1);
    const held = gate();
    const runs = [limiter.run(() => held.opened), limiter.run(() => held.opened)];
    expect(limiter.inFlight()).toBe(1);
    limiter.resize(2);
    expect(limiter.inFlight()).toBe(2);
    held.open();
    await Promise.all(runs);
  });
});
