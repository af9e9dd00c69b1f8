// The metric families of walks over the pages of a list: absent where none is configured.
import type { Walk } from '../model/round.ts';
import { one, seconds, type Value } from './check-families.ts';
import type { CheckTarget, FleetFamily } from './family.ts';

/** As the latest run, gone once the check is stale; its timestamp stays. */
function walked({ state }: CheckTarget, value: (walk: Walk) => Value): Value {
  return state?.fresh && state.walk ? value(state.walk) : null;
}

export const walkFamilies: readonly FleetFamily[] = [
  one('gauge', 'check_walk_items', 'Items on all pages of the latest walk over a list.', (target) =>
    walked(target, ({ items }) => items),
  ),
  one('gauge', 'check_walk_pages', 'Pages of the latest walk over a list.', (target) =>
    walked(target, ({ pages }) => pages),
  ),
  one(
    'gauge',
    'check_walk_complete',
    'Whether the latest walk over a list reached its last page.',
    (target) => walked(target, ({ end }) => end === 'last_page'),
  ),
  one('gauge', 'check_walk_timestamp_seconds', 'When the latest walk over a list began.', ({ state }) =>
    seconds(state?.walk?.startedMs),
  ),
];
