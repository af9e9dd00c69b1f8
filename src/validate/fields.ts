// Fields that the document does not show: drift, but for those it says are not there.
import { z } from 'zod';
import { type Endpoint, takesCursor } from '../contract/endpoints.ts';
import type { Deployment } from '../model/deployment.ts';
import { pathBelow } from '../model/field-path.ts';
import { isFields, maxItems } from './document.ts';
import { describe, type Findings, maxFindings } from './finding.ts';
import { shapes } from './shape.ts';

/** The shown fields of an object, or of each object of a list; null for a field with nothing inside. */
interface Shown {
  readonly list: boolean;
  readonly fields: ReadonlyMap<string, Shown | null>;
}

const shownOf: ReadonlyMap<string, Shown | null> = new Map(
  Object.entries(shapes).map(([resource, { schema }]) => [resource, shownIn(schema)]),
);

function shownIn(schema: unknown): Shown | null {
  if (schema instanceof z.ZodArray) {
    const item = shownIn(schema.element);
    return item === null ? null : { ...item, list: true };
  }
  if (!(schema instanceof z.ZodObject)) return null;
  const fields = Object.entries(schema.shape).map(([name, field]) => [name, shownIn(field)] as const);
  return { list: false, fields: new Map(fields) };
}

/** API document, "Status document (not a list; no object or data field)". */
const listFields = ['object', 'data'];

/** What is beyond the shown fields: said once a path, and not where something else accounts for it. */
interface Beyond {
  readonly isKnown: (path: string) => boolean;
  readonly said: Set<string>;
  readonly findings: Findings;
}

/**
 * One finding a path, with array indexes left out: `components[].foo`; none for those that `expect` lists, nor for
 * the field of the cursor where the configuration names it.
 */
export function checkFields(
  endpoint: Endpoint,
  document: unknown,
  { expect, pagination }: Deployment,
  findings: Findings,
): void {
  const { resource, name } = endpoint;
  const shown = shownOf.get(resource) ?? null;
  const excluded = resource === 'status' ? listFields : [];
  for (const field of excluded) sayExcluded(field, document, findings);
  const cursor = pagination !== null && takesCursor(name) ? [pagination.cursorField] : [];
  const reviewed = expect?.fields[name] ?? {};
  const isKnown = (path: string) =>
    excluded.includes(path) || cursor.includes(path) || Object.hasOwn(reviewed, path);
  if (shown !== null) visit(document, shown, '', { isKnown, said: new Set(), findings });
}

/** Follows what is shown and nothing else, so that a target's nesting cannot exhaust the stack; `maxItems` a list. */
function visit(value: unknown, shown: Shown, path: string, beyond: Beyond): void {
  const items = shown.list ? (Array.isArray(value) ? value.slice(0, maxItems) : []) : [value];
  const within = shown.list ? pathBelow(path, null) : path;
  for (const item of items) {
    if (!isFields(item)) continue;
    for (const field in item) {
      if (beyond.said.size >= maxFindings) return;
      const inside = shown.fields.get(field);
      if (inside === undefined) say(pathBelow(within, field), item[field], beyond);
      else if (inside !== null) visit(item[field], inside, pathBelow(within, field), beyond);
    }
  }
}

function say(path: string, value: unknown, { isKnown, said, findings }: Beyond): void {
  if (said.has(path) || isKnown(path)) return;
  said.add(path);
  findings.add({
    rule: 'drift.unknown_field',
    path,
    message: 'the document does not show this field',
    expected: 'no such field',
    observed: describe(value),
  });
}

function sayExcluded(field: string, document: unknown, findings: Findings): void {
  if (!isFields(document) || !Object.hasOwn(document, field)) return;
  findings.add({
    rule: 'shape.not_a_list',
    path: field,
    message: 'the status document is not a list',
    expected: 'no such field',
    observed: describe(document[field]),
  });
}
