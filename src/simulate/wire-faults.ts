// Faults in how an answer is carried: time, connection, status line, headers and bytes.
import { z } from 'zod';
import { faultSchema, maxTextLength, offsetSeconds, row } from './fault-row.ts';

const maxWaitMs = 3_600_000;
const maxAgeSeconds = 999_999_999;
const maxBodyBytes = 1024 ** 3;

const waitMs = z.int().min(0).max(maxWaitMs);
const headerValue = z
  .string()
  .max(8000)
  .regex(/^[\t\x20-\x7e]*$/, { error: 'expected printable ASCII' });

export const wireFaults = [
  row(faultSchema('latency', { ms: waitMs }), (answer, { ms }) => ({ ...answer, latencyMs: ms })),
  // Also a way to any body at all: status 200 and a body.
  row(
    faultSchema('http_status', {
      status: z.int().min(200).max(599),
      body: z.string().max(maxTextLength).optional(),
    }),
    (answer, { status, body = '' }) => ({ ...answer, status, text: body }),
  ),
  // RST instead of an answer.
  row(faultSchema('reset', {}), (answer) => ({ ...answer, ending: { type: 'reset' } })),
  // The request is taken and never answered.
  row(faultSchema('hang', {}), (answer) => ({ ...answer, ending: { type: 'hang' } })),
  // Headers and half of the body, then nothing.
  row(faultSchema('hang_in_body', {}), (answer) => ({ ...answer, ending: { type: 'hang_in_body' } })),
  row(
    faultSchema('drip', { bytes: z.int().min(1).max(65_536), every_ms: waitMs.min(1) }),
    (answer, { bytes, every_ms }) => ({ ...answer, ending: { type: 'drip', bytes, everyMs: every_ms } }),
  ),
  row(faultSchema('wrong_media_type', { media_type: headerValue }), (answer, { media_type }) => ({
    ...answer,
    mediaType: media_type,
  })),
  row(faultSchema('wrong_cache_control', { cache_control: headerValue }), (answer, { cache_control }) => ({
    ...answer,
    cacheControl: cache_control,
  })),
  // A cache answers with what it stored so long ago.
  row(faultSchema('age', { seconds: z.int().min(0).max(maxAgeSeconds) }), (answer, { seconds }) => ({
    ...answer,
    ageSeconds: seconds,
  })),
  // The target's clock is off.
  row(faultSchema('date_offset', { offset_s: offsetSeconds }), (answer, { offset_s }) => ({
    ...answer,
    dateOffsetMs: offset_s * 1000,
  })),
  // Half of the document, framed as a whole body.
  row(faultSchema('truncated_json', {}), (answer) => ({ ...answer, truncated: true })),
  row(faultSchema('invalid_json', {}), (answer) => ({ ...answer, text: '{"status": operational,}' })),
  // Blanks after the document up to this size; with gzip it is a small bomb.
  row(faultSchema('oversized', { bytes: z.int().min(1).max(maxBodyBytes) }), (answer, { bytes }) => ({
    ...answer,
    padToBytes: bytes,
  })),
  row(faultSchema('gzip', {}), (answer) => ({ ...answer, gzip: true })),
] as const;
