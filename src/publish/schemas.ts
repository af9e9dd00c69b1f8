// Our own HTTP resources as zod schemas: what the OpenAPI document is made from and the builders are typed by.
import { z } from 'zod';
import { endpointNames } from '../contract/endpoints.ts';
import { incidentSchema, regionSchema, statusSchema } from '../contract/resources.ts';
import { ruleIds, severities } from '../contract/rules.ts';
import { phaseNames, reasons, states } from '../model/states.ts';

/** Names (`id`) and descriptions for the OpenAPI document; not zod's global registry, which others use too. */
export const apiSchemas = z.registry<{ id?: string; description?: string }>();

const timestamp = z.iso.datetime({ precision: 0 });
const state = z.enum(states).register(apiSchemas, { id: 'State', description: 'From best to worst.' });
const check = z.enum(endpointNames);

/** Milliseconds; a phase that did not happen is absent. */
const phasesSchema = z.partialRecord(z.enum(phaseNames), z.number());

export const errorSchema = z
  .object({ error: z.object({ code: z.string(), message: z.string() }) })
  .register(apiSchemas, { id: 'Error' });

const findingSchema = z
  .object({
    rule: z.enum(ruleIds),
    severity: z.enum(severities),
    check,
    path: z.string(),
    message: z.string(),
    expected: z.string(),
    observed: z.string(),
  })
  .register(apiSchemas, { id: 'Finding' });

const checkSchema = z
  .object({
    check,
    up: z
      .boolean()
      .nullable()
      .register(apiSchemas, { description: 'Confirmed; null while unknown or stale.' }),
    reachable: z
      .boolean()
      .nullable()
      .register(apiSchemas, { description: 'Confirmed; null while unknown or stale.' }),
    reason: z
      .enum(reasons)
      .nullable()
      .register(apiSchemas, { description: 'Of the last run; null where it succeeded.' }),
    latency_ms: z
      .number()
      .nullable()
      .register(apiSchemas, { description: 'Null where no answer was had in full.' }),
    phases: phasesSchema.register(apiSchemas, {
      description: 'Milliseconds; a phase that did not happen is absent.',
    }),
    http_status: z.int().nullable(),
    checked_at: timestamp.nullable(),
    next_run_at: timestamp.nullable(),
  })
  .register(apiSchemas, { id: 'DeploymentCheck' });

const incidentWithUpdates = incidentSchema
  .extend({ updates: z.array(z.object({ created_at: timestamp, status: state, text: z.string() })) })
  .register(apiSchemas, { id: 'DeploymentIncident' });

const share = z.number().min(0).max(1).nullable();

export const deploymentSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.string(),
    version: z.string(),
    status: state,
    since: timestamp,
    checked_at: timestamp.nullable(),
    stale: z.boolean().register(apiSchemas, { description: 'Whether the status check has no fresh answer.' }),
    components: z.array(
      z.object({ name: z.string(), status: state, reported: z.string().nullable(), since: timestamp }),
    ),
    regions: z.array(regionSchema.extend({ status: state, reported: z.string() })),
    checks: z.array(checkSchema),
    findings: z.array(findingSchema).optional(),
    certificate: z
      .object({
        not_after: timestamp
          .nullable()
          .register(apiSchemas, { description: 'Null where it cannot be read.' }),
        subject: z.string(),
        issuer: z.string(),
        error: z.string().nullable(),
      })
      .nullable(),
    incident: incidentWithUpdates.nullable(),
    uptime: z.object({ '24h': share, '7d': share, '30d': share, '90d': share }),
    labels: z.record(z.string(), z.string()),
  })
  .register(apiSchemas, { id: 'Deployment' });

export const rollupSchema = z
  .object({
    check,
    start: timestamp,
    length_seconds: z.int(),
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
        failure: z
          .object({ kind: z.string(), phase: z.string(), code: z.string(), message: z.string() })
          .nullable(),
        http_status: z.int().nullable(),
        duration_ms: z.number(),
        phases: phasesSchema,
        findings: z.array(findingSchema),
      }),
    ),
  })
  .register(apiSchemas, { id: 'Probe' });

/** The API document's own resources, under names for the OpenAPI document. */
export const fleetSchemas = {
  status: statusSchema.register(apiSchemas, { id: 'Status' }),
  region: regionSchema.register(apiSchemas, { id: 'Region' }),
  incident: incidentSchema.register(apiSchemas, { id: 'Incident' }),
};

export type Deployment = z.infer<typeof deploymentSchema>;
export type Finding = z.infer<typeof findingSchema>;
export type HistoryRollup = z.infer<typeof rollupSchema>;
export type Probe = z.infer<typeof probeSchema>;
