// The document's shape against the contract's schemas: envelope, required fields, types and formats.
import { z } from 'zod';
import type { Endpoint, ResourceName } from '../contract/endpoints.ts';
import { listOf, resourceSchemas } from '../contract/resources.ts';
import { isFields, listIn, maxItems } from './document.ts';
import { describe, type Findings, type Remark } from './finding.ts';

export interface Shape {
  readonly schema: z.ZodObject;
  /** Of one item of the list. */
  readonly item: z.ZodObject;
  /** The array whose length is up to the target. */
  readonly list: 'components' | 'data';
}

const listShape = (resource: ResourceName): Shape => ({
  schema: listOf(resourceSchemas[resource]),
  item: resourceSchemas[resource],
  list: 'data',
});

/** What an endpoint answers with, by its resource. */
export const shapes: Readonly<Record<ResourceName, Shape>> = {
  status: {
    schema: resourceSchemas.status,
    item: resourceSchemas.status.shape.components.element,
    list: 'components',
  },
  file: listShape('file'),
  media: listShape('media'),
  service: listShape('service'),
  region: listShape('region'),
  incident: listShape('incident'),
};

/** Items looked at together. A body of nothing but `{}` has five issues an item, and zod keeps them all. */
const itemsAtOnce = 250;

/** What an item can break; the envelope is told with the first part. */
const itemRules = ['shape.required', 'shape.type', 'shape.format'] as const;

/** Says what is not as documented, of the items that `partsOf` names; ends early when no more would be kept. */
export function checkShape(endpoint: Endpoint, document: unknown, findings: Findings): void {
  const shape = shapes[endpoint.resource];
  for (const from of partsOf(listIn(document, shape.list) ?? [], shape)) {
    if (from > 0 && itemRules.every(findings.full)) return;
    const parsed = shape.schema.safeParse(partOf(document, shape, from), { reportInput: true });
    for (const issue of parsed.error?.issues ?? []) {
      const [field, index, ...rest] = issue.path;
      const ofItem = field === shape.list && typeof index === 'number';
      if (from > 0 && !ofItem) continue;
      findings.add(remarkOn(issue, endpoint, ofItem ? [field, from + index, ...rest] : issue.path));
    }
  }
}

/**
 * Where the parts begin: those of the first `maxItems`, and one at the first item of the rest that lacks a
 * documented text, as without its name and word an item could not even be claimed.
 */
function partsOf(items: readonly unknown[], { item: { shape } }: Shape): number[] {
  const known = Math.min(items.length, maxItems);
  const parts = Array.from(
    { length: Math.max(1, Math.ceil(known / itemsAtOnce)) },
    (_, at) => at * itemsAtOnce,
  );
  const texts = Object.keys(shape).filter((name) => shape[name] instanceof z.ZodString);
  const odd = items.findIndex(
    (item, index) =>
      index >= maxItems && !(isFields(item) && texts.every((name) => typeof item[name] === 'string')),
  );
  return odd === -1 ? parts : [...parts, odd];
}

/** The documented fields alone: a target may send any number of others, and each part is a copy. */
function partOf(document: unknown, { schema, list }: Shape, from: number): unknown {
  if (!isFields(document)) return document;
  const fields = Object.keys(schema.shape).map((name) => [name, document[name]]);
  const items = listIn(document, list)?.slice(from, from + itemsAtOnce) ?? document[list];
  return { ...Object.fromEntries(fields), [list]: items };
}

type Issue = z.core.$ZodIssue;

function remarkOn(issue: Issue, endpoint: Endpoint, path: readonly PropertyKey[]): Remark {
  const wanted = expected(issue);
  const remark = { path: pathOf(path), expected: wanted, observed: describe(issue.input) };
  const missing = issue.input === undefined;
  const message = missing ? `${remark.path} is missing` : `${remark.path || 'the answer'} is not ${wanted}`;
  if (path.length === 0 || (endpoint.body === 'list' && path.length === 1)) {
    return { rule: 'shape.envelope', ...remark, message };
  }
  if (missing) return { rule: 'shape.required', ...remark, message };
  return { rule: issue.code === 'invalid_format' ? 'shape.format' : 'shape.type', ...remark, message };
}

/** A format and an integer carry their own words. */
function expected(issue: Issue): string {
  if (issue.code === 'invalid_type') return issue.expected;
  if (issue.code === 'invalid_value') return issue.values.map((value) => describe(value)).join(' or ');
  return issue.message;
}

/** `components[2].status` */
function pathOf(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
}
