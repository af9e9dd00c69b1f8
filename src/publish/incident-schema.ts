// Our incidents as zod schemas: the API document's Incident, with its updates, and with its evidence.
import { z } from 'zod';
import { incidentSchema } from '../contract/resources.ts';
import type { Evidence } from '../model/evidence.ts';
import { reasons } from '../model/states.ts';
import { apiSchemas, check, failureSchema, state, timestamp, timingSchema } from './schemas.ts';

const transitions = [
  'incident_opened',
  'incident_updated',
  'incident_resolved',
] as const satisfies readonly Evidence['transition'][];

export const incidentWithUpdatesSchema = incidentSchema
  .extend({ updates: z.array(z.object({ created_at: timestamp, status: state, text: z.string() })) })
  .register(apiSchemas, { id: 'DeploymentIncident' });

const exhibitSchema = z
  .object({
    at: timestamp,
    reason: z.enum(reasons).nullable(),
    failure: failureSchema.nullable(),
    http_status: z.int().nullable(),
    headers: z.record(z.string(), z.string()),
    ...timingSchema.shape,
    body: z
      .string()
      .nullable()
      .register(apiSchemas, { description: 'Its beginning; null where it was not had in full.' }),
    body_bytes: z.int().register(apiSchemas, { description: 'Size of the whole body, decoded.' }),
    body_cut: z
      .boolean()
      .register(apiSchemas, { description: 'Whether less of the body is here than came.' }),
  })
  .register(apiSchemas, { id: 'Exhibit' });

const evidenceSchema = z
  .object({
    created_at: timestamp,
    transition: z.enum(transitions),
    check,
    failing: exhibitSchema.nullable().register(apiSchemas, { description: 'Null for a resolution.' }),
    good: exhibitSchema.nullable().register(apiSchemas, {
      description:
        'The last good answer of the check, or the one that resolved the incident; null where none was seen.',
    }),
    difference: z
      .array(z.object({ path: z.string(), good: z.string().nullable(), failing: z.string().nullable() }))
      .register(apiSchemas, {
        description: 'Where the JSON of the two differs, values as JSON; null is absent.',
      }),
  })
  .register(apiSchemas, { id: 'Evidence' });

export const incidentWithEvidenceSchema = incidentWithUpdatesSchema
  .extend({ deployment: z.string(), evidence: z.array(evidenceSchema) })
  .register(apiSchemas, { id: 'IncidentWithEvidence' });

export type IncidentWithUpdates = z.infer<typeof incidentWithUpdatesSchema>;
export type IncidentWithEvidence = z.infer<typeof incidentWithEvidenceSchema>;
export type ExhibitItem = z.infer<typeof exhibitSchema>;
