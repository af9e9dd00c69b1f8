// A row of the fault table: the schema of one type of fault, and what it does to an answer.
import { z } from 'zod';
import { type EndpointName, endpointNames } from '../contract/endpoints.ts';
import type { Answer } from './answer.ts';

/** Of any text a fault brings along. */
export const maxTextLength = 200_000;

// A hundred years either way keeps the year at four digits.
const maxOffsetSeconds = 100 * 366 * 86_400;

/** How far an instant is moved. */
export const offsetSeconds = z.int().min(-maxOffsetSeconds).max(maxOffsetSeconds);

const endpoint = z.enum(endpointNames).optional();

export interface FaultRow<Schema extends z.ZodType> {
  readonly schema: Schema;
  readonly apply: (answer: Answer, fault: unknown, endpoint: EndpointName) => Answer;
}

/** `endpoint` is a key of every fault: without it, all endpoints of the deployment are meant. */
export function faultSchema<const Type extends string, Shape extends z.core.$ZodShape>(
  type: Type,
  shape: Shape,
) {
  return z.strictObject({ type: z.literal(type), endpoint, ...shape });
}

/** `endpoint` is the one that answers. `apply` parses once more, so that each row sees its own type and no cast is needed. */
export function row<Schema extends z.ZodType>(
  schema: Schema,
  effect: (answer: Answer, fault: z.output<Schema>, endpoint: EndpointName) => Answer,
): FaultRow<Schema> {
  return { schema, apply: (answer, fault, endpoint) => effect(answer, schema.parse(fault), endpoint) };
}
