// Faults in single fields: of each item of a list, or of the status document.
import { z } from 'zod';
import type { Answer, FieldEdit } from './answer.ts';
import { faultSchema, row } from './fault-row.ts';

const maxNameLength = 200;
/** Of the JSON of a value: a list sends it with every item. */
const maxValueLength = 10_000;
/** Of lists and objects within each other. */
const maxValueDepth = 20;

const fieldName = z.string().min(1).max(maxNameLength);
const anyJson = z.unknown().refine(isBoundedJson, {
  error: `expected JSON of at most ${maxValueLength} characters and ${maxValueDepth} levels`,
});

export const fieldFaults = [
  row(faultSchema('field_added', { name: fieldName, value: anyJson }), (answer, { name, value }) =>
    edit(answer, { name, value, added: true }),
  ),
  row(faultSchema('field_removed', { field: fieldName }), (answer, { field }) =>
    edit(answer, { name: field, value: undefined, added: false }),
  ),
  // Only where the field is.
  row(faultSchema('field_value', { field: fieldName, value: anyJson }), (answer, { field, value }) =>
    edit(answer, { name: field, value, added: false }),
  ),
] as const;

function edit(answer: Answer, made: FieldEdit): Answer {
  return { ...answer, edits: [...answer.edits, made] };
}

function isBoundedJson(value: unknown): boolean {
  return isJson(value, maxValueDepth) && JSON.stringify(value).length <= maxValueLength;
}

/** YAML has numbers and objects that JSON has not. */
function isJson(value: unknown, levels: number): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || levels === 0) return false;
  const inside = Array.isArray(value) ? value : Object.values(value);
  return inside.every((each) => isJson(each, levels - 1));
}
