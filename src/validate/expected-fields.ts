// The fields of an answer against those that are expected: which are there, and of which types.
import { type ExpectedField, type ExpectedFields, type FieldType, nothing } from '../model/expectation.ts';
import { parsePath, pathBelow, type Step } from '../model/field-path.ts';
import type { Findings } from './finding.ts';
import { isSometimesAbsent, outlineOf, type Place } from './outline.ts';

interface Comparable {
  /** With the objects and arrays that the listed ones stand in. */
  readonly fields: ReadonlyMap<string, ExpectedField>;
  /** The listed ones, step by step. */
  readonly wanted: readonly (readonly Step[])[];
  /** Paths of objects of which every field is listed. */
  readonly described: ReadonlySet<string>;
}

/** An expectation is compared in every round, and its paths are read once. */
const known = new WeakMap<ExpectedFields, Comparable>();

/** `cursor` is a field of the whole document that may come and go. */
export function compareFields(
  expected: ExpectedFields,
  cursor: string | null,
  document: unknown,
  findings: Findings,
): void {
  const comparable = known.get(expected) ?? comparableOf(expected);
  known.set(expected, comparable);
  const { fields, wanted, described } = comparable;
  const outline = outlineOf(document, wanted);
  const say = (message: string, { path }: Place, expected: string, observed: string) =>
    findings.add({ rule: 'drift.expected', path, message, expected, observed });
  for (const [path, field] of fields) {
    const place = outline.get(path);
    if (place === undefined) continue;
    const types = field.types.join(' | ');
    const others = [...place.types].filter((type) => !allows(field, type));
    if (others.length > 0) say('an expected field has another type', place, types, others.join(' | '));
    if (isMissing(place, field, fields)) say('an expected field is missing', place, types, nothing);
  }
  for (const place of outline.values()) {
    const isNews = place.step !== null && described.has(place.parent?.path ?? '') && !fields.has(place.path);
    if (isNews && place.path !== cursor) {
      say('a field that nobody expects', place, nothing, [...place.types].join(' | '));
    }
  }
}

function comparableOf(expected: ExpectedFields): Comparable {
  const fields = new Map(Object.entries(expected));
  const wanted: (readonly Step[])[] = [];
  const described = new Set<string>();
  for (const listed of Object.keys(expected)) {
    const steps = parsePath(listed) ?? [];
    wanted.push(steps);
    let path = '';
    for (const step of steps) {
      const within = path;
      path = pathBelow(path, step);
      if (!fields.has(within)) fields.set(within, { types: [containerOf(step)], optional: false });
      if (path === listed && step !== null) described.add(within);
    }
  }
  return { fields, wanted, described };
}

/**
 * What is absent where its object or array is absent too is not missed twice, and an empty list has no items. But
 * what is listed below something that is expected to be neither can never be there.
 */
function isMissing(place: Place, { optional }: ExpectedField, fields: Comparable['fields']): boolean {
  const { parent, step, values } = place;
  if (parent === null || optional) return false;
  if (isSometimesAbsent(place)) return true;
  const outside = fields.get(parent.path);
  const isNowhere = values === 0 && parent.values > 0 && !parent.types.has(containerOf(step));
  return isNowhere && outside !== undefined && !allows(outside, containerOf(step));
}

function containerOf(step: Step): FieldType {
  return step === null ? 'array' : 'object';
}

function allows({ types }: ExpectedField, type: FieldType): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}
