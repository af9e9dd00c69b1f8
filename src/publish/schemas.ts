// What the schemas of our own HTTP resources share, and the small ones: the OpenAPI document is made from them.
import { z } from 'zod';
import { endpointNames } from '../contract/endpoints.ts';
import { incidentSchema, regionSchema, statusSchema } from '../contract/resources.ts';
import { ruleIds, severities } from '../contract/rules.ts';
import { phaseNames, reasons, states } from '../model/states.ts';

/** Names (`id`) and descriptions for the OpenAPI document; not zod's global registry, which others use too. */
export const apiSchemas = z.registry<{ id?: string; description?: string }>();

export const timestamp = z.iso.datetime({ precision: 0 });
export const state = z.enum(states).register(apiSchemas, { id: 'State', description: 'From best to worst.' });
export const check = z.enum(endpointNames);

const phasesSchema = z
  .partialRecord(z.enum(phaseNames), z.number())
  .register(apiSchemas, { description: 'Milliseconds; a phase that did not happen is absent.' });

/** How long an answer took, and what of. */
export const timingSchema = z.object({
  latency_ms: z
    .number()
    .nullable()
    .register(apiSchemas, { description: 'Null where no answer was had in full.' }),
  phases: phasesSchema,
});

export const errorSchema = z
  .object({ error: z.object({ code: z.string(), message: z.string() }) })
  .register(apiSchemas, { id: 'Error' });

/** What was expected, what came, and in words how they differ. */
export const sidesSchema = z.object({ message: z.string(), expected: z.string(), observed: z.string() });

export const findingSchema = z
  .object({
    rule: z.enum(ruleIds),
    severity: z.enum(severities),
    check,
    path: z.string(),
    ...sidesSchema.shape,
  })
  .register(apiSchemas, { id: 'Finding' });

export const failureSchema = z
  .object({ kind: z.string(), phase: z.string(), code: z.string(), message: z.string() })
  .register(apiSchemas, { id: 'Failure' });

export const rollupSchema = z
  .object({
    check,
    start: timestamp,
    length_seconds: z.int(),
    covered_seconds: z.int().register(apiSchemas, {
      description:
        'Time that the runs stand for, each since the one before it, at most the interval of its check; the rest of the length has no data.',
    }),
    runs: z.int(),
    failures: z.int(),
    bad: z.int().register(apiSchemas, { description: 'Runs that count against availability.' }),
    worst: state,
    latency_ms: z.object({ mean: z.number(), max: z.number() }).nullable(),
    phases: phasesSchema.register(apiSchemas, {
      description: 'Mean over the answers had in full, milliseconds.',
    }),
  })
  .register(apiSchemas, { id: 'Rollup' });

export const probeSchema = z
  .object({
    deployment: z.string(),
    success: z.boolean(),
    duration_ms: z.number(),
    checks: z.array(
      z.object({
        check,
        success: z.boolean(),
        reason: z.enum(reasons).nullable(),
        failure: failureSchema.nullable(),
        http_status: z.int().nullable(),
        duration_ms: z.number(),
        phases: phasesSchema,
        findings: z.array(findingSchema),
      }),
    ),
    contradictions: z.array(sidesSchema.extend({ rule: z.enum(ruleIds) })).register(apiSchemas, {
      description: 'What the status document claims against what this round showed.',
    }),
  })
  .register(apiSchemas, { id: 'Probe' });

/** The API document's own resources, under names for the OpenAPI document. */
export const fleetSchemas = {
  status: statusSchema.register(apiSchemas, { id: 'Status' }),
  region: regionSchema.register(apiSchemas, { id: 'Region' }),
  incident: incidentSchema.register(apiSchemas, { id: 'Incident' }),
};

export type Finding = z.infer<typeof findingSchema>;
export type HistoryRollup = z.infer<typeof rollupSchema>;
export type Probe = z.infer<typeof probeSchema>;
