// What a deployment is expected to be like beyond the document: learned once, reviewed, compared in every round.
import type { EndpointName } from '../contract/endpoints.ts';

export const fieldTypes = ['string', 'integer', 'number', 'boolean', 'null', 'array', 'object'] as const;
export type FieldType = (typeof fieldTypes)[number];

export interface ExpectedField {
  /** Any of them; `number` covers `integer`. */
  readonly types: readonly FieldType[];
  /** May be absent from some of the objects it belongs to. */
  readonly optional: boolean;
}

/**
 * Paths are those of findings, with array indexes left out: `components[].name`. What is null, or absent from a
 * mapping, is not compared.
 */
export interface Expectation {
  /** Endpoints of the deployment's version that are served; any other is not. */
  readonly endpoints: readonly EndpointName[] | null;
  /** The names reported, and no others. */
  readonly components: readonly string[] | null;
  readonly fields: Readonly<Partial<Record<EndpointName, Readonly<Record<string, ExpectedField>>>>>;
  readonly words: Readonly<Partial<Record<EndpointName, Readonly<Record<string, readonly string[]>>>>>;
}
