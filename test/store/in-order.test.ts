// Every id comes once and in order, of few as of many.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inOrder } from '../../src/store/in-order.ts';

it('hands out all ids in order', () => {
  const ids = fc.uniqueArray(fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,3}$/), { size: 'max', maxLength: 300 });
  fc.assert(
    fc.property(ids, (all) => {
      expect([...inOrder(all)]).toEqual(all.toSorted());
    }),
  );
});

it.each([0, 1, 64, 65, 1_000])(
  'hands out %i ids in order, whether they come so or the other way round',
  (count) => {
    const ids = Array.from({ length: count }, (_, index) => String(index).padStart(4, '0'));
    expect([...inOrder(ids)]).toEqual(ids);
    expect([...inOrder(ids.toReversed())]).toEqual(ids);
  },
);
