// Fields that the document does not show: never a violation, so they are drift.
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

/** What is beyond the shown fields: said once a path, and not where it was reviewed. */
interface Beyond {
  readonly reviewed: Readonly<Record<string, unknown>> | undefined;
  /** Fields that the document says are not there. */
  readonly excluded: readonly string[];
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
  const known = pagination !== null && takesCursor(name) ? [pagination.cursorField] : [];
  const excluded = resource === 'status' ? listFields : [];
  const beyond = { reviewed: expect?.fields[name], excluded, said: new Set(known), findings };
  if (shown !== null) visit(document, shown, '', beyond);
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

function say(path: string, value: unknown, { reviewed, excluded, said, findings }: Beyond): void {
  if (said.size >= maxFindings || said.has(path)) return;
  const isExcluded = excluded.includes(path);
  if (!isExcluded && reviewed !== undefined && Object.hasOwn(reviewed, path)) return;
  said.add(path);
  findings.add({
    rule: isExcluded ? 'shape.not_a_list' : 'drift.unknown_field',
    path,
    message: isExcluded ? 'the status document is not a list' : 'the document does not show this field',
    expected: 'no such field',
    observed: describe(value),
  });
}
