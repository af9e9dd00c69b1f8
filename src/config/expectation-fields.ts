// What a deployment is expected to be like, as it is written: read into an Expectation, and written again.
import { z } from 'zod';
import { type ApiVersion, type EndpointName, endpointNames, findEndpoint } from '../contract/endpoints.ts';
import {
  type Expectation,
  type ExpectedField,
  expectationBounds,
  type FieldType,
  fieldTypes,
} from '../model/expectation.ts';
import { parsePath } from '../model/field-path.ts';
import { emptyForNothing, entries, list, mapping, oneOf, text } from './fields.ts';
import type { Draft, Path } from './issues.ts';
import { refuseReferences } from './references.ts';
import type { Source } from './source.ts';

const { components, paths, pathLength, words, textLength } = expectationBounds;

/** Whatever a target may have said: an empty name is one too. */
const saidText = text(`text of at most ${textLength} characters`, new RegExp(`^[^]{0,${textLength}}$`));

const fieldPath = z.string().refine((path) => path.length <= pathLength && parsePath(path) !== null, {
  error: `a path of at most ${pathLength} characters, such as status, components[].name or links["a.b"]`,
});

const fieldError = `types such as integer, "string | null" or "string?"; known: ${fieldTypes.join(', ')}`;
const field = z.string({ error: fieldError }).transform((written, context): ExpectedField => {
  const optional = written.endsWith('?');
  const types = (optional ? written.slice(0, -1) : written).split('|').map((type) => type.trim());
  if (types.every(isFieldType) && new Set(types).size === types.length) return { types, optional };
  context.addIssue({ code: 'custom', message: fieldError });
  return z.NEVER;
});

function isFieldType(type: string): type is FieldType {
  return (fieldTypes as readonly string[]).includes(type);
}

/** Fields may be called `x-…` like anything else. */
function byPath<Value extends z.ZodType>(value: Value) {
  return z.preprocess(emptyForNothing, entries(fieldPath, value, paths));
}

function byEndpoint<Value extends z.ZodType>(value: Value) {
  const shape = Object.fromEntries(endpointNames.map((name) => [name, value.optional()]));
  return mapping(shape as Record<EndpointName, z.ZodOptional<Value>>);
}

export const expectation = mapping({
  endpoints: list(oneOf(endpointNames), 1, endpointNames.length).optional(),
  components: list(saidText, 1, components).optional(),
  fields: byEndpoint(byPath(field)).optional(),
  words: byEndpoint(byPath(list(saidText, 1, words))).optional(),
}).transform((written) => {
  const { endpoints = null, components: names = null, fields = {}, words: said = {} } = written;
  return { endpoints, components: names, fields, words: said } as Expectation;
});

/** What an expectation cannot say: of endpoints that the version lacks, and with a text that must not be shown. */
export function expectationProblems(
  expect: Expectation,
  version: ApiVersion,
  path: Path,
  {
    source,
    referencesIn,
  }: { readonly source: Source; readonly referencesIn: (path: Path) => readonly string[] },
): Draft[] {
  const problems = foreignEndpoints(expect, version, path);
  if (referencesIn(path).length > 0) refuseReferences(source, toldTexts(expect, path), problems);
  return problems;
}

/** What is said of endpoints that the version does not have. */
function foreignEndpoints(expect: Expectation, version: ApiVersion, path: Path): Draft[] {
  const { endpoints, fields, words: said } = expect;
  const named: readonly (readonly [string, Path])[] = [
    ...(endpoints ?? []).map((name, index) => [name, ['endpoints', index]] as const),
    ...Object.keys(fields).map((name) => [name, ['fields', name]] as const),
    ...Object.keys(said).map((name) => [name, ['words', name]] as const),
  ];
  const has = endpointNames.filter((name) => findEndpoint(version, name) !== undefined);
  const foreign = named.filter(([name]) => !has.some((own) => own === name));
  const expected = `an endpoint of ${version}: ${has.join(', ')}`;
  return foreign.map(([, place]) => ({
    path: [...path, ...place],
    atKey: place[0] !== 'endpoints',
    expected,
  }));
}

/** Where names and words stand: they are told beside what came. */
function toldTexts(expect: Expectation, path: Path): Path[] {
  const ofWords = Object.entries(expect.words).flatMap(([endpoint, listed]) =>
    Object.keys(listed).map((place) => [...path, 'words', endpoint, place]),
  );
  return [[...path, 'components'], ...ofWords];
}

/** As it stands in a configuration; what is not compared is left out. */
export function writtenExpectation(expect: Expectation): Readonly<Record<string, unknown>> {
  const fields = Object.entries(expect.fields).map(([endpoint, listed]) => {
    const written = Object.entries(listed).map(([path, expected]) => [path, writtenField(expected)]);
    return [endpoint, Object.fromEntries(written)];
  });
  return {
    ...(expect.endpoints !== null && { endpoints: expect.endpoints }),
    ...(expect.components !== null && { components: expect.components }),
    ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
    ...(Object.keys(expect.words).length > 0 && { words: expect.words }),
  };
}

function writtenField({ types, optional }: ExpectedField): string {
  return `${types.join(' | ')}${optional ? '?' : ''}`;
}
