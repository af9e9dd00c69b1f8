// All deployments in stretches of ids: whoever works through them reads what is written and what waits of some at once.
import type { Range } from './buckets.ts';
import { inOrder } from './in-order.ts';
import type { Rollups, Stretch } from './rollups.ts';

/** No id comes after it: they are ASCII. */
export const endOfIds = '\uffff';

export interface Part extends Stretch {
  /** Of whom something waited when it began. */
  readonly unwritten: readonly string[];
}

/**
 * Of deployments with a status check in the range, and the unwritten ones; at most `most` in a stretch. What is written
 * between two stretches is counted once: each is looked for when it is asked for. Throws what SQLite throws.
 */
export function* stretches(
  rollups: Pick<Rollups, 'lastOf'>,
  range: Range,
  unwritten: readonly string[],
  most: number,
): Generator<Part, undefined> {
  const rest = inOrder(unwritten);
  let next: readonly string[] = [];
  let after = '';
  while (after !== endOfIds) {
    next = [...next, ...take(rest, most - next.length)];
    const lastWritten = rollups.lastOf(range, after, most) ?? endOfIds;
    const lastWaiting = next[most - 1] ?? endOfIds;
    const to = lastWritten < lastWaiting ? lastWritten : lastWaiting;
    yield { after, to, unwritten: next.filter((id) => id <= to) };
    next = next.filter((id) => id > to);
    after = to;
  }
  return undefined;
}

function take(ids: Iterator<string, undefined>, most: number): readonly string[] {
  const taken: string[] = [];
  while (taken.length < most) {
    const { value } = ids.next();
    if (value === undefined) break;
    taken.push(value);
  }
  return taken;
}
