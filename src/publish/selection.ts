// Which deployments a question is about: filters by state and label, and pages by an opaque cursor.
import { z } from 'zod';
import type { DeploymentView, Snapshot } from '../model/snapshot.ts';
import { states } from '../model/states.ts';
import { Refusal } from './refusal.ts';
import { apiSchemas } from './schemas.ts';

const maxLabelFilters = 16;

const labelFilter = z.string().regex(/^[^:]+:/, { error: 'expected name:value' });

export const selectionQuery = z.object({
  status: z.enum(states).optional(),
  label: z
    .union([labelFilter, z.array(labelFilter).max(maxLabelFilters)])
    .optional()
    .register(apiSchemas, { description: 'name:value; given more than once, all must hold.' }),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  cursor: z
    .string()
    .max(128)
    .optional()
    .register(apiSchemas, { description: 'next_cursor of the page before.' }),
  expand: z
    .literal('findings')
    .optional()
    .register(apiSchemas, { description: 'Adds findings, drift and contradictions.' }),
});
type SelectionQuery = z.infer<typeof selectionQuery>;

export interface Page {
  readonly views: readonly DeploymentView[];
  readonly nextCursor: string | null;
}

/** In the order of ids, so that a cursor still holds after deployments came or went. */
export function selectDeployments(snapshot: Snapshot, query: SelectionQuery): Page {
  const after = query.cursor === undefined ? '' : readCursor(query.cursor);
  const labels = [query.label ?? []].flat().map(splitLabel);
  const matching = snapshot.deployments
    .filter(({ deployment, state }) => {
      if (query.status !== undefined && state.status !== query.status) return false;
      return (
        deployment.id > after && labels.every(([name, value]) => hasLabel(deployment.labels, name, value))
      );
    })
    .toSorted((a, b) => (a.deployment.id < b.deployment.id ? -1 : 1));
  const views = matching.slice(0, query.limit);
  const last = views.at(-1);
  return {
    views,
    nextCursor: last && matching.length > views.length ? writeCursor(last.deployment.id) : null,
  };
}

function hasLabel(labels: Readonly<Record<string, string>>, name: string, value: string): boolean {
  return Object.hasOwn(labels, name) && labels[name] === value;
}

function splitLabel(label: string): readonly [string, string] {
  const colon = label.indexOf(':');
  return [label.slice(0, colon), label.slice(colon + 1)];
}

function writeCursor(id: string): string {
  return Buffer.from(`after ${id}`).toString('base64url');
}

function readCursor(cursor: string): string {
  const id = /^after ([a-z0-9][a-z0-9-]{0,62})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  if (id === undefined) throw new Refusal(400, 'invalid_cursor', 'The cursor is not one of ours.');
  return id;
}
