// What holds of every list: no longer than was asked for, and each item in it once.
import type { RuleId } from '../contract/rules.ts';
import { itemsIn, listIn, type MeaningRule, type Subject, textIn } from './document.ts';

/** The whole list counts, however long it is (API document, "Query parameters"). */
export function limit({ check, document, findings }: Subject): void {
  const length = listIn(document, 'data')?.length ?? 0;
  if (check.limit === null || length <= check.limit) return;
  findings.add({
    rule: 'meaning.limit',
    path: 'data',
    message: 'the list is longer than the limit asked for',
    expected: `at most ${check.limit} items`,
    observed: `${length} items`,
  });
}

/** One finding a value, at its second place among the items that are looked at. */
export function unique(rule: RuleId, list: string, field: string): MeaningRule {
  return ({ document, findings }) => {
    const places = new Map<string, number>();
    for (const [index, item] of itemsIn(document, list).entries()) {
      const value = textIn(item, field);
      if (value === null) continue;
      const place = (places.get(value) ?? 0) + 1;
      places.set(value, place);
      if (place !== 2) continue;
      findings.add({
        rule,
        path: `${list}[${index}].${field}`,
        message: `the ${field} is listed more than once`,
        expected: `each ${field} once`,
        observed: value,
      });
    }
  };
}
