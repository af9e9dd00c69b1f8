// The six resources and the list envelope of the API document, as zod schemas; the only place they are written down.
import { z } from 'zod';
import type { ResourceName } from './endpoints.ts';

// A format's `error` is what a finding shows as "expected"; formats are warnings, types are errors.
const timestamp = z.iso.datetime({
  precision: 0,
  error: 'an ISO 8601 UTC timestamp with second precision and a trailing Z',
});
const id = (prefix: string) =>
  z.string().regex(new RegExp(`^${prefix}.`, 's'), { error: `an id with the prefix ${prefix}` });

/** Names of RFC 6838, section 4.2, and whatever parameters. */
const mediaType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+\s*(;|$)/;

/** API document, "File". */
export const fileSchema = z.object({
  id: id('fil_'),
  created_at: timestamp,
  filename: z.string().regex(/.\.[^.]+$/s, { error: 'a file name with extension' }),
  bytes: z.int(),
  checksum: z.string().regex(/^[^:]+:./s, { error: '<algorithm>:<digest>' }),
});

/** API document, "Media object". */
export const mediaSchema = z.object({
  id: id('med_'),
  created_at: timestamp,
  content_type: z.string().regex(mediaType, { error: 'a media type' }),
  bytes: z.int(),
  width: z.int(),
  height: z.int(),
  status: z.string(),
});

/** API document, "Service (deployed)". */
export const serviceSchema = z.object({
  id: id('svc_'),
  created_at: timestamp,
  name: z.string(),
  runtime: z.string(),
  replicas: z.int(),
  status: z.string(),
});

/** API document, "Region". */
export const regionSchema = z.object({
  code: z.string().regex(/^[a-z]+[0-9]$/, { error: 'lower-case letters followed by a digit' }),
  name: z.string(),
  zone: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)+$/, { error: 'a lower-case, hyphenated zone' }),
  country: z.string().regex(/^[A-Z]{2}$/, { error: 'a two-letter upper-case country code' }),
  status: z.string(),
});

/** API document, "Incident"; that a resolved one has resolved_at is a rule of its own. */
export const incidentSchema = z.object({
  id: id('inc_'),
  created_at: timestamp,
  title: z.string(),
  status: z.string(),
  impact: z.string(),
  resolved_at: timestamp.optional(),
});

/** API document, "Status document"; that version matches the path is a rule of its own. */
export const statusSchema = z.object({
  status: z.string(),
  version: z.string(),
  region: z.string(),
  components: z.array(z.object({ name: z.string(), status: z.string() })),
  updated_at: timestamp,
});

/** API document, "List envelope". */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ object: z.literal('list'), data: z.array(item) });

export const resourceSchemas = {
  file: fileSchema,
  media: mediaSchema,
  service: serviceSchema,
  region: regionSchema,
  incident: incidentSchema,
  status: statusSchema,
} as const satisfies Record<ResourceName, z.ZodObject>;

/**
 * Values seen (API document, "States and transitions" and "File"), of a checksum its algorithm; the complete sets are
 * not shown.
 */
export const valuesSeen = {
  file: { checksum: ['sha256'] },
  media: { status: ['ready'] },
  service: { runtime: ['function'], status: ['running'] },
  region: { status: ['operational'] },
  incident: { status: ['resolved'], impact: ['minor'] },
  status: { status: ['operational'], components: ['operational'] },
} as const;
