// The document's shape against the contract's schemas: envelope, required fields, types and formats.
import type { z } from 'zod';
import type { Endpoint, ResourceName } from '../contract/endpoints.ts';
import { listOf, resourceSchemas } from '../contract/resources.ts';
import { isFields, listIn } from './document.ts';
import { describe, type Findings, type Remark } from './finding.ts';

export interface Shape {
  readonly schema: z.ZodObject;
  /** The array whose length is up to the target. */
  readonly list: 'components' | 'data';
}

const listShape = (resource: ResourceName): Shape => ({
  schema: listOf(resourceSchemas[resource]),
  list: 'data',
});

/** What an endpoint answers with, by its resource. */
export const shapes: Readonly<Record<ResourceName, Shape>> = {
  status: { schema: resourceSchemas.status, list: 'components' },
  file: listShape('file'),
  media: listShape('media'),
  service: listShape('service'),
  region: listShape('region'),
  incident: listShape('incident'),
};

/** Items looked at together. A body of nothing but `{}` has five issues an item, and zod keeps them all. */
const itemsAtOnce = 250;

/** Says what is not as documented; ends early only when no further error would be kept. */
export function checkShape(endpoint: Endpoint, document: unknown, findings: Findings): void {
  const { schema, list } = shapes[endpoint.resource];
  const length = listIn(document, list)?.length ?? 0;
  for (let from = 0; from === 0 || (from < length && !findings.full()); from += itemsAtOnce) {
    const part = length > itemsAtOnce ? slice(document, list, from) : document;
    const parsed = schema.safeParse(part, { reportInput: true });
    if (parsed.success) continue;
    for (const issue of parsed.error.issues) {
      const [field, index, ...rest] = issue.path;
      const ofItem = field === list && typeof index === 'number';
      if (from > 0 && !ofItem) continue;
      findings.add(remarkOn(issue, endpoint, ofItem ? [field, from + index, ...rest] : issue.path));
    }
  }
}

function slice(document: unknown, list: string, from: number): unknown {
  const items = listIn(document, list)?.slice(from, from + itemsAtOnce);
  return isFields(document) ? { ...document, [list]: items } : document;
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

/** A format carries its own words; zod's names of types are put as JSON has them. */
function expected(issue: Issue): string {
  if (issue.code === 'invalid_type') return typeNames[issue.expected] ?? issue.expected;
  if (issue.code === 'invalid_value') return issue.values.map((value) => describe(value)).join(' or ');
  return issue.code === 'invalid_format' ? issue.message : 'integer of at most 16 digits';
}

/** Every number of the document is an integer. */
const typeNames: Readonly<Record<string, string>> = { int: 'integer', number: 'integer' };

/** `components[2].status` */
function pathOf(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
}
