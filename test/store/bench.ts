// What the shared suite of all stores stands on.

import type { Store } from '../../src/store/store.ts';
import { dayMs } from './examples.ts';

/** Where stores of one test remember: opening again finds what the one before left. */
export interface Place {
  readonly open: (nowMs: number) => Store;
  readonly errors: readonly unknown[];
  /** How many commits there were. */
  readonly commits: () => number;
  readonly leave: () => void;
}

export const historyMs = 400 * dayMs;

/** The store under test, as it is since the last restart. */
export interface Bench {
  readonly store: Store;
  readonly restart: () => void;
}
