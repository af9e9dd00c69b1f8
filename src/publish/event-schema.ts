// The events of the stream as zod schemas, and a change as it is told there.
import { z } from 'zod';
import type { Change, ChangeKind } from '../model/belief.ts';
import { incidentItem, timestamp as written } from './document.ts';
import { apiSchemas, fleetSchemas, state, timestamp } from './schemas.ts';

const kinds = [
  'state_changed',
  'check_changed',
  'component_changed',
  'component_appeared',
  'component_disappeared',
  'incident_opened',
  'incident_updated',
  'incident_resolved',
  'contradiction_confirmed',
  'contradiction_ended',
  'drifted',
] as const satisfies readonly ChangeKind[];

export const changeSchema = z
  .object({
    kind: z.enum(kinds),
    deployment: z.string(),
    at: timestamp,
    subject: z.string().nullable().register(apiSchemas, {
      description: 'The component, check or rule it is about; null for the deployment.',
    }),
    from: state.nullable(),
    to: state.nullable(),
    text: z.string(),
    incident: fleetSchemas.incident.nullable().register(apiSchemas, {
      description: 'As it is after the change; null for other kinds.',
    }),
  })
  .register(apiSchemas, { id: 'ChangeEvent', description: 'Of `event: change`.' });

export const helloSchema = z
  .object({
    version: z.string(),
    assets: z.string().register(apiSchemas, { description: 'Another one, and the pages are others.' }),
    complete: z.boolean().register(apiSchemas, {
      description: 'False: some of what came after the id asked for cannot be told any more.',
    }),
    at: timestamp,
  })
  .register(apiSchemas, { id: 'HelloEvent', description: 'Of `event: hello`, the first of each stream.' });

export const momentSchema = z.object({ at: timestamp }).register(apiSchemas, {
  id: 'MomentEvent',
  description:
    'Of `event: fleet` (the configuration has other deployments now) and `event: beat` (every 3 s).',
});

type ChangeItem = z.infer<typeof changeSchema>;

export function changeItem({ atMs, incident, ...change }: Change): ChangeItem {
  const { kind, deployment, subject, from, to, text } = change;
  const at = written(atMs);
  return { kind, deployment, at, subject, from, to, text, incident: incident && incidentItem(incident) };
}
