// What holds of incidents: a resolved one says when that was, and it was after it began.
import { normalizeWord } from '../contract/words.ts';
import { type Fields, instantIn, isFields, itemsIn, type Subject, textIn } from './document.ts';
import { describe } from './finding.ts';

/** API document, "Incident": resolved_at is present on resolved incidents. A null is told once, by its type. */
export function resolvedAt({ deployment, document, findings }: Subject): void {
  const nullIsTold = deployment.rules['shape.type'] !== 'off';
  for (const [index, incident] of itemsIn(document, 'data').entries()) {
    if (!isFields(incident) || !isResolved(incident)) continue;
    const { resolved_at: resolved } = incident;
    if (resolved !== undefined && (resolved !== null || nullIsTold)) continue;
    findings.add({
      rule: 'meaning.resolved_at',
      path: `data[${index}].resolved_at`,
      message: 'a resolved incident does not say when it was resolved',
      expected: 'a timestamp',
      observed: describe(resolved),
    });
  }
}

export function resolvedBeforeCreated({ document, findings }: Subject): void {
  for (const [index, incident] of itemsIn(document, 'data').entries()) {
    const resolvedMs = instantIn(incident, 'resolved_at');
    const createdMs = instantIn(incident, 'created_at');
    if (resolvedMs === null || createdMs === null || resolvedMs >= createdMs) continue;
    findings.add({
      rule: 'meaning.resolved_before_created',
      path: `data[${index}].resolved_at`,
      message: 'the incident was resolved before it was created',
      expected: 'not before created_at',
      observed: `${textIn(incident, 'resolved_at')}; created_at ${textIn(incident, 'created_at')}`,
    });
  }
}

/** Whether an item is an incident that nobody resolved; what is no incident at all is for the shape to tell. */
export function isUnresolved(item: unknown): item is Fields {
  if (!isFields(item) || textIn(item, 'title') === null || textIn(item, 'status') === null) return false;
  return (item.resolved_at ?? null) === null && !isResolved(item);
}

function isResolved(incident: Fields): boolean {
  return normalizeWord(textIn(incident, 'status') ?? '') === 'resolved';
}
