// Faults in what a list holds and how it is paged. The status document is left alone, but for its shape.
import { takesCursor } from '../contract/endpoints.ts';
import type { Answer, ListDocument } from './answer.ts';
import { faultSchema, row } from './fault-row.ts';
import { itemsOf } from './items.ts';
import { cursorOf } from './paging.ts';

/** A list is padded beyond its limit up to this many items. */
const maxPadded = 1_001;

export const listFaults = [
  // The last item bears the first one's id, or code.
  row(faultSchema('duplicate_ids', {}), (answer) =>
    editItems(answer, (items) =>
      items.map((item, index) => (index === items.length - 1 ? { ...item, ...keyOf(items[0]) } : item)),
    ),
  ),
  row(faultSchema('empty_list', {}), (answer) => edit(answer, () => ({ object: 'list', data: [] }))),
  // One item more than asked, made up where there are not as many.
  row(faultSchema('ignore_limit', {}), (answer) => editItems(answer, (items) => beyond(items, answer.limit))),
  // Every page says that the first one comes next.
  row(faultSchema('cursor_loop', {}), (answer, _fault, name) =>
    takesCursor(name) ? edit(answer, (list) => ({ ...list, next_cursor: cursorOf(0, name) })) : answer,
  ),
  // Regions, or, where regions belong, services.
  row(faultSchema('other_resource', {}), (answer, _fault, name) => ({
    ...answer,
    document: { object: 'list', data: itemsOf(name === 'regions' ? 'service' : 'region', 1) },
  })),
  // The first incident is still going on.
  row(faultSchema('incident_unresolved', {}), (answer, _fault, name) =>
    name === 'incidents'
      ? editItems(answer, ([first, ...others]) =>
          first === undefined
            ? []
            : [{ ...first, status: 'investigating', resolved_at: undefined }, ...others],
        )
      : answer,
  ),
] as const;

function edit(answer: Answer, change: (list: ListDocument) => ListDocument): Answer {
  return 'data' in answer.document ? { ...answer, document: change(answer.document) } : answer;
}

function editItems(answer: Answer, change: (items: readonly object[]) => readonly object[]): Answer {
  return edit(answer, (list) => ({ ...list, data: change(list.data) }));
}

/** What tells an item from the others: a region's code, the id of any other. */
function keyOf(item: object | undefined): object {
  if (item === undefined) return {};
  return 'code' in item ? { code: item.code } : 'id' in item ? { id: item.id } : {};
}

function beyond(items: readonly object[], limit: number | null): readonly object[] {
  if (limit === null || items.length === 0) return items;
  const count = Math.min(limit + 1, maxPadded) - items.length;
  const more = Array.from({ length: Math.max(0, count) }, (_, index) => {
    const item = items[index % items.length] ?? {};
    return 'id' in item ? { ...item, id: `${item.id}_more${index}` } : item;
  });
  return [...items, ...more];
}
