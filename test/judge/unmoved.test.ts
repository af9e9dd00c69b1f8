// What the same claims left as it was is not worked out again; anything else is.
import { expect, test, vi } from 'vitest';
import { createUnmoved } from '../../src/judge/unmoved.ts';

const claims = { word: 'well' };
const state = { streak: 2 };

test('the same claims on the same state, once they left it as it is', () => {
  const unlessUnmoved = createUnmoved<object, object>();
  const advance = vi.fn(() => state);
  expect(unlessUnmoved(claims, state, advance)).toBe(state);
  expect(unlessUnmoved(claims, state, advance)).toBe(state);
  expect(advance).toHaveBeenCalledTimes(1);
});

test.each([
  ['equal claims that are others', { ...claims }, state],
  ['another state', claims, { ...state }],
])('%s', (_what, otherClaims, otherState) => {
  const unlessUnmoved = createUnmoved<object, object>();
  unlessUnmoved(claims, state, () => state);
  const advance = vi.fn(() => otherState);
  expect(unlessUnmoved(otherClaims, otherState, advance)).toBe(otherState);
  expect(advance).toHaveBeenCalledTimes(1);
});

test('what moved is not remembered', () => {
  const unlessUnmoved = createUnmoved<object, object>();
  const after = { streak: 1 };
  expect(unlessUnmoved(claims, state, () => after)).toBe(after);
  const advance = vi.fn(() => after);
  expect(unlessUnmoved(claims, state, advance)).toBe(after);
  expect(advance).toHaveBeenCalledTimes(1);
});
