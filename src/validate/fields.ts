// Fields that the document does not show: never a violation, so they are drift.
import { z } from 'zod';
import type { Endpoint } from '../contract/endpoints.ts';
import type { Expectation } from '../model/expectation.ts';
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

/** What is beyond the shown fields: said once a path, and not where it was reviewed. */
interface Beyond {
  readonly reviewed: Readonly<Record<string, unknown>> | undefined;
  readonly said: Set<string>;
  readonly findings: Findings;
}

/** One finding a path, with array indexes left out: `components[].foo`; none for those that `expect` lists. */
export function checkFields(
  { resource, name }: Endpoint,
  document: unknown,
  expect: Expectation | null,
  findings: Findings,
): void {
  const shown = shownOf.get(resource) ?? null;
  const beyond = { reviewed: expect?.fields[name], said: new Set<string>(), findings };
  if (shown !== null) visit(document, shown, '', beyond);
}

/** Follows what is shown and nothing else, so that a target's nesting cannot exhaust the stack; `maxItems` a list. */
function visit(value: unknown, shown: Shown, path: string, beyond: Beyond): void {
  const items = shown.list ? (Array.isArray(value) ? value.slice(0, maxItems) : []) : [value];
  const prefix = shown.list ? `${path}[].` : path === '' ? '' : `${path}.`;
  for (const item of items) {
    if (!isFields(item)) continue;
    for (const field in item) {
      if (beyond.said.size >= maxFindings) return;
      const inside = shown.fields.get(field);
      if (inside === undefined) say(prefix + field, item[field], beyond);
      else if (inside !== null) visit(item[field], inside, prefix + field, beyond);
    }
  }
}

function say(path: string, value: unknown, { reviewed, said, findings }: Beyond): void {
  if (said.size >= maxFindings || said.has(path)) return;
  if (reviewed !== undefined && Object.hasOwn(reviewed, path)) return;
  said.add(path);
  findings.add({
    rule: 'drift.unknown_field',
    path,
    message: 'the document does not show this field',
    expected: 'no such field',
    observed: describe(value),
  });
}
