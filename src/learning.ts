// What the answers of one version show, as an expectation for people to review; pure.
import { z } from 'zod';
import {
  type ApiVersion,
  type Endpoint,
  type EndpointName,
  findEndpoint,
  type ResourceName,
} from './contract/endpoints.ts';
import { resourceSchemas, valuesSeen } from './contract/resources.ts';
import {
  type Expectation,
  type ExpectedField,
  type ExpectedFields,
  type ExpectedWords,
  expectationBounds,
  fieldTypes,
} from './model/expectation.ts';
import { parsePath } from './model/field-path.ts';
import type { CheckResult } from './model/round.ts';
import { listIn, textIn } from './validate/document.ts';
import { rememberedText, valuesAt, wordIn } from './validate/expected-words.ts';
import { isSometimesAbsent, type Outline, outlineOf, type Place } from './validate/outline.ts';

export interface Learned {
  readonly version: ApiVersion;
  readonly endpoints: readonly EndpointName[];
  /** As they were reported, each once. */
  readonly components: readonly string[];
  /** What would go beyond the bounds of an expectation is left out of it. */
  readonly expect: Expectation;
  /** Whether updated_at was less than a minute old. */
  readonly isFresh: boolean;
}

/** A younger updated_at is probably the instant of the answer. */
const freshMs = 60_000;

/** A 200 with the document that the endpoint is for. */
export function isServed({ observation, claims }: CheckResult): boolean {
  return observation.status === 200 && observation.failure === null && claims !== null;
}

/** null where the version is not served: it is where its status endpoint is. */
export function learnFrom(version: ApiVersion, checks: readonly CheckResult[]): Learned | null {
  const served = checks.filter(isServed);
  const status = served.find(({ endpoint }) => endpoint === 'status');
  if (status === undefined) return null;
  const fields: Partial<Record<EndpointName, ExpectedFields>> = {};
  const words: Partial<Record<EndpointName, ExpectedWords>> = {};
  for (const check of served) {
    const endpoint = findEndpoint(version, check.endpoint);
    if (endpoint === undefined) continue;
    const document = documentOf(check);
    fields[endpoint.name] = fieldsOf(endpoint, document);
    words[endpoint.name] = wordsOf(endpoint, document);
  }
  const components = namesIn(documentOf(status));
  const remembered = [...new Set(components.map(rememberedText))];
  const isListable = remembered.length > 0 && remembered.length <= expectationBounds.components;
  const endpoints = served.map(({ endpoint }) => endpoint);
  return {
    version,
    endpoints,
    components,
    expect: {
      endpoints,
      components: isListable ? remembered : null,
      fields: withoutEmpty(fields),
      words: withoutEmpty(words),
    },
    isFresh: isFresh(status),
  };
}

/** null where a secret that was taken out of the body took the JSON with it. */
function documentOf({ observation }: CheckResult): unknown {
  try {
    return JSON.parse(observation.body ?? 'null');
  } catch {
    return null;
  }
}

function withoutEmpty<Each extends object>(all: Readonly<Record<string, Each>>): Record<string, Each> {
  return Object.fromEntries(Object.entries(all).filter(([, each]) => Object.keys(each).length > 0));
}

function isFresh({ claims, clockSkewMs, observation }: CheckResult): boolean {
  const updatedAtMs = claims?.updatedAtMs ?? null;
  return updatedAtMs !== null && Math.abs(observation.endedMs + (clockSkewMs ?? 0) - updatedAtMs) < freshMs;
}

function namesIn(document: unknown): string[] {
  return [...new Set((listIn(document, 'components') ?? []).flatMap((item) => textIn(item, 'name') ?? []))];
}

function fieldsOf(endpoint: Endpoint, document: unknown): ExpectedFields {
  const outline = outlineOf(document);
  const places = wholeLevels(outline);
  const described = new Set(places.flatMap(({ step, parent }) => (step === null ? [] : [parent])));
  // That items are objects is said by the fields they have.
  const listed = places.filter(
    ({ step, types }) => !(step === null && types.has('object') && types.size === 1),
  );
  const others = places.filter((place) => !listed.includes(place) && !described.has(place));
  const fields = Object.fromEntries([...listed, ...others].map((place) => [place.path, fieldAt(place)]));
  const items = outline.get('data[]');
  return items === undefined || !described.has(items)
    ? fields
    : { ...fields, ...optionalOf(endpoint, fields) };
}

/** As many levels of depth as fit: of what stands in one object either every field is expected or none. */
function wholeLevels(outline: Outline): Place[] {
  const below = [...outline.values()].filter(({ parent }) => parent !== null);
  const levels = [...Map.groupBy(below, ({ path }) => parsePath(path)?.length ?? 0).values()];
  const kept: Place[] = [];
  for (const level of levels) {
    if (kept.length + level.length > expectationBounds.paths) break;
    kept.push(...level);
  }
  return kept;
}

function fieldAt(place: Place): ExpectedField {
  const isNumber = place.types.has('number');
  const types = fieldTypes.filter((type) => place.types.has(type) && !(isNumber && type === 'integer'));
  return { types, optional: isSometimesAbsent(place) };
}

/** Fields that the document says may be absent, seen or not; all of them are texts. */
function optionalOf({ resource }: Endpoint, fields: ExpectedFields): ExpectedFields {
  const shape: Readonly<Record<string, unknown>> = resourceSchemas[resource].shape;
  const paths = Object.keys(shape).flatMap((name) =>
    shape[name] instanceof z.ZodOptional ? [`data[].${name}`] : [],
  );
  return Object.fromEntries(
    paths.map((path) => [path, { types: fields[path]?.types ?? ['string'], optional: true }]),
  );
}

/** Words where the document bears a status (API document, "States and transitions"); as many as an expectation holds. */
function wordsOf(endpoint: Endpoint, document: unknown): ExpectedWords {
  const seen = wordPaths(endpoint).map((path) => {
    const found = valuesAt(path, document).found.flatMap(
      ({ value }) => wordIn(endpoint.name, path, value) ?? [],
    );
    return [path, [...new Set(found.map(rememberedText))]] as const;
  });
  const fits = ({ length }: readonly string[]) => length > 0 && length <= expectationBounds.words;
  return Object.fromEntries(seen.filter(([, words]) => fits(words)));
}

function wordPaths({ resource }: Endpoint): string[] {
  if (resource === 'status') return ['status', 'components[].status'];
  const seen: Readonly<Partial<Record<ResourceName, object>>> = valuesSeen;
  return Object.keys(seen[resource] ?? {}).map((name) => `data[].${name}`);
}
