// The files of config/stack as values, and what the schemas of their formats say of them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { parseAllDocuments } from 'yaml';

export const stack = join(import.meta.dirname, '..', '..', 'config', 'stack');

export type Mapping = { [key: string]: unknown };

/** The only document of a YAML file below config/stack; whatever a YAML reader warns of is an error. */
export function readManifest(path: string): Mapping {
  const documents = parseAllDocuments(readFileSync(join(stack, path), 'utf8'), { merge: true });
  const [document, ...more] = documents;
  if (document === undefined || more.length > 0) throw new Error(`${path}: not one document`);
  const problems = [...document.errors, ...document.warnings].map(({ message }) => message);
  if (problems.length > 0) throw new Error(`${path}: ${problems.join('; ')}`);
  return document.toJS() as Mapping;
}

/** A file of test/fixtures/schemas, which `tools/schemas.ts` writes; its definitions are by name. */
export interface SchemaFile {
  readonly $comment: string;
  readonly definitions: Readonly<Record<string, object>>;
}

export function readSchemas(name: string): SchemaFile {
  const path = join(import.meta.dirname, '..', 'fixtures', 'schemas', `${name}.json`);
  return JSON.parse(readFileSync(path, 'utf8')) as SchemaFile;
}

/** Judges values by a definition: each problem with its place, none where the value is right. */
export function judgeBy(file: SchemaFile, definition: string): (value: unknown) => string[] {
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(file, 'file');
  const validate: ValidateFunction = ajv.compile({ $ref: `file#/definitions/${definition}` });
  return (value) =>
    validate(value)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message, params }) =>
          `${instancePath} ${message} ${JSON.stringify(params)}`.trim(),
        );
}

/** The places of every mapping in a value, the value itself included. */
export function mappingsIn(value: unknown, path: readonly (string | number)[] = []): (string | number)[][] {
  if (Array.isArray(value)) return value.flatMap((item, index) => mappingsIn(item, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, item]) => mappingsIn(item, [...path, key]));
  return [[...path], ...inner];
}

/** A copy with a key at that place that is in no schema. */
export function withWrongKey(value: Mapping, path: readonly (string | number)[]): Mapping {
  const copy = structuredClone(value);
  const at = path.reduce<unknown>((inner, key) => (inner as Mapping)[key], copy) as Mapping;
  at.notInAnySchema = 1;
  return copy;
}
