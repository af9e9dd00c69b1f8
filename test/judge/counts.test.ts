// How many of each: what is told is as if all were counted anew.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCounts } from '../../src/judge/counts.ts';

test('after any coming and going they are those that are there', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), fc.nat(9))), (changes) => {
      const counts = createCounts<number>();
      let there: number[] = [];
      for (const [comes, key] of changes) {
        if (comes) {
          counts.add(key);
          there.push(key);
        } else if (there.includes(key)) {
          counts.remove(key);
          there = there.toSpliced(there.indexOf(key), 1);
        }
        expect(counts.total()).toBe(there.length);
        expect(counts.kinds()).toBe(new Set(there).size);
        expect(counts.above(4)).toBe(there.filter((each) => each > 4).length);
      }
    }),
  );
});
