// What a remembered piece of evidence must look like to be read back.
import { z } from 'zod';
import type { Evidence } from '../model/evidence.ts';
import { endpointSchema, outcomeSchema } from './state-schema.ts';

/** More than is ever written; a row beyond them is not ours. */
const maxDifferences = 1_000;

const exhibit = outcomeSchema.extend({
  atMs: z.number(),
  status: z.number().nullable(),
  headers: z.record(z.string(), z.string()),
  body: z.string().nullable(),
});

const transition = z.enum({
  incident_opened: 'incident_opened',
  incident_updated: 'incident_updated',
  incident_resolved: 'incident_resolved',
} satisfies { readonly [T in Evidence['transition']]: T });

export const evidenceSchema: z.ZodType<Evidence> = z.object({
  incident: z.string(),
  deployment: z.string(),
  atMs: z.number(),
  transition,
  check: endpointSchema,
  failing: exhibit.nullable(),
  good: exhibit.nullable(),
  difference: z
    .array(z.object({ path: z.string(), good: z.string().nullable(), failing: z.string().nullable() }))
    .max(maxDifferences),
});
