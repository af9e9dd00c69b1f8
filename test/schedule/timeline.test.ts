import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTimeline } from '../../src/schedule/timeline.ts';

function takeAll(timeline: ReturnType<typeof createTimeline<{ atMs: number }>>): number[] {
  const taken: number[] = [];
  for (let item = timeline.take(); item !== undefined; item = timeline.take()) taken.push(item.atMs);
  return taken;
}

describe('timeline', () => {
  test('hands out what is at hand in order, and nothing of later seconds', () => {
    const timeline = createTimeline<{ atMs: number }>();
    for (const atMs of [5_700, 1_200, 1_100, 3_000]) timeline.add({ atMs });
    expect(timeline.peek()).toBeUndefined();
    timeline.reach(3_500);
    expect(takeAll(timeline)).toEqual([1_100, 1_200, 3_000]);
    timeline.reach(5_000);
    expect(takeAll(timeline)).toEqual([5_700]);
  });

  test('an item for a second that is at hand already takes its place in the queue', () => {
    const timeline = createTimeline<{ atMs: number }>();
    timeline.add({ atMs: 1_900 });
    timeline.reach(2_000);
    timeline.add({ atMs: 1_500 });
    timeline.add({ atMs: 2_400 });
    expect(takeAll(timeline)).toEqual([1_500, 1_900, 2_400]);
  });

  test('of one instant the one added first is taken first', () => {
    const timeline = createTimeline<{ atMs: number; name: string }>();
    for (const name of ['a', 'b']) timeline.add({ atMs: 1_500, name });
    timeline.add({ atMs: 1_100, name: 'before' });
    timeline.reach(1_000);
    timeline.add({ atMs: 1_500, name: 'c' });
    const names = [1, 2, 3, 4].map(() => timeline.take()?.name);
    expect(names).toEqual(['before', 'a', 'b', 'c']);
  });

  test('drain gives back everything and begins anew', () => {
    const timeline = createTimeline<{ atMs: number }>();
    for (const atMs of [1_000, 9_000]) timeline.add({ atMs });
    timeline.reach(1_000);
    expect(timeline.drain().map((item) => item.atMs)).toEqual([1_000, 9_000]);
    timeline.add({ atMs: 500 });
    timeline.reach(600);
    expect(takeAll(timeline)).toEqual([500]);
  });

  test('whatever is added, in whatever order, comes out sorted and complete', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20_000)), fc.nat(20), (instants, halfway) => {
        const timeline = createTimeline<{ atMs: number }>();
        for (const atMs of instants.slice(0, halfway)) timeline.add({ atMs });
        timeline.reach(10_000);
        for (const atMs of instants.slice(halfway)) timeline.add({ atMs });
        timeline.reach(20_000);
        expect(takeAll(timeline)).toEqual([...instants].sort((left, right) => left - right));
      }),
    );
  });
});
