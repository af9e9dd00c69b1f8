// The Deployment resource of our own API as a zod schema.
import { z } from 'zod';
import { regionSchema } from '../contract/resources.ts';
import { ruleIds } from '../contract/rules.ts';
import type { WalkEnd } from '../model/round.ts';
import { reasons } from '../model/states.ts';
import { incidentWithUpdatesSchema } from './incident-schema.ts';
import { apiSchemas, check, findingSchema, sidesSchema, state, timestamp, timingSchema } from './schemas.ts';

const ends = ['last_page', 'max_pages', 'loop', 'failed'] as const satisfies readonly WalkEnd[];

const walkSchema = z
  .object({
    started_at: timestamp,
    pages: z.int(),
    items: z.int(),
    end: z.enum(ends).register(apiSchemas, { description: 'Only last_page has seen all of the list.' }),
    findings: z.array(findingSchema).optional(),
  })
  .register(apiSchemas, { id: 'Walk' });

const driftSchema = z
  .object({
    rule: z.enum(ruleIds),
    check,
    path: z.string(),
    ...sidesSchema.shape,
    first_seen: timestamp,
    last_seen: timestamp,
    count: z.int().register(apiSchemas, { description: 'Runs that showed it.' }),
  })
  .register(apiSchemas, {
    id: 'Drift',
    description: 'A way in which answers differ; never an alert by itself.',
  });

const contradictionSchema = z
  .object({ rule: z.enum(ruleIds), since: timestamp, ...sidesSchema.shape })
  .register(apiSchemas, {
    id: 'Contradiction',
    description:
      'Confirmed, and the status check is fresh; since the agent can tell without a gap, so a restart begins it anew.',
  });

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
    ...timingSchema.shape,
    http_status: z.int().nullable(),
    checked_at: timestamp.nullable(),
    next_run_at: timestamp.nullable(),
    walk: walkSchema.nullable().register(apiSchemas, {
      description: 'The latest walk over the pages of a list; null where there was none.',
    }),
  })
  .register(apiSchemas, { id: 'DeploymentCheck' });

const share = z.number().min(0).max(1).nullable();
const windows = { '24h': share, '7d': share, '30d': share, '90d': share };

export const deploymentSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.string(),
    version: z.string(),
    status: state,
    since: timestamp,
    cause: z
      .string()
      .nullable()
      .register(apiSchemas, { description: 'What makes it so, for people; null when operational.' }),
    checked_at: timestamp.nullable(),
    stale: z.boolean().register(apiSchemas, { description: 'Whether the status check has no fresh answer.' }),
    components: z.array(
      z.object({ name: z.string(), status: state, reported: z.string().nullable(), since: timestamp }),
    ),
    regions: z.array(regionSchema.extend({ status: state, reported: z.string() })),
    checks: z.array(checkSchema),
    findings: z.array(findingSchema).optional(),
    drift: z.array(driftSchema).optional(),
    contradictions: z.array(contradictionSchema).optional(),
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
    incident: incidentWithUpdatesSchema.nullable(),
    uptime: z
      .object(windows)
      .register(apiSchemas, { description: 'Share of good runs of the status check; null without runs.' }),
    coverage: z.object(windows).register(apiSchemas, {
      description:
        'Share of the time that runs of the status check stand for; the rest is no data, neither up nor down. Null before it was counted.',
    }),
    labels: z.record(z.string(), z.string()),
  })
  .register(apiSchemas, { id: 'Deployment' });
export type Deployment = z.infer<typeof deploymentSchema>;
