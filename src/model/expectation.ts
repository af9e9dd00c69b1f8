// What a deployment is expected to be like beyond the document: learned once, reviewed, compared in every round.
import type { EndpointName } from '../contract/endpoints.ts';

export const fieldTypes = ['string', 'integer', 'number', 'boolean', 'null', 'array', 'object'] as const;
export type FieldType = (typeof fieldTypes)[number];

/** What is learned and what is written stays within these; whatever goes beyond is not compared. */
export const expectationBounds = {
  components: 1_000,
  /** An endpoint's. */
  paths: 500,
  pathLength: 160,
  /** A path's. */
  words: 100,
  /** Of a component's name and a word: longer ones are the same where they begin the same. */
  textLength: 120,
} as const;

/** How a finding of drift.expected names the side on which there is nothing. */
export const nothing = 'nothing';

export interface ExpectedField {
  /** Any of them; `number` covers `integer`. */
  readonly types: readonly FieldType[];
  /** May be absent from some of the objects it belongs to. */
  readonly optional: boolean;
}

export type ExpectedFields = Readonly<Record<string, ExpectedField>>;
export type ExpectedWords = Readonly<Record<string, readonly string[]>>;

/**
 * Paths are those of findings, with array indexes left out: `components[].name`. What is null, or absent from a
 * mapping, is not compared.
 */
export interface Expectation {
  /** Endpoints of the deployment's version that are served; any other is not. */
  readonly endpoints: readonly EndpointName[] | null;
  /** The names reported, and no others. */
  readonly components: readonly string[] | null;
  readonly fields: Readonly<Partial<Record<EndpointName, ExpectedFields>>>;
  readonly words: Readonly<Partial<Record<EndpointName, ExpectedWords>>>;
}
